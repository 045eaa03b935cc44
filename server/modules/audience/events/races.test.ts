/** An event that is told while its person is erased or becomes one with another (docs/contract/events.md#whose-it-is). */
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPeopleJob } from '@/server/modules/audience/events/jobs';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { eventually, expectData } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer();
const pool = () => server.services.database.pool;
const kept = () => server.services.database.prisma.shopperEvent.findMany({ where: { accountId: us.accountId } });

let us: Tenant;
let client: PoolClient;
let email: string;
let [goes, stays] = ['', ''];
beforeEach(async () => {
  us = await server.makeTenant();
  email = `${unique('ani')}@example.test`;
  goes = (await makeContact(server.services.database, us.accountId, { email })).id;
  stays = (await makeContact(server.services.database, us.accountId, { email: null, phone: '+6281234567' })).id;
  client = await pool().connect();
  await client.query('BEGIN');
});
afterEach(async () => {
  await client.query('ROLLBACK');
  client.release();
});

const at = new Date(Date.now() - 60_000).toISOString();
const report = (): Promise<Answer> =>
  server.call(us.key, 'POST', '/api/v1/events', { body: { events: [{ name: 'page_viewed', id: 'e-1', at, email }] } });
const EVENT = `INSERT INTO "ShopperEvent" ("accountId", id, name, at, email, properties, "createdAt") VALUES ($1, 'e-1', 'page_viewed', $2, $3, '{}', $2)`;
const ENDS: [what: string, end: () => Promise<Answer>, after: () => string[]][] = [
  ['erased', () => server.call(us.key, 'POST', `/api/v1/contacts/${goes}/erase`), () => []],
  [
    'merged into another',
    () => server.call(us.key, 'POST', '/api/v1/contacts/merge', { body: { keepId: stays, mergeIds: [goes] } }),
    () => [stays],
  ],
];

/** Resolves when so many wait for a lock, or when the work is done without having waited. */
const waitFor = async (waiting: number, work: Promise<unknown>): Promise<void> => {
  let done = false;
  void work.finally(() => (done = true));
  await eventually(async () => {
    const { rows } = await pool().query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(done || rows[0]?.n === waiting).toBe(true);
  });
};

describe.each(ENDS)('an event of somebody who is %s', (_, end, after) => {
  it('that was being kept already is found', async () => {
    // Whoever keeps the same event waits for this one.
    await client.query(EVENT, [us.accountId, at, null]);
    const reported = report();
    await waitFor(1, reported);
    const ended = end();
    await waitFor(2, ended);
    await client.query('ROLLBACK');
    expect(expectData(await reported)).toMatchObject({ accepted: 1 });
    expectData(await ended);
    expect((await kept()).map(({ contactId }) => contactId)).toEqual(after());
  });

  it('that comes while they go belongs to nobody who is gone', async () => {
    // Both come to codes after they have been at the events.
    await client.query('LOCK TABLE "DiscountCode" IN EXCLUSIVE MODE');
    const ended = end();
    await waitFor(1, ended);
    const reported = report();
    await waitFor(2, reported);
    await client.query('ROLLBACK');
    expectData(await ended);
    expect(expectData(await reported)).toMatchObject({ accepted: 1 });
    expect(await kept()).toMatchObject([{ contactId: null, email }]);
    await findPeopleJob.run(server.services, {});
    expect((await kept()).map(({ contactId }) => contactId)).toEqual(after().length === 0 ? [null] : after());
  });

  it('that nobody was known for, and that is found to be theirs while they go, is not theirs any more', async () => {
    await pool().query(EVENT, [us.accountId, at, email]);
    await client.query('LOCK TABLE "DiscountCode" IN EXCLUSIVE MODE');
    const ended = end();
    await waitFor(1, ended);
    const found = findPeopleJob.run(server.services, {});
    await waitFor(2, found);
    await client.query('ROLLBACK');
    expectData(await ended);
    await found;
    await findPeopleJob.run(server.services, {});
    expect((await kept()).map(({ contactId }) => contactId)).toEqual(after());
  });
});
