/** Reads that may be a second old go to a standby that follows, and to the primary otherwise (docs/scale.md#reads-from-a-standby). */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/server/platform/db/client';
import { Standby } from '@/server/platform/db/standby';
import type { ReadConnections } from '@/server/platform/db/workspace-connections';
import { procedures } from '@/server/doors/rest-routes';
import { createTestDatabase } from '@/server/testing/database';
import { entriesOf } from '@/server/testing/contract/entries';
import { makeContact } from '@/server/testing/factories/audience';
import { eventually, expectData, trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';
import { startWithStandby, type WithStandby } from '@/server/testing/standby';

/** With a database of the operator's own. */
const APART = { LARIS_EMBEDDED: '0', PROVIDERS: 'sandbox', PAYMENT_PROVIDER: 'sandbox' };
const PATIENCE_MS = 20_000;

let both: WithStandby;
const server = useServer(
  { EXTENSIONS: 'message-list,webhook-delivery' },
  {
    pages: false,
    database: async () => {
      both = await startWithStandby();
      return { url: both.url, drop: () => both.stop(), settings: { DATABASE_READ_URL: both.standbyUrl, ...APART } };
    },
  },
);

/** Another process, of whose writes the server knows nothing. */
let elsewhere: Database;
beforeAll(async () => {
  elsewhere = openDatabase(both.url, { poolSize: 1 });
  await follows();
});
afterAll(() => elsewhere.close());

const follows = () =>
  eventually(() => expect(server.services.database.standby?.serves(server.theirs.accountId)).toBe(true), PATIENCE_MS);
const PATH = '/api/v1/contacts?limit=100';
const listed = async (): Promise<string[]> => {
  const { data } = expectData(await server.call(server.ours.key, 'GET', PATH)) as { data: { email: string }[] };
  return data.map(({ email }) => email);
};
/** How often a list of contacts was read of the standby. */
const readsThere = async (): Promise<number> => {
  const [row] = await both.onStandby<{ reads: string }>(
    `SELECT coalesce(idx_scan, 0) + coalesce(seq_scan, 0) AS reads FROM pg_stat_user_tables WHERE relname = 'Contact'`,
  );
  return Number(row?.reads ?? 0);
};
const isReadThere = async (): Promise<void> => {
  const before = await readsThere();
  await eventually(async () => {
    await listed();
    expect(await readsThere()).toBeGreaterThan(before);
  }, PATIENCE_MS);
};

it('is not trusted where it is the standby of another database', async () => {
  const other = await createTestDatabase();
  const reported: unknown[] = [];
  const database = openDatabase(other.url, {
    readUrl: both.standbyUrl,
    onStandby: (isFresh, reason) => void reported.push(isFresh, reason),
  });
  try {
    await eventually(
      () =>
        expect(reported).toEqual([
          false,
          expect.objectContaining({ message: expect.stringMatching(/another database/) as string }),
        ]),
      PATIENCE_MS,
    );
    expect(database.standby?.serves(server.ours.accountId)).toBe(false);
  } finally {
    await database.close();
    await other.drop();
  }
});

it('is left once nobody knows how far it is, though nothing has failed yet', async () => {
  const answers = (rows: object[]) => ({ query: () => Promise.resolve({ rows }) }) as unknown as pg.Pool;
  let hangs = false;
  const there = {
    query: () => (hangs ? new Promise(() => undefined) : Promise.resolve({ rows: [{ id: 'm', isThere: true }] })),
  };
  const connections = { pool: there, close: () => Promise.resolve() } as unknown as ReadConnections;
  const standby = new Standby(answers([{ id: 'm', position: '0/1' }]), connections, () => undefined);
  await eventually(() => expect(standby.serves('a')).toBe(true), PATIENCE_MS);
  hangs = true;
  const from = performance.now();
  await eventually(() => expect(standby.serves('a')).toBe(false), PATIENCE_MS);
  expect(performance.now() - from).toBeLessThan(2_500);
});

describe('a list', () => {
  it('is read of the standby', isReadThere);

  it('has at once what its workspace has just written here', async () => {
    for (let n = 0; n < 5; n++) {
      const email = `own-${n}@example.com`;
      expectData(await server.call(server.ours.key, 'POST', '/api/v1/contacts', { body: { email } }), 201);
      expect(await listed()).toContain(email);
    }
  });

  it('is never older than a second or so, though the standby stands still', async () => {
    await follows();
    await both.onStandby('SELECT pg_wal_replay_pause()');
    try {
      const at = performance.now();
      await makeContact(elsewhere, server.ours.accountId, { email: 'elsewhere@example.com' });
      await eventually(async () => expect(await listed()).toContain('elsewhere@example.com'), PATIENCE_MS);
      expect(performance.now() - at).toBeLessThan(3_000);
    } finally {
      await both.onStandby('SELECT pg_wal_replay_resume()');
    }
    await eventually(async () => expect(await listed()).toContain('elsewhere@example.com'), PATIENCE_MS);
    await follows();
    await isReadThere();
  });

  it('is answered while the standby goes away, and of the standby again once it is back', async () => {
    await follows();
    const away = new AbortController();
    const asking = (async () => {
      const statuses: number[] = [];
      while (!away.signal.aborted || statuses.length < 50)
        statuses.push((await server.call(server.ours.key, 'GET', PATH)).status);
      return statuses;
    })();
    await both.killStandby();
    away.abort();
    expect(new Set(await asking)).toEqual(new Set([200]));
    await eventually(
      () => expect(server.services.database.standby?.serves(server.theirs.accountId)).toBe(false),
      PATIENCE_MS,
    );
    await both.startStandby();
    await follows();
    await isReadThere();
  });
});

it('answers everything that may be read there, although some of it writes on the way', async () => {
  const entries = entriesOf(server);
  const lagging = procedures().filter(({ meta }) => meta.mayLag === true);
  expect(lagging.length).toBeGreaterThan(45);
  for (const { name } of lagging) {
    const us = await server.makeTenant();
    const entry = entries[name]!;
    const input = await entry.success(us);
    await both.caughtUp();
    await eventually(() => expect(server.services.database.standby?.serves(us.accountId)).toBe(true), PATIENCE_MS);
    const cookie = (await entry.cookie?.(us)) ?? us.cookie;
    const answer = await trpc(server, 'query', name, input, { cookie });
    expect(answer.status, `${name}: ${JSON.stringify(answer)}`).toBe(200);
  }
});
