/**
 * Webhooks: one worker that sends 20,000 deliveries to a local endpoint over TLS, beside a bare undici loop to the same
 * endpoint; one that makes deliveries of 20,000 changes; and what it costs a request that its change is noted. Everything
 * has a process of its own.
 */
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { KeyStore } from '@/server/platform/auth/keys';
import { openDatabase } from '@/server/platform/db/client';
import { makeAccount, makeKey, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { testSettings } from '@/server/testing/server';
import type { TestKey } from '@/server/testing/sign';
import { median } from './lib/compare';
import { CONNECTIONS, drive, sendAll, signed } from './lib/load';
import { type RunningServer, startOurs } from './lib/servers';
import { lay } from './lib/table';
import { workersOf, type Workers } from './lib/workers';
import type { World } from './lib/world';

const DELIVERIES = 20_000;
const ENDPOINTS = 4;
/** As an endpoint that answers quickly may have (server/modules/account/webhooks/delivery/lane.ts). */
const AT_ONCE = 64;
/** What is asked of the deliveries. */
const GOAL_RATE = 1_500;
const GOAL_COST = 0.1;
/** What comes in at full speed must not pile up. */
const GOAL_CHANGES = 2_000;
const WARM_UP = 3_000;

const PAYLOAD = `json_build_object('id', new_id(), 'type', 'svc.contact.created.v1', 'createdAt', '2026-11-21T12:00:00.000Z', 'accountId', $1::text, 'data', json_build_object('contact', json_build_object(
  'id', 'c' || md5(n::text), 'accountId', $1::text, 'identityHash', md5(n::text) || md5('a' || n), 'email', 'user' || n || '@example.com', 'phone', '+62812' || n, 'firstName', 'Sari', 'lastName', 'Wati',
  'socialHandles', '{}'::json, 'subscriptions', '{"email":"subscribed"}'::json, 'attributes', '{"city":"Bandung","favorite":"Gayo"}'::json, 'source', 'shop', 'externalRef', 'customer-' || n, 'createdAt', '2026-11-21T12:00:00.000Z', 'updatedAt', '2026-11-21T12:00:00.000Z')))`;
const INSERT = `
  INSERT INTO "WebhookDelivery" ("accountId", "endpointId", "eventId", type, payload, "claimableAt", "nextRetryAt", "createdAt", "updatedAt")
  SELECT $1, ($2::text[])[1 + n % ${ENDPOINTS}], new_id(), 'svc.contact.created.v1', ${PAYLOAD}, $3::timestamptz, $3::timestamptz, $3::timestamptz, $3::timestamptz FROM generate_series(1, ${DELIVERIES}) n`;

/** As one statement of an import would, over a connection that notes changes. */
const CHANGES = 20_000;
const MAKE_CONTACTS = `
  INSERT INTO "Contact" ("accountId", "identityHash", email, phone, "firstName", "lastName", subscriptions, attributes, source, "externalRef", "createdAt", "updatedAt")
  SELECT $1, $3 || n, 'user' || n || '@example.com', '+62812' || n, 'Sari', 'Wati', '{"email":"subscribed"}', '{"city":"Bandung","favorite":"Gayo"}', 'shop', 'customer-' || n, $2::timestamptz, $2::timestamptz FROM generate_series(1, ${CHANGES}) n`;

export interface WebhookOptions {
  databaseUrl: string;
  appSecret: string;
  /** The built server. */
  main: string;
  world: World;
  rounds: number;
  seconds: number;
}

/** @returns the figures as Markdown */
export async function measureWebhooks(options: WebhookOptions): Promise<string> {
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  try {
    const workers = [await measureDeliveries(client, options), await measureChanges(client, options)];
    return [...workers, await measureCost(client, options)].join('\n\n');
  } finally {
    await client.query('TRUNCATE "WebhookDelivery", "WebhookEndpoint", "Change"');
    await client.end();
  }
}

/** What was started is ended with the work. */
async function withWorkers<Result>(
  options: WebhookOptions,
  work: (start: Workers['start']) => Promise<Result>,
): Promise<Result> {
  const workers = await workersOf('webhooks', options);
  try {
    return await work((mode, env) => workers.start(mode, env));
  } finally {
    workers.stop();
  }
}

/** How fast one worker makes deliveries of changes, one each, while nothing else goes on. */
const measureChanges = (client: pg.Client, options: WebhookOptions): Promise<string> =>
  withWorkers(options, async (start) => {
    const { databaseUrl, appSecret, rounds } = options;
    const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench', notesChanges: true });
    try {
      const accountId = await makeAccount(database);
      await makeWebhookEndpoint(
        { database, settings: testSettings(databaseUrl, { APP_SECRET: appSecret }) },
        accountId,
      );
      const rates: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await client.query('TRUNCATE "WebhookDelivery", "Change"');
        await database.pool.query(MAKE_CONTACTS, [accountId, new Date(), `${round}-`]);
        await client.query('CHECKPOINT');
        const worker = start('tell');
        await once(worker, 'message');
        const begun = performance.now();
        worker.send('go');
        while ((await client.query('SELECT 1 FROM "Change" LIMIT 1')).rowCount !== 0) await sleep(25);
        rates.push(CHANGES / ((performance.now() - begun) / 1000));
        worker.kill('SIGKILL');
        const { rows } = await client.query<{ noted: number }>('SELECT count(*)::int AS noted FROM "WebhookDelivery"');
        if (rows[0]?.noted !== CHANGES) throw new Error(`Only ${rows[0]?.noted ?? 0} changes were told`);
      }
      const rate = median(rates);
      return [
        lay([
          ['Deliveries made of changes, one worker', 'Laris /s', 'Goal'],
          [`${count(CHANGES)} new contacts of one workspace`, count(rate), rate >= GOAL_CHANGES ? 'met' : 'missed'],
        ]),
        `Goal: ${count(GOAL_CHANGES)} a second.`,
      ].join('\n\n');
    } finally {
      await database.close();
    }
  });

const measureDeliveries = (client: pg.Client, options: WebhookOptions): Promise<string> =>
  withWorkers(options, async (start) => {
    const { databaseUrl, appSecret, rounds } = options;
    const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
    try {
      const accountId = await makeAccount(database);
      const settings = testSettings(databaseUrl, { APP_SECRET: appSecret });
      const endpoints = await Promise.all(
        Array.from({ length: ENDPOINTS }, (_, n) =>
          makeWebhookEndpoint({ database, settings }, accountId, { url: `https://e${n}.hook.example/hooks` }),
        ),
      );
      const [{ port, certificate }] = (await once(start('endpoint'), 'message')) as [
        { port: number; certificate: string },
      ];
      const to = { PORT: String(port), CERTIFICATE: certificate };

      let memory = 0;
      const drain = async (): Promise<number> => {
        await client.query('TRUNCATE "WebhookDelivery"');
        await client.query(INSERT, [accountId, endpoints.map(({ id }) => id), new Date()]);
        await client.query('VACUUM ANALYZE "WebhookDelivery"');
        await client.query('CHECKPOINT');
        const worker = start('deliver', to);
        await once(worker, 'message');
        worker.on('message', ({ rss = 0 }: { rss?: number }) => (memory = Math.max(memory, rss)));
        const begun = performance.now();
        worker.send('go');
        for (let isLeft = true; isLeft; await sleep(25))
          isLeft =
            (await client.query('SELECT 1 FROM "WebhookDelivery" WHERE "claimableAt" IS NOT NULL LIMIT 1')).rowCount !==
            0;
        const rate = DELIVERIES / ((performance.now() - begun) / 1000);
        worker.kill('SIGKILL');
        const { rows } = await client.query<{ sent: number }>(
          `SELECT count(*)::int AS sent FROM "WebhookDelivery" WHERE status = 'sent' AND attempts = 1`,
        );
        if (rows[0]?.sent !== DELIVERIES) throw new Error(`Only ${rows[0]?.sent ?? 0} deliveries were sent at once`);
        return rate;
      };
      const bare = async (): Promise<number> => {
        const { rows } = await client.query<{ body: string }>(
          'SELECT payload::text AS body FROM "WebhookDelivery" LIMIT 1',
        );
        const [{ ms }] = (await once(
          start('bare', { ...to, COUNT: String(DELIVERIES), BODY: rows[0]?.body ?? '', AT_ONCE: String(AT_ONCE) }),
          'message',
        )) as [{ ms: number }];
        return DELIVERIES / (ms / 1000);
      };
      const turns: { ours: number; bare: number }[] = [];
      for (let round = 0; round < rounds; round++) turns.push({ ours: await drain(), bare: await bare() });
      const rate = median(turns.map(({ ours }) => ours));
      return [
        lay([
          ['Webhook deliveries, one worker', 'Floor /s', 'Laris /s', 'Share', 'Goal'],
          [
            `${count(DELIVERIES)} to ${ENDPOINTS} endpoints, over TLS`,
            count(median(turns.map((turn) => turn.bare))),
            count(rate),
            median(turns.map((turn) => turn.ours / turn.bare)).toFixed(2),
            rate >= GOAL_RATE ? 'met' : 'missed',
          ],
          ['memory of the worker, at most', '', `${Math.round(memory / 1024 / 1024)} MiB`, '', ''],
        ]),
        `Floor: undici posts one of the bodies, signed once, to the same server in a bare loop, ${AT_ONCE} at once. Goal: ${count(GOAL_RATE)} a second.`,
      ].join('\n\n');
    } finally {
      await database.close();
    }
  });

/** POST /contacts of a new contact, with the extension off and on, and one endpoint that is notified of everything. */
async function measureCost(
  client: pg.Client,
  { databaseUrl, appSecret, main, world, rounds, seconds }: WebhookOptions,
): Promise<string> {
  // The contacts of one workspace take turns, and each waits for the disk: neither is what is measured.
  await client.query(`ALTER ROLE CURRENT_USER SET synchronous_commit = off`);
  const keys = await makeListeners(databaseUrl, appSecret);
  const [off, on] = [
    await startOurs({ main, databaseUrl, appSecret }),
    await startOurs({ main, databaseUrl, appSecret, extensions: 'webhook-delivery' }),
  ];
  try {
    let serial = 0;
    const calls = (many: number) =>
      Array.from({ length: Math.ceil(many) }, (_, index) => {
        const body = {
          email: `webhook${Date.now()}-${++serial}@example.com`,
          firstName: 'Sari',
          attributes: { city: 'Bandung' },
        };
        // Every connection has a workspace of its own.
        const of = { ...world, key: keys[index % keys.length] ?? world.key };
        return signed(of, [{ method: 'POST', path: '/api/v1/contacts', body }]);
      }).flat();
    const fastest = new Map<RunningServer, number>();
    for (const server of [off, on]) fastest.set(server, await sendAll(server.url, calls(WARM_UP)));
    const turn = async (server: RunningServer) =>
      await drive(server, calls((fastest.get(server) ?? 0) * seconds * 2), seconds);
    const turns: { off: Awaited<ReturnType<typeof turn>>; on: Awaited<ReturnType<typeof turn>> }[] = [];
    for (let round = 0; round < rounds; round++) turns.push({ off: await turn(off), on: await turn(on) });
    const noted =
      (await client.query<{ noted: number }>('SELECT count(*)::int AS noted FROM "Change"')).rows[0]?.noted ?? 0;
    if (noted === 0) throw new Error('No change was noted');
    const of = (side: 'off' | 'on', figure: 'rate' | 'p99' | 'cpu'): number =>
      median(turns.map((each) => each[side][figure]));
    const cost = median(turns.map((each) => each.off.rate / each.on.rate - 1));
    return [
      lay([
        ['POST /contacts, a new one', 'off /s', 'p99', 'CPU', 'on /s', 'p99', 'CPU', 'Cost', 'Goal'],
        [
          'with webhook-delivery and one endpoint',
          count(of('off', 'rate')),
          `${of('off', 'p99').toFixed(1)} ms`,
          `${count(of('off', 'cpu'))} µs`,
          count(of('on', 'rate')),
          `${of('on', 'p99').toFixed(1)} ms`,
          `${count(of('on', 'cpu'))} µs`,
          `${(cost * 100).toFixed(1)} %`,
          cost < GOAL_COST ? 'met' : 'missed',
        ],
      ]),
      `CPU: of the server's process for a request. Goal: noting the change costs less than ${GOAL_COST * 100} % of the request's time.`,
    ].join('\n\n');
  } finally {
    await off.stop();
    await on.stop();
    await client.query(`ALTER ROLE CURRENT_USER RESET synchronous_commit`);
  }
}

/** A workspace for each connection, with an endpoint that is notified of everything. @returns their keys */
async function makeListeners(databaseUrl: string, appSecret: string): Promise<TestKey[]> {
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  try {
    const settings = testSettings(databaseUrl, { APP_SECRET: appSecret });
    const store = new KeyStore(database, [appSecret], () => undefined);
    const keys: TestKey[] = [];
    for (let n = 0; n < CONNECTIONS; n++) {
      const accountId = await makeAccount(database);
      await makeWebhookEndpoint({ database, settings }, accountId);
      keys.push(await makeKey(database, store, accountId));
    }
    return keys;
  } finally {
    await database.close();
  }
}

const count = (value: number): string => Math.round(value).toLocaleString('en');
