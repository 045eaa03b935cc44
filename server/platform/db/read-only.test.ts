/** A primary that was demoted while we were connected: its connections refuse to write, and new ones find another server. */
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { useServer } from '@/server/testing/server';

const server = useServer();
let codeId: string;
beforeAll(async () => {
  codeId = (await makeDiscountCode(server.services.database, server.ours.accountId)).id;
});

const DEMOTE = `SELECT set_config('default_transaction_read_only', 'on', false)`;
const PID = { text: 'SELECT pg_backend_pid() AS pid' };

/** Every connection that is there refuses to write; those that come do not. @returns how many there are */
async function demote(): Promise<number> {
  const { pool, workspaces } = server.services.database;
  const { lines } = workspaces;
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query(DEMOTE)));
  for (const client of clients) client.release();
  const pids = new Set<unknown>();
  // They are asked in turn.
  for (let each = 0; each < 2; each++) {
    await lines.query({ text: DEMOTE });
    pids.add((await lines.query(PID)).rows[0]?.pid);
  }
  return clients.length + lines.pool.totalCount;
}

let serial = 0;
const WRITES: Record<string, () => Promise<{ status: number }>> = {
  'over shared lines': () =>
    server.call(server.ours.key, 'POST', '/api/v1/discount-codes/redeem', {
      body: { discountCodeId: codeId, checkoutSessionId: `session-${serial++}`, appliedAmount: 1 },
    }),
  'in a transaction': () =>
    server.call(server.ours.key, 'POST', '/api/v1/contacts', { body: { email: `a${serial++}@example.test` } }),
};

describe('connections to a server that takes no writes any more', () => {
  it.each(Object.keys(WRITES))('are not used again: a write %s', async (way) => {
    const write = WRITES[way]!;
    expect((await write()).status).toBeLessThan(300);
    const connections = await demote();
    const statuses: number[] = [];
    for (let times = 0; times < connections * 3; times++) statuses.push((await write()).status);
    // Each refuses once at most, and says so as an outage.
    expect(new Set(statuses)).toEqual(new Set([503, statuses.at(-1)]));
    expect(statuses.filter((status) => status === 503).length).toBeLessThanOrEqual(connections);
    expect(statuses.at(-1)).toBeLessThan(300);
  });
});
