/**
 * Tables by month: what the upgrade of a large table holds up, and what statements cost over months. A hundred thousand
 * deliveries; a million with --full.
 *
 * Times of statements are the least of many, and locks are counted, so that a busy machine changes little.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { firstIdOf } from '@/server/platform/db/new-id';
import { keepMonths, type MonthlyTable } from '@/server/platform/jobs/months';
import { readMigrations } from '@/server/migrations/files';
import { migrate } from '@/server/migrations/migrate';
import { busyDeliveries } from '@/server/testing/busy-deliveries';
import { startEmbeddedPostgres } from '@/server/postgres/embedded';
import { DELIVERIES } from '@/server/modules/account/webhooks/months';
import {
  claim as claimMessages,
  dueChannels,
  settle as settleMessages,
} from '@/server/modules/messaging/broadcasts/delivery/queue';
import { claim, look, settle } from '@/server/modules/account/webhooks/delivery/queue';
import { lay } from '../lib/table';
import type { ScalePart } from './part';

const ROWS = { small: 100_000, full: 1_000_000 };
/** Of a batch of the worker. */
const BATCH = 64;
const TRIES = 25;
const FIRST_STEP = '_month_of_deliveries';
/** Of later: what the statements of today read of endpoints. */
const ENDPOINTS_OF_TODAY = '_webhook_endpoints_watched';
/** What a request may wait for behind the upgrade. */
const MOST_MS = 1_000;

const ENDPOINT = `INSERT INTO "WebhookEndpoint" (id, "accountId", url, secret, "secretPreview", "createdAt", "updatedAt") VALUES ('e', 'a', 'https://a.example', 's', 'p', now(), now())`;
const ACCOUNT = `INSERT INTO "Account" (id, name, "createdAt", "updatedAt") VALUES ('a', 'A', now(), now())`;
/** Over the last 30 days; one in ten waits, one in a hundred is held by a worker. */
const DELIVER = `INSERT INTO "WebhookDelivery" ("accountId", id, "endpointId", "eventId", type, payload, status, "claimableAt", "claimedBy", "createdAt", "updatedAt")
  SELECT 'a', first_id || left(md5(n::text), 15), 'e', 'event', 'svc.contact.created.v1', json_build_object('data', repeat('x', 300)), CASE WHEN n % 10 = 0 THEN 'pending' ELSE 'sent' END,
    CASE WHEN n % 10 = 0 THEN t END, CASE WHEN n % 100 = 0 THEN 'w' END, t, t
  FROM generate_series(1, $1::int) n, LATERAL (SELECT now() - n * interval '30 days' / $1::int AS t) t, LATERAL (SELECT 'c' || lpad(to_hex((extract(epoch FROM t) * 1000)::bigint >> 6), 9, '0') AS first_id) i`;
const MESSAGES = `INSERT INTO "MarketingMessage" ("accountId", "channelIntegrationId", provider, recipient, "contentId", status, "claimableAt", "createdAt", "updatedAt", "providerMessageId", "contactId")
  SELECT 'a', 'ch', 'email_p4', 'x' || n, 'c', 'queued', now(), now(), now(), 'v' || n, 'p' || n FROM generate_series(1, 20000) n`;
/** What it would be, with what it has; its triggers would stand at the whole. */
const DIVIDE_MESSAGES = `ALTER TABLE "MarketingMessage" RENAME TO of_before;
  CREATE TABLE "MarketingMessage" (LIKE of_before INCLUDING ALL) PARTITION BY RANGE (id);
  CREATE TABLE "MarketingMessage_rest" PARTITION OF "MarketingMessage" DEFAULT`;

type Statement = Pick<pg.QueryConfig, 'text'> & { values: unknown[] };

/** What a function of a queue would ask, which asks one statement. */
async function asked(ask: (pool: pg.Pool) => Promise<unknown>): Promise<Statement> {
  let found: Statement | undefined;
  const pool = {
    query: (statement: Statement) => {
      found = statement;
      return Promise.resolve({ rows: [] });
    },
  };
  await ask(pool as unknown as pg.Pool);
  if (found === undefined) throw new Error('It asked nothing');
  return found;
}

const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value);
const element = (value: unknown): string => (value === null ? 'NULL' : JSON.stringify(textOf(value)));
const literal = (value: unknown): string =>
  value === null
    ? 'NULL'
    : pg.escapeLiteral(Array.isArray(value) ? `{${value.map(element).join(',')}}` : textOf(value));

interface Cost {
  /** Milliseconds, planned for these values and not from what was planned before. */
  plan: number;
  run: number;
  /** Relations that were locked to plan it. */
  locks: number;
}

async function costOf(pool: pg.Pool, { text, values }: Statement): Promise<Cost> {
  const client = await pool.connect();
  const least: Cost = { plan: Infinity, run: Infinity, locks: 0 };
  try {
    await client.query(`SET plan_cache_mode = force_custom_plan; PREPARE asked AS ${text}`);
    for (let n = 0; n < TRIES; n++) {
      await client.query('BEGIN');
      const { rows } = await client.query<{
        'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }];
      }>(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE asked(${values.map(literal).join(', ')})`);
      const held = await client.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'relation'`,
      );
      await client.query('ROLLBACK');
      const plan = rows[0]?.['QUERY PLAN'][0];
      least.plan = Math.min(least.plan, plan?.['Planning Time'] ?? Infinity);
      least.run = Math.min(least.run, plan?.['Execution Time'] ?? Infinity);
      least.locks = held.rows[0]?.n ?? 0;
    }
    await client.query('DEALLOCATE asked');
  } finally {
    client.release();
  }
  return least;
}

const shown = ({ plan, run, locks }: Cost): string => `${plan.toFixed(2)} + ${run.toFixed(2)}, ${locks}`;

async function deliveryCosts(pool: pg.Pool): Promise<Map<string, Cost>> {
  const now = new Date();
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM "WebhookDelivery" WHERE "claimedBy" = 'w' ORDER BY "createdAt" DESC LIMIT ${BATCH}`,
  );
  const settled = rows.map(({ id }) => ({
    accountId: 'a',
    id,
    status: 'sent' as const,
    attempts: 1,
    attemptedAt: now,
    nextRetryAt: null,
    responseCode: 200,
    responseBody: 'ok',
    ms: 3,
    endpointId: 'e',
    wasAsked: true,
    error: null,
  }));
  const statements: Record<string, Statement> = {
    'look for what is due': await asked((spy) => look(spy, now, [])),
    'claim 64': await asked((spy) =>
      claim(spy, { worker: 'w2', now, leaseEnd: now }, [{ accountId: 'a', endpointId: 'e', quota: BATCH }]),
    ),
    'settle 64': await asked((spy) => settle(spy, { worker: 'w', now }, settled)),
    'newest 50': {
      text: `SELECT d.* FROM "WebhookDelivery" d WHERE d."accountId" = $1 ORDER BY d."createdAt" DESC, d.id DESC LIMIT 50`,
      values: ['a'],
    },
    'one by id': {
      text: `SELECT d.* FROM "WebhookDelivery" d WHERE d."accountId" = $1 AND d.id = $2`,
      values: ['a', rows[0]?.id],
    },
  };
  const costs = new Map<string, Cost>();
  for (const [name, statement] of Object.entries(statements)) costs.set(name, await costOf(pool, statement));
  return costs;
}

async function messageCosts(pool: pg.Pool): Promise<Map<string, Cost>> {
  const now = new Date();
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM "MarketingMessage" LIMIT ${BATCH}`);
  const settled = rows.map(({ id }) => ({
    id,
    status: 'sent' as const,
    providerMessageId: 'v',
    lastError: null,
  }));
  const statements: Record<string, Statement> = {
    'channels that are due': await asked((spy) => dueChannels(spy, now)),
    'claim 64': await asked((spy) =>
      claimMessages(spy, { channelId: 'ch', worker: 'w', now, leaseEnd: now, limit: BATCH }),
    ),
    'settle 64': await asked((spy) => settleMessages(spy, { accountId: 'a', worker: 'w', now }, settled)),
    'a callback': {
      text: `SELECT m.id FROM "MarketingMessage" m WHERE m."channelIntegrationId" = $1 AND m."providerMessageId" = $2`,
      values: ['ch', 'v77'],
    },
    'newest of a contact': {
      text: `SELECT m.id FROM "MarketingMessage" m WHERE m."accountId" = $1 AND m."contactId" = $2 ORDER BY m."createdAt" DESC LIMIT 20`,
      values: ['a', 'p77'],
    },
  };
  const costs = new Map<string, Cost>();
  for (const [name, statement] of Object.entries(statements)) costs.set(name, await costOf(pool, statement));
  return costs;
}

/** What readers and writers wait for while the deliveries become a table by month, and how long each step takes. */
async function upgrade(url: string, pool: pg.Pool): Promise<string> {
  const all = readMigrations();
  const first = all.findIndex(({ name }) => name.endsWith(FIRST_STEP));
  let phase = 'before';
  let isOver = false;
  const waited = new Map<string, number[]>();
  const keepBusy = async (work: (n: number) => Promise<unknown>): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const [begun, from] = [performance.now(), phase];
      await work(n);
      const ms = performance.now() - begun;
      for (const of of new Set([from, phase])) waited.set(of, [...(waited.get(of) ?? []), ms]);
      await sleep(2);
    }
  };
  const busy = Promise.all(busyDeliveries(pool).map(keepBusy));
  const steps: [string, number][] = [];
  await sleep(2_000);
  for (const [at, { name }] of all.entries()) {
    if (at < first || at > first + 3) continue;
    phase = name.replace(/^\d+_/, '');
    const begun = performance.now();
    await migrate(url, all.slice(0, at + 1));
    steps.push([phase, performance.now() - begun]);
    phase = 'between';
    await sleep(300);
  }
  phase = 'after';
  await sleep(2_000);
  isOver = true;
  await busy;
  const most = Math.max(...[...waited.values()].flat());
  if (most > MOST_MS) throw new Error(`Somebody waited ${most.toFixed(0)} ms while deliveries became a table by month`);
  const longest = (of: string): string => `${Math.max(0, ...(waited.get(of) ?? [])).toFixed(0)} ms`;
  return lay([
    ['Step', 'Takes', 'Longest wait of a reader or writer'],
    ['before the upgrade', '', longest('before')],
    ...steps.map(([name, ms]) => [name, `${ms.toFixed(0)} ms`, longest(name)]),
    ['after it', '', longest('after')],
  ]);
}

/** The deliveries of before, and as they are two months after they became a table by month. */
async function deliveriesByMonth(
  url: string,
  rows: number,
): Promise<{ asOne: Map<string, Cost>; steps: string; byMonth: Map<string, Cost> }> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  try {
    await pool.query(readMigrations().find(({ name }) => name.endsWith(ENDPOINTS_OF_TODAY))?.script ?? '');
    await pool.query(`${ACCOUNT}; ${ENDPOINT}; ALTER TABLE "WebhookDelivery" DISABLE TRIGGER ALL`);
    await pool.query(DELIVER, [rows]);
    await pool.query('ALTER TABLE "WebhookDelivery" ENABLE TRIGGER ALL');
    await pool.query('VACUUM ANALYZE "WebhookDelivery"');
    const asOne = await deliveryCosts(pool);
    const steps = await upgrade(url, pool);
    // Nothing is in what was there before, the rows are in months of their own.
    const { rows: parts } = await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relname LIKE 'WebhookDelivery\\_before\\_____\\___'`,
    );
    await pool.query(`DROP TABLE "${parts[0]?.name ?? ''}"`);
    await keepMonths(pool, DELIVERIES, new Date());
    await pool.query(DELIVER, [rows]);
    await pool.query('VACUUM ANALYZE "WebhookDelivery"');
    return { asOne, steps, byMonth: await deliveryCosts(pool) };
  } finally {
    await pool.end();
  }
}

/** @param months that messages are kept in; 0: one table, as it is */
async function messagesIn(
  server: pg.Client,
  url: (name: string) => string,
  months: number,
): Promise<Map<string, Cost>> {
  await server.query(`CREATE DATABASE messages_${months} TEMPLATE empty`);
  const pool = new pg.Pool({ connectionString: url(`messages_${months}`), max: 2 });
  try {
    if (months > 0) {
      await pool.query(DIVIDE_MESSAGES);
      const now = new Date();
      const monthly: MonthlyTable = {
        table: 'MarketingMessage',
        column: 'id',
        boundOf: firstIdOf,
        ahead: 1,
        keptSince: () => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2 - months, 1)),
      };
      const { putOff } = await keepMonths(pool, monthly, now);
      if (putOff.length > 0) throw new Error(`Could not make ${putOff.join(', ')}`);
    }
    await pool.query(MESSAGES);
    await pool.query('VACUUM ANALYZE "MarketingMessage"');
    return await messageCosts(pool);
  } finally {
    await pool.end();
  }
}

const side = (title: string, columns: readonly [string, Map<string, Cost>][]): string =>
  lay([
    [title, ...columns.map(([name]) => name)],
    ...[...(columns[0]?.[1].keys() ?? [])].map((name) => [
      name,
      ...columns.map(([, costs]) => {
        const cost = costs.get(name);
        return cost === undefined ? '' : shown(cost);
      }),
    ]),
  ]);

export const months: ScalePart = {
  name: 'months',
  title: 'Tables by month',
  missing: () => null,
  async run(say, { full }) {
    const rows = full ? ROWS.full : ROWS.small;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-months-'));
    // Started by root, PostgreSQL runs as nobody.
    fs.chmodSync(folder, 0o711);
    const postgres = await startEmbeddedPostgres({
      dir: path.join(folder, 'postgres'),
      flags: ['-c', 'max_locks_per_transaction=512'],
    });
    const url = (name: string): string => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
    const server = new pg.Client({ connectionString: postgres.url });
    await server.connect();
    try {
      const all = readMigrations();
      const first = all.findIndex(({ name }) => name.endsWith(FIRST_STEP));
      await server.query('CREATE DATABASE deliveries');
      await migrate(url('deliveries'), all.slice(0, first));
      say(`Making ${rows.toLocaleString('en')} deliveries …`);
      const { asOne, steps, byMonth } = await deliveriesByMonth(url('deliveries'), rows);

      say('What messages would cost by month …');
      await server.query('CREATE DATABASE empty');
      await migrate(url('empty'), all);
      const counts = full ? [0, 3, 15, 60] : [0, 15];
      const messages: [string, Map<string, Cost>][] = [];
      for (const count of counts)
        messages.push([count === 0 ? 'one table' : `${count} months`, await messagesIn(server, url, count)]);
      return [
        `${rows.toLocaleString('en')} deliveries become a table by month, under readers and writers:`,
        steps,
        'Milliseconds to plan + to run, and relations that are locked:',
        side('Deliveries', [
          ['one table', asOne],
          ['by month', byMonth],
        ]),
        side('Messages, if they were by month', messages),
      ].join('\n\n');
    } finally {
      await server.end();
      await postgres.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
};
