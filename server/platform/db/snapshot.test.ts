/** Snapshots: one moment, read-only, few at a time. */
import { describe, expect, it } from 'vitest';
import { openSnapshot, type Snapshot } from '@/server/platform/db/snapshot';
import { makeFeedProduct } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { useServer } from '@/server/testing/server';

const server = useServer();

const NAMES = { name: '', text: `SELECT p.name FROM "FeedProduct" p WHERE p."accountId" = $1 ORDER BY p.name` };
/** One that takes whatever there is. */
const socket = { bytesWritten: 0, writableLength: 0, destroyed: false };
const open = (accountId: string, address = unique('address')): Promise<Snapshot> =>
  openSnapshot(server.services.database, accountId, { address, socket });

async function namesOf(snapshot: Snapshot, size: number): Promise<string[][]> {
  const pages: string[][] = [];
  for await (const rows of snapshot.pages(NAMES, size))
    pages.push((rows as { name: string }[]).map(({ name }) => name));
  return pages;
}

describe('a snapshot', () => {
  it('gives the rows of its workspace in pages, as often as asked, all of one moment', async () => {
    const { accountId } = await server.makeTenant();
    const make = (name: string) => makeFeedProduct(server.services.database, accountId, { name });
    for (const name of ['a', 'b', 'c', 'd']) await make(name);
    await makeFeedProduct(server.services.database, server.theirs.accountId, { name: 'theirs' });
    const snapshot = await open(accountId);
    try {
      expect(await namesOf(snapshot, 3)).toEqual([['a', 'b', 'c'], ['d']]);
      await make('e');
      expect(await namesOf(snapshot, 2)).toEqual([
        ['a', 'b'],
        ['c', 'd'],
      ]);
      expect(await snapshot.rows(NAMES)).toHaveLength(4);
    } finally {
      await snapshot.close();
    }
  });

  it('refuses to write', async () => {
    const { accountId } = await server.makeTenant();
    const snapshot = await open(accountId);
    try {
      await expect(
        snapshot.rows({ name: '', text: `UPDATE "FeedProduct" SET name = 'x' WHERE "accountId" = $1` }),
      ).rejects.toThrow(/read-only/);
    } finally {
      await snapshot.close();
    }
  });

  it('may be closed twice, and its connection is good for the next', async () => {
    const { accountId } = await server.makeTenant();
    for (let round = 0; round < 10; round++) {
      const snapshot = await open(accountId);
      if (round % 2 === 0)
        await expect(snapshot.rows({ name: '', text: `SELECT 1 / 0 WHERE $1 <> ''` })).rejects.toThrow(/division/);
      await Promise.all([snapshot.close(), snapshot.close()]);
    }
    expect(server.services.database.pool.waitingCount).toBe(0);
  });

  it('waits for its turn while four are open, and the turns are in order', async () => {
    const { accountId } = await server.makeTenant();
    const first = await Promise.all(Array.from({ length: 4 }, () => open(accountId)));
    const entered: number[] = [];
    const later = Array.from({ length: 3 }, async (_, index) => {
      const snapshot = await open(accountId);
      entered.push(index);
      return snapshot;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(entered).toEqual([]);
    // One at a time: two that get their turn together may get their connection in either order.
    for (const index of [0, 1, 2]) {
      await first[index]?.close();
      await later[index];
      expect(entered).toEqual([0, 1, 2].slice(0, index + 1));
    }
    await first[3]?.close();
    for (const snapshot of await Promise.all(later)) await snapshot.close();
    // Nobody's turn was lost.
    for (const snapshot of await Promise.all(Array.from({ length: 4 }, () => open(accountId)))) await snapshot.close();
  });
});
