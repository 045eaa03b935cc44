/** One workspace cannot take all connections, asked through the doors. */
import { describe, expect, it } from 'vitest';
import { FairShare } from '@/server/platform/db/fair-share';
import { makeBroadcast } from '@/server/testing/factories/messaging';
import { makeContact } from '@/server/testing/factories/audience';
import { eventually, expectData } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();

describe('300 requests of one workspace at once, none of which ends', () => {
  /** Runs `work` while 300 requests of ours wait for a lock that somebody else holds. */
  async function whileOursWait(
    sql: string,
    values: unknown[],
    request: () => Promise<unknown>,
    work: () => Promise<void>,
  ) {
    const holder = await server.services.database.pool.connect();
    await holder.query('BEGIN');
    await holder.query(sql, values);
    const waiting = Array.from({ length: 300 }, request);
    try {
      await work();
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
      await Promise.all(waiting);
    }
  }
  /** Another's reads, one after the other: they end while ours still wait. */
  const othersRead = async (): Promise<void> => {
    const { id } = await makeContact(server.services.database, server.theirs.accountId);
    for (let n = 0; n < 20; n++) expectData(await server.call(server.theirs.key, 'GET', `/api/v1/contacts/${id}`));
  };

  it('leaves connections for another: statements of their own', async () => {
    const { id } = await makeBroadcast(server.services.database, server.ours.accountId);
    await whileOursWait(
      'SELECT FROM "Broadcast" WHERE id = $1 FOR UPDATE',
      [id],
      () => server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/cancel`),
      othersRead,
    );
  });

  it("leaves connections for another: Prisma's transactions", async () => {
    const { id } = await makeBroadcast(server.services.database, server.ours.accountId);
    await whileOursWait(
      'SELECT FROM "Broadcast" WHERE id = $1 FOR UPDATE',
      [id],
      () => server.call(server.ours.key, 'PATCH', `/api/v1/broadcasts/${id}`, { body: { name: 'New' } }),
      othersRead,
    );
  });

  it("leaves connections for another: Prisma's single writes", async () => {
    const { rows } = await server.services.database.pool.query<{ id: string }>(
      `INSERT INTO "ContactList" ("accountId", name, "createdAt", "updatedAt") VALUES ($1, 'Held', now(), now()) RETURNING id`,
      [server.ours.accountId],
    );
    const id = rows[0]?.id as string;
    await whileOursWait(
      'SELECT FROM "ContactList" WHERE id = $1 FOR UPDATE',
      [id],
      () => server.call(server.ours.key, 'PATCH', `/api/v1/contact-lists/${id}`, { body: { description: 'New' } }),
      othersRead,
    );
  });
});

describe('forty who count at once', () => {
  it('are two in PostgreSQL, and leave the workspace its connections for all that is brief', async () => {
    const { pool } = server.services.database;
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE "Contact" IN ACCESS EXCLUSIVE MODE');
    const definition = {
      match: 'all',
      groups: [{ match: 'all', conditions: [{ field: 'email', op: 'is_set' }] }],
    };
    const counting = Array.from({ length: 40 }, () =>
      server.call(server.ours.key, 'POST', '/api/v1/audience-segments/preview', { body: { definition } }),
    );
    try {
      const waiting = async (): Promise<number> => {
        const { rows } = await holder.query<{ waiting: number }>(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows[0]?.waiting ?? 0;
      };
      await eventually(async () => expect(await waiting()).toBe(2));
      for (let n = 0; n < 20; n++) {
        expectData(
          await server.call(server.ours.key, 'POST', '/api/v1/contact-lists', { body: { name: `List ${n}` } }),
          201,
        );
        expectData(await server.call(server.ours.key, 'GET', '/api/v1/broadcasts'));
      }
      expect(await waiting()).toBe(2);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    for (const answer of await Promise.all(counting)) expectData(answer);
  });

  it('wait for nobody of another workspace', async () => {
    const share = FairShare.forLong();
    const order: string[] = [];
    const running = (account: string, work: Promise<void>) => share.run(account, () => (order.push(account), work));
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const all = Array.from({ length: 5 }, () => running('a', held));
    for (let n = 0; n < 50; n++) await running('b', Promise.resolve());
    expect(order.filter((account) => account === 'a')).toHaveLength(2);
    expect(order.filter((account) => account === 'b')).toHaveLength(50);
    end();
    await Promise.all(all);
    expect(order.filter((account) => account === 'a')).toHaveLength(5);
    expect(share.load).toEqual({ underWay: 0, waiting: 0 });
  });
});

describe('the share', () => {
  const gate = () => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { open, opened };
  };

  it('is three quarters of the connections, and what waits is served by turns of the workspaces', async () => {
    const share = new FairShare(8);
    const order: string[] = [];
    const first = gate();
    const running = (account: string) => share.run(account, () => (order.push(account), first.opened));
    const all = [...Array.from({ length: 10 }, () => running('a')), ...Array.from({ length: 4 }, () => running('b'))];
    expect(order.join('')).toBe('aaaaaabb');
    const later = Array.from({ length: 2 }, () => share.run('c', () => Promise.resolve(void order.push('c'))));
    first.open();
    await Promise.all([...all, ...later]);
    // b and c wait behind four of a, and yet come before the last of them.
    expect(order.slice(8).join('')).toBe('abcabcaa');
  });

  it('gives its place back when work fails', async () => {
    const share = new FairShare(8);
    for (let n = 0; n < 20; n++)
      await expect(share.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(share.run('a', () => Promise.resolve(1))).resolves.toBe(1);
  });

  it('is UNAVAILABLE after three seconds, and whoever gave up takes no place', async () => {
    const share = new FairShare(8);
    const held = gate();
    const holding = Array.from({ length: 6 }, () => share.run('a', () => held.opened));
    let ran = false;
    await expect(share.run('a', () => Promise.resolve(void (ran = true)))).rejects.toMatchObject({
      appCode: 'UNAVAILABLE',
    });
    held.open();
    await Promise.all(holding);
    expect(ran).toBe(false);
    await expect(
      Promise.all(Array.from({ length: 6 }, () => share.run('a', () => Promise.resolve(1)))),
    ).resolves.toHaveLength(6);
  });
});
