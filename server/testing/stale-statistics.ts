/**
 * A database whose statistics are older than the workspace that is asked for, and what its statements cost there:
 * PostgreSQL's own count of the rows that each step of a plan took up, which no busy machine changes.
 */
import pg from 'pg';
import { beforeAll } from 'vitest';
import { workspaceRows, type Size } from '@/server/testing/large-workspace';
import type { TestServer } from '@/server/testing/server';

/** The content of the tables when the statistics were taken. */
export type Statistics = 'nothing' | 'one large neighbour' | 'many workspaces of one row';

/** The cost of a statement. */
export interface Cost {
  text: string;
  /** Rows that the steps of its plan took up, those that they threw away included, and pages that they touched. */
  work: number;
  /** Its steps, one a line: rows that were expected and that came, those thrown away, and how often it was run. */
  steps: string;
}

export interface StaleStatistics {
  /** The statements that ran meanwhile, those of triggers included, the most expensive first. */
  costsOf(work: () => Promise<unknown>): Promise<Cost[]>;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'CTE Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Plan Rows'?: number;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

const rowsOf = (node: PlanNode): number =>
  ((node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
    (node['Actual Loops'] ?? 0) +
  (node.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), 0);

const stepsOf = (node: PlanNode, depth = 0): string =>
  [
    `${' '.repeat(depth)}${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? node['CTE Name'] ?? ''} ${node['Index Cond'] ?? node.Filter ?? ''}`.slice(
      0,
      160,
    ) +
      ` rows ${node['Plan Rows'] ?? 0} / ${node['Actual Rows'] ?? 0} - ${(node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)} × ${node['Actual Loops'] ?? 0}`,
    ...(node.Plans ?? []).map((inner) => stepsOf(inner, depth + 1)),
  ].join('\n');

function costOf(notice: string): Cost | undefined {
  const json = /^duration: .*plan:\n(.*)$/s.exec(notice)?.[1];
  if (json === undefined) return undefined;
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
  return {
    text,
    steps: stepsOf(plan),
    work: rowsOf(plan) + (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
  };
}

/** Every statement's plan comes back as a notice on the connection that ran it. */
const EXPLAIN: Record<string, string> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_parameter_max_length': '0',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

/** Fills our workspace and keeps PostgreSQL from noticing, on a server of one's own. Read the result inside tests only. */
export function useStaleStatistics(server: TestServer, statistics: Statistics, size: Size): StaleStatistics {
  const costs: Cost[] = [];

  beforeAll(async () => {
    const { pool } = server.services.database;
    const admin = new pg.Client({ connectionString: server.services.settings.databaseUrl });
    await admin.connect();
    try {
      const { rows: tables } = await admin.query<{ name: string }>(
        `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      );
      for (const { name } of tables) await admin.query(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
      if (statistics === 'one large neighbour')
        for (const text of workspaceRows(server.theirs.accountId, size)) await admin.query(text);
      if (statistics === 'many workspaces of one row')
        for (let n = 1; n <= 60; n++) {
          const { accountId } = await server.makeTenant();
          for (const text of workspaceRows(accountId, { people: 1, few: 1, first: n })) await admin.query(text);
        }
      await admin.query('ANALYZE');
      for (const text of workspaceRows(server.ours.accountId, size)) await admin.query(text);
      // Of a foreign key a look at every row is reported: thousands, and none of ours.
      await admin.query(`ALTER TABLE "ContactListMember" DROP CONSTRAINT "ContactListMember_accountId_contactId_fkey"`);
      const name = new URL(server.services.settings.databaseUrl).pathname.slice(1);
      for (const [setting, value] of Object.entries(EXPLAIN))
        await admin.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
      pool.on('connect', (client) =>
        client.on('notice', ({ message = '' }) => {
          const cost = costOf(message);
          if (cost !== undefined) costs.push(cost);
        }),
      );
      // The settings are for connections that are made from now on.
      await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
    } finally {
      await admin.end();
    }
  }, 300_000);

  return {
    async costsOf(work) {
      costs.length = 0;
      await work();
      return [...costs].sort((a, b) => b.work - a.work);
    },
  };
}
