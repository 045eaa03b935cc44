/**
 * Settings that are each tested alone, together: under every pair of them each REST route is called once with its own
 * example, and answers as it does without them. All servers share one database, so row-level security is switched on over rows of
 * servers that ran without it, and off again.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXTENSIONS } from '@/server/platform/env';
import { statusOf } from '@/server/platform/errors';
import { restRoutes } from '@/server/doors/rest-routes';
import { entriesOf } from '@/server/testing/contract/entries';
import { keyFor, toRequest } from '@/server/testing/contract/requests';
import { eventually } from '@/server/testing/http';
import { startPooler, type Pooler } from '@/server/testing/pooler';
import { startServer, type TestServer } from '@/server/testing/server';
import { startWithStandby, type WithStandby } from '@/server/testing/standby';

/** What is on or off: the extensions, the second wall, a pooler in transaction mode before PostgreSQL, a standby beside it. */
const SWITCHES = [...EXTENSIONS, 'row security', 'pooler', 'standby'] as const;
type Switch = (typeof SWITCHES)[number];

/**
 * A covering array of strength two (Kleitman and Spencer): all switches are off in the first row, and each is on in its own
 * three of the other five. Two sets of three of five meet and differ, so each pair of switches is off and off, on and on, on and
 * off, off and on in some row.
 */
const ROWS = (() => {
  const threeOfFive: number[][] = [];
  for (let a = 1; a <= 5; a++)
    for (let b = a + 1; b <= 5; b++) for (let c = b + 1; c <= 5; c++) threeOfFive.push([a, b, c]);
  return [0, 1, 2, 3, 4, 5].map((row) => SWITCHES.filter((_, index) => threeOfFive[index]?.includes(row)));
})();

/** The example of `withoutExtension` is answered otherwise on purpose; nothing else is. */
const CHANGED_ON_PURPOSE = 'withoutExtension';

let both: WithStandby;
let pooler: Pooler;
beforeAll(async () => {
  both = await startWithStandby();
  pooler = await startPooler(both.url, { sessions: 8 });
});
afterAll(async () => {
  await pooler.stop();
  await both.stop();
});

const settingsOf = (on: readonly Switch[]): Record<string, string> => ({
  LARIS_EMBEDDED: '0',
  PROVIDERS: 'sandbox',
  PAYMENT_PROVIDER: 'sandbox',
  EXTENSIONS: EXTENSIONS.filter((name) => on.includes(name)).join(','),
  ROW_SECURITY: String(on.includes('row security')),
  ...(on.includes('pooler') && { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: both.url }),
  ...(on.includes('standby') && { DATABASE_READ_URL: both.standbyUrl }),
});

/** The route, with the status and the code that it answered. */
async function answersOf(server: TestServer, on: readonly Switch[]): Promise<string[]> {
  const entries = entriesOf(server);
  const readsElsewhere = on.includes('standby');
  const answers = [];
  for (const route of restRoutes()) {
    const sent = toRequest(route, (await entries[route.name]?.success(server.ours)) ?? {});
    // Rows of factories are another process's: a read that may lag does not have to find them yet.
    if (readsElsewhere && route.type === 'query') await both.caughtUp();
    const answer = await server.call(keyFor(server, route), sent.method, sent.url, {
      ...(sent.body === undefined ? {} : { body: sent.body }),
      idempotencyKey: route.name,
    });
    answers.push(`${route.method} ${route.path} ${answer.status} ${answer.body.error?.code ?? ''}`.trim());
  }
  return answers;
}

/** What the contract says of them, without asking a server. */
const expected = (server: TestServer, on: readonly Switch[]): string[] =>
  restRoutes().map((route) => {
    const without = entriesOf(server)[route.name]?.[CHANGED_ON_PURPOSE];
    return without === undefined || on.includes(without.extension)
      ? `${route.method} ${route.path} ${route.status ?? 200}`
      : `${route.method} ${route.path} ${statusOf(without.code)} ${without.code}`;
  });

it('every pair of settings is both off, both on, and one without the other', () => {
  for (const one of SWITCHES)
    for (const other of SWITCHES.filter((each) => each !== one)) {
      const met = new Set(ROWS.map((on) => `${on.includes(one)} ${on.includes(other)}`));
      expect([...met].sort(), `${one}, ${other}`).toEqual(['false false', 'false true', 'true false', 'true true']);
    }
});

it.each(ROWS.map((on) => ({ on, settings: on.join(', ') || 'nothing' })))(
  'every route answers as without them under $settings',
  { timeout: 240_000 },
  async ({ on }) => {
    const { server, stop } = await startServer(settingsOf(on), {
      pages: false,
      database: () => Promise.resolve({ url: both.url, drop: () => Promise.resolve(), settings: {} }),
    });
    try {
      await server.services.connections.pass();
      const { standby } = server.services.database;
      if (standby !== undefined) await eventually(() => expect(standby.serves(server.theirs.accountId)).toBe(true));
      const should = expected(server, on);
      const answers = await answersOf(server, on);
      expect(answers.filter((answer, index) => answer !== should[index])).toEqual([]);
    } finally {
      await stop();
    }
  },
);
