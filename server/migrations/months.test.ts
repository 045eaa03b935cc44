/**
 * A table that is large and in use becomes one by month while others read and write it (CONTRIBUTING.md#tables-by-month):
 * nothing of it is written anew, and nobody waits behind a migration that waits for somebody else.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstIdOf } from '@/server/platform/db/new-id';
import { migrate } from '@/server/migrations/migrate';
import { readMigrations } from '@/server/migrations/files';
import { busyDeliveries } from '@/server/testing/busy-deliveries';
import { createEmptyDatabase, type TestDatabase } from '@/server/testing/database';

const ROWS = 100_000;
/** For so long somebody has the table open in a transaction when the migration comes. */
const HELD_MS = 2_000;
/** A fifth of a second is what lock_briefly asks for; the rest is what a busy machine may take. */
const MOST_WAITED_MS = 1_000;

const all = readMigrations();
const first = all.findIndex(({ name }) => name.endsWith('_month_of_deliveries'));
let database: TestDatabase;
let url: string;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createEmptyDatabase();
  ({ url } = database);
  await migrate(url, all.slice(0, first));
  pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const DELIVER = `INSERT INTO "WebhookDelivery" ("accountId", id, "endpointId", "eventId", type, payload, status, "claimableAt", "createdAt", "updatedAt")
  SELECT 'a', $1 || lpad(to_hex(n), 15, '0'), 'e', 'event', 'svc.contact.created.v1', '{"n": 1}', 'sent', NULL, $2, $2 FROM generate_series($3::int, $4::int) n`;
const DAY_MS = 86_400_000;
/** Of rows and indexes, those of partitions as well: which files they are in. */
const FILES = `SELECT pg_relation_filenode(c.oid)::text AS file FROM pg_class c
  WHERE c.relkind IN ('r', 'i') AND (c.relname LIKE 'WebhookDelivery%' OR c.oid IN (SELECT indexrelid FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid WHERE t.relname LIKE 'WebhookDelivery%'))`;
const CONTENT = `SELECT count(*)::int AS rows, md5(string_agg(d::text, E'\n' ORDER BY d.id)) AS digest FROM (SELECT "accountId", id, "endpointId", payload::text, status, "createdAt" FROM "WebhookDelivery" WHERE "eventId" = 'event') d`;

test('deliveries become a table by month under load, behind somebody who holds them', async () => {
  const at = new Date();
  await pool.query(`INSERT INTO "Account" (id, name, "createdAt", "updatedAt") VALUES ('a', 'A', now(), now())`);
  await pool.query(
    `INSERT INTO "WebhookEndpoint" (id, "accountId", url, secret, "secretPreview", "createdAt", "updatedAt") VALUES ('e', 'a', 'https://a.example', 's', 'p', now(), now())`,
  );
  for (let day = 0; day < 30; day++) {
    const then = new Date(at.getTime() - day * DAY_MS);
    await pool.query(DELIVER, [firstIdOf(then), then, 1, Math.floor(ROWS / 30)]);
  }
  // An id that is no time, as tests make them.
  await pool.query(DELIVER, ['cffffffff0', at, 1, 3]);
  const content = (await pool.query(CONTENT)).rows;
  const files = (await pool.query<{ file: string }>(FILES)).rows.map(({ file }) => file);

  // Somebody reads it, in a transaction that stays open.
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT count(*) FROM "WebhookDelivery"');
  const isOver = { value: false };
  const waited: number[] = [];
  const keepBusy = async (work: (n: number) => Promise<unknown>): Promise<void> => {
    for (let n = 0; !isOver.value; n++) {
      const begun = performance.now();
      await work(n);
      waited.push(performance.now() - begun);
      await sleep(5);
    }
  };
  const busy = Promise.all(busyDeliveries(pool).map(keepBusy));
  const migrated = migrate(url, all);
  const begun = performance.now();
  await sleep(HELD_MS);
  await holder.query('COMMIT');
  holder.release();
  await migrated;
  isOver.value = true;
  await busy;

  // It waited, and nobody waited with it.
  expect(performance.now() - begun).toBeGreaterThan(HELD_MS);
  expect(waited.length).toBeGreaterThan(100);
  expect(Math.max(...waited)).toBeLessThan(MOST_WAITED_MS);
  expect((await pool.query(CONTENT)).rows).toEqual(content);
  // Every file of before is still one of its files: no row and no index was written anew.
  expect((await pool.query<{ file: string }>(FILES)).rows.map(({ file }) => file)).toEqual(
    expect.arrayContaining(files),
  );
  const { rows } = await pool.query<{ part: string; rows: number }>(
    `SELECT c.relname AS part, count(*)::int AS rows FROM "WebhookDelivery" d JOIN pg_class c ON c.oid = d.tableoid WHERE d."eventId" = 'event' GROUP BY 1 ORDER BY 1`,
  );
  expect(rows).toEqual([
    { part: expect.stringMatching(/^WebhookDelivery_before_\d{4}_\d\d$/), rows: Math.floor(ROWS / 30) * 30 },
    { part: 'WebhookDelivery_rest', rows: 3 },
  ]);
  // What referred to an endpoint still does.
  await expect(
    pool.query(`UPDATE "WebhookDelivery" SET "endpointId" = 'nobody' WHERE id = 'cffffffff0000000000000001'`),
  ).rejects.toThrow(/foreign key/);
  await pool.query(`DELETE FROM "WebhookEndpoint"`);
  expect((await pool.query(CONTENT)).rows).toMatchObject([{ rows: 0 }]);
});
