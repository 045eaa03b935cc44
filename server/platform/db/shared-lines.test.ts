/** Brief statements of many share a few connections: each is given its own answer, whatever becomes of the others. */
import { describe, expect, it } from 'vitest';
import { workspaceStatement } from '@/server/platform/db/statement';
import { SYSTEM, workspaceDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { eventually, expectData } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();
const open = (accountId: string): WorkspaceDb =>
  workspaceDb(server.services.database, { accountId, actor: SYSTEM, now: now() });

const inverse = workspaceStatement<{ accountId: string; inverse: number; line: number }, [divisor: number]>(
  'test.inverse',
  'SELECT $1 AS "accountId", 1000 / $2::int AS inverse, pg_backend_pid() AS line',
  { isBrief: true },
);

const times = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe('shared lines', () => {
  it('give each question its own answer, and an error to nobody but who caused it', async () => {
    const asked = times(300, (n) => ({ accountId: n % 2 === 0 ? server.ours.accountId : server.theirs.accountId, n }));
    const answers = await Promise.allSettled(
      asked.map(async ({ accountId, n }) => await open(accountId).rows(inverse, n % 10)),
    );
    for (const [index, { accountId, n }] of asked.entries())
      expect(answers[index]).toMatchObject(
        n % 10 === 0
          ? { status: 'rejected', reason: { message: 'division by zero' } }
          : { status: 'fulfilled', value: [{ accountId, inverse: Math.trunc(1000 / (n % 10)) }] },
      );
  });

  it('answer while every connection of the pool is taken', async () => {
    const { pool } = server.services.database;
    const holders = await Promise.all(times(pool.options.max, () => pool.connect()));
    try {
      expect(await open(server.ours.accountId).rows(inverse, 10)).toMatchObject([{ inverse: 100 }]);
    } finally {
      for (const holder of holders) holder.release();
    }
  });

  it('go on over others when they break', async () => {
    const { id } = await makeDiscountCode(server.services.database, server.ours.accountId);
    const ask = () => server.call(server.ours.key, 'GET', `/api/v1/discount-codes/${id}`);
    const linesNow = async (): Promise<Set<number>> => {
      const rows = await Promise.all(times(8, () => open(server.ours.accountId).rows(inverse, 1)));
      return new Set(rows.flat().map(({ line }) => line));
    };
    const before = await linesNow();
    const meanwhile = times(50, ask);
    await server.services.database.pool.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [
      [...before],
    ]);
    for (const { status } of await Promise.all(meanwhile)) expect([200, 503]).toContain(status);
    await eventually(async () => void expectData(await ask()));
    for (const line of await linesNow()) expect(before).not.toContain(line);
  });

  it.each([
    ['writes', 'UPDATE "DiscountCode" SET active = false WHERE "accountId" = $1'],
    ['locks', 'SELECT id FROM "DiscountCode" WHERE "accountId" = $1 FOR NO KEY UPDATE'],
  ])('take no statement that %s', (name, text) => {
    expect(() => workspaceStatement(`test.brief-${name}`, text, { isBrief: true })).toThrow('is not brief');
  });
});
