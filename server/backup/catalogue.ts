/**
 * The parts of a database that are ours: its tables, sequences, triggers and migrations, as PostgreSQL's own catalogue
 * has them.
 */
import type pg from 'pg';
import { BackupError, type Header, type Table } from '@/server/backup/format';

type Queryable = Pick<pg.Client, 'query'>;

/** Ours stand in this schema; the queue's have one of their own. */
const OURS = `n.nspname = 'public' AND NOT EXISTS (SELECT 1 FROM pg_depend d
  WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/** The table of applied migrations, which the header tells. */
const MIGRATIONS = '_prisma_migrations';

/** Every table, those that others refer to first. @throws BackupError when tables refer to each other in a circle */
export async function readTables(client: Queryable): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `SELECT c.relname AS name, (
       SELECT array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum) FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> $1 AND ${OURS} ORDER BY c.relname`,
    [MIGRATIONS],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT f.relname AS from, t.relname AS to FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid
      JOIN pg_class t ON t.oid = k.confrelid
     WHERE k.contype = 'f' AND k.conrelid <> k.confrelid`,
  );
  return inOrder(tables, references);
}

function inOrder(tables: readonly Table[], references: readonly { from: string; to: string }[]): Table[] {
  const ordered: Table[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name }) => !placed.has(name) && references.every(({ from, to }) => from !== name || placed.has(to)),
    );
    if (next.length === 0)
      throw new BackupError('Tables refer to each other in a circle; this Laris cannot put them in order.');
    ordered.push(...next);
    for (const { name } of next) placed.add(name);
  }
  return ordered;
}

export async function readSequences(client: Queryable): Promise<Header['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'S' AND ${OURS} ORDER BY 1`,
  );
  const sequences: Header['sequences'] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${quoted(name)}`,
    );
    if (state[0] !== undefined) sequences.push({ name, ...state[0] });
  }
  return sequences;
}

/** Returns the migrations that the database has applied, in order; empty when Laris never was here. */
export async function readApplied(client: Queryable): Promise<Header['migrations']> {
  const { rows: found } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    `public.${MIGRATIONS}`,
  ]);
  if (found[0]?.there !== true) return [];
  const { rows } = await client.query<Header['migrations'][number]>(
    `SELECT migration_name AS name, checksum FROM public.${MIGRATIONS}
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

export interface Trigger {
  table: string;
  name: string;
  /** Fires even for a replica: PostgreSQL's ALWAYS. */
  always: boolean;
}

/** Triggers of ours, not those of foreign keys, that fire on any of these. */
export async function readTriggers(client: Queryable, events: readonly ('INSERT' | 'TRUNCATE')[]): Promise<Trigger[]> {
  // Bits of pg_trigger.tgtype.
  const bits = events.reduce((sum, event) => sum | (event === 'INSERT' ? 4 : 32), 0);
  const { rows } = await client.query<Trigger>(
    `SELECT c.relname AS table, g.tgname AS name, g.tgenabled = 'A' AS always
     FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE NOT g.tgisinternal AND g.tgenabled <> 'D' AND g.tgtype & $1::int <> 0 AND ${OURS} ORDER BY 1, 2`,
    [bits],
  );
  return rows;
}

/** A name as SQL takes it; the catalogue's names come from nowhere else. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
