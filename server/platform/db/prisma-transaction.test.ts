/** Prisma's interactive transactions: nothing of one runs after it was rolled back, and a wait for a lock is none of its ends. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { openDatabase, type Database } from '@/server/platform/db/client';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { toAppError } from '@/server/platform/errors';
import { now } from '@/server/platform/lib/clock';
import { createAccount } from '@/server/modules/account/accounts/service';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';
import { eventually } from '@/server/testing/http';

let own: TestDatabase;
let database: Database;
/** Somebody else, who keeps a table from being written. */
let other: pg.Client;
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.url, { poolSize: 1 });
  other = new pg.Client({ connectionString: own.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await database.close();
  await own.drop();
});

const keepFromWriting = (table: string) => other.query(`BEGIN; LOCK TABLE "${table}" IN SHARE MODE`);
const waits = () =>
  eventually(async () => {
    const { rowCount } = await other.query('SELECT FROM pg_locks WHERE NOT granted');
    expect(rowCount).toBe(1);
  });

it('refuses what is left of a nested write whose transaction ran out of time', async () => {
  const texts: string[] = [];
  database.pool.once('acquire', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      texts.push((given[0] as { text: string }).text);
      return query(...given);
    }) as typeof client.query;
  });
  await keepFromWriting('Account');
  const at = now();
  const data = {
    name: 'Late',
    createdAt: at,
    updatedAt: at,
    subscription: { create: { plan: 'free', status: 'active', createdAt: at, updatedAt: at } },
  };
  const writing = prismaTransaction(database, (transaction) => transaction.account.create({ data }), 100);
  const failed = expect(writing.catch((error: unknown) => toAppError(error).appCode)).resolves.toBe('UNAVAILABLE');
  await waits();
  await eventually(() => expect(texts.at(-1)).toBe('ROLLBACK'));
  await other.query('COMMIT');
  await failed;
  expect(texts.at(-1)).toBe('ROLLBACK');
  expect(await database.prisma.account.count()).toBe(0);
});

it('waits longer for a lock than Prisma would by itself', async () => {
  await keepFromWriting('Subscription');
  const made = createAccount(database, { name: 'Patient', plan: 'growth' }, now());
  await waits();
  await other.query('SELECT pg_sleep(5.5)');
  await other.query('COMMIT');
  const { id } = await made;
  expect(await database.prisma.subscription.findFirst({ where: { accountId: id } })).toMatchObject({ plan: 'growth' });
});
