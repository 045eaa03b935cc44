/** What stands between us and PostgreSQL: refused in words where it would lose something, and otherwise of no matter. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkConnections } from '@/server/platform/db/check-connections';
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import { createApp } from '@/server/doors/app';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';
import { makeAccount, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { makeContact } from '@/server/testing/factories/audience';
import { startPooler, type Pooler, type PoolerOptions } from '@/server/testing/pooler';
import { testSettings } from '@/server/testing/server';

let database: TestDatabase;
const poolers: Pooler[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const pooler of poolers) await pooler.stop();
  await database.drop();
});

async function pooled(options: PoolerOptions = {}): Promise<string> {
  const pooler = await startPooler(database.url, options);
  poolers.push(pooler);
  return pooler.url;
}
const settingsOf = (databaseUrl: string, more: Record<string, string> = {}) =>
  testSettings(databaseUrl, { LARIS_EMBEDDED: '', PROVIDERS: 'sandbox', ...more });
const check = (databaseUrl: string, more: Record<string, string> = {}): Promise<string[]> =>
  checkConnections(settingsOf(databaseUrl, more));
const DELIVERS = { EXTENSIONS: 'webhook-delivery' };

describe('the addresses of the database', () => {
  it('hold where they lead to PostgreSQL itself', async () => {
    expect(await check(database.url)).toEqual([]);
    expect(await check(database.url, { ...DELIVERS, DATABASE_DIRECT_URL: database.url })).toEqual([
      expect.stringContaining('statement_timeout'),
    ]);
  });

  it.each([{ refuses: true }, { refuses: false }])(
    'are refused with a pooler alone, whether it refuses or drops ($refuses)',
    async (options) => {
      await expect(check(await pooled(options))).rejects.toThrow(
        /^DATABASE_URL leads through a pooler.*DATABASE_DIRECT_URL/,
      );
    },
  );

  it('hold with a pooler and a way past it, with a word on what the pooler drops', async () => {
    const url = await pooled();
    expect(await check(url, { ...DELIVERS, DATABASE_DIRECT_URL: database.url })).toEqual([
      expect.stringContaining('statement_timeout'),
    ]);
    expect(await check(url, { DATABASE_DIRECT_URL: database.url })).toEqual([
      expect.stringContaining('statement_timeout'),
      expect.stringContaining('webhook-delivery'),
    ]);
    const reported = await pooled({
      options: '-c timezone=UTC -c statement_timeout=20s -c laris.webhook_delivery=off',
    });
    expect(await check(reported, { DATABASE_DIRECT_URL: database.url })).toEqual([]);
  });

  it('are refused where statements are not prepared on each session', async () => {
    const url = await pooled({ prepares: false });
    await expect(check(url, { DATABASE_DIRECT_URL: database.url })).rejects.toThrow('max_prepared_statements');
  });

  it('are refused where the second leads through the pooler too, or elsewhere', async () => {
    const url = await pooled();
    await expect(check(url, { DATABASE_DIRECT_URL: url })).rejects.toThrow(
      /^DATABASE_DIRECT_URL leads through a pooler/,
    );
    const other = new URL(database.url);
    other.pathname = '/postgres';
    await expect(check(url, { DATABASE_DIRECT_URL: other.href })).rejects.toThrow('lead to different databases');
  });

  it('are refused where sessions have another time zone, or note nothing for webhooks that are to be told', async () => {
    const abroad = await pooled({ options: '-c timezone=Asia/Jakarta' });
    await expect(check(abroad, { DATABASE_DIRECT_URL: database.url })).rejects.toThrow('the time zone Asia/Jakarta');
    const silent = await pooled({ options: '-c timezone=UTC -c laris.webhook_delivery=off' });
    await expect(check(silent, { ...DELIVERS, DATABASE_DIRECT_URL: database.url })).rejects.toThrow(
      'laris.webhook_delivery = off',
    );
  });

  it('that lead nowhere are no fault of theirs', async () => {
    await expect(check('postgresql://127.0.0.1:1/laris')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('behind a pooler', () => {
  let services: ServicesHandle;
  beforeAll(async () => {
    const settings = settingsOf(await pooled({ sessions: 2 }), { ...DELIVERS, DATABASE_DIRECT_URL: database.url });
    services = createServices(settings, { name: 'test' });
  });
  afterAll(() => services.close());

  it('changes are noted', async () => {
    const accountId = await makeAccount(services.database);
    await makeWebhookEndpoint(services, accountId);
    await makeContact(services.database, accountId);
    expect(await services.database.prisma.change.findMany({ where: { accountId } })).toMatchObject([
      { table: 'Contact', operation: 'insert' },
    ]);
  });

  it('more requests than sessions are answered, over lines and connections', async () => {
    const accountId = await makeAccount(services.database);
    const { workspaces, pool } = services.database;
    const asked = Array.from({ length: 60 }, (_, index) => {
      const kind = index % 3;
      const text = `SELECT id, ${kind} AS kind FROM "Account" WHERE id = $1`;
      return { kind, query: { name: `test.kind-${kind}`, text, values: [accountId] } };
    });
    const answers = await Promise.all(
      asked.map(({ query }, index) => (index % 2 === 0 ? workspaces.lines.query(query) : pool.query(query))),
    );
    expect(answers.map(({ rows }) => rows[0])).toEqual(asked.map(({ kind }) => ({ id: accountId, kind })));
  });

  it('a session is held past it', async () => {
    const [one, other] = [await services.database.sessions.connect(), await services.database.sessions.connect()];
    try {
      const lock = async (client: typeof one) =>
        (await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock(4580) AS got')).rows[0]?.got;
      expect([await lock(one), await lock(other), await lock(one)]).toEqual([true, false, true]);
    } finally {
      one.release(true);
      other.release(true);
    }
  });

  it('/readyz says which fault keeps requests away', async () => {
    const wrong = createServices(settingsOf(await pooled()), { name: 'test' });
    const app = await createApp(wrong);
    try {
      const answer = await app.inject({ method: 'GET', url: '/readyz' });
      expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'database addresses wrong' }]);
    } finally {
      await app.close();
      await wrong.close();
    }
  });
});
