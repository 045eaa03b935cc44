/**
 * Webhooks: one worker that sends 20,000 deliveries to a local endpoint over TLS, beside a bare undici loop to the same
 * endpoint; and what writing events costs the request that they tell of. Everything has a process of its own.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import pg from 'pg';
import { openDatabase } from '@/server/db/client';
import { packageRoot } from '@/server/lib/package-root';
import { makeAccount, makeWebhookEndpoint } from '@/server/testing/factories';
import { testSettings } from '@/server/testing/server';
import { median } from './lib/compare';
import { drive, sendAll, signed } from './lib/load';
import { type RunningServer, startOurs } from './lib/servers';
import { lay } from './lib/table';
import type { World } from './lib/world';

const DELIVERIES = 20_000;
const ENDPOINTS = 4;
/** As an endpoint that answers quickly may have (server/webhooks/lane.ts). */
const AT_ONCE = 64;
/** Issue 5, section 6. */
const GOAL_RATE = 1_500;
const GOAL_COST = 0.1;
const WARM_UP = 3_000;

const PAYLOAD = `json_build_object('id', new_id(), 'type', 'svc.contact.created.v1', 'createdAt', '2026-11-21T12:00:00.000Z', 'accountId', $1::text, 'data', json_build_object('contact', json_build_object(
  'id', 'c' || md5(n::text), 'accountId', $1::text, 'identityHash', md5(n::text) || md5('a' || n), 'email', 'user' || n || '@example.com', 'phone', '+62812' || n, 'firstName', 'Sari', 'lastName', 'Wati',
  'socialHandles', '{}'::json, 'subscriptions', '{"email":"subscribed"}'::json, 'attributes', '{"city":"Bandung","favorite":"Gayo"}'::json, 'source', 'shop', 'externalRef', 'customer-' || n, 'createdAt', '2026-11-21T12:00:00.000Z', 'updatedAt', '2026-11-21T12:00:00.000Z')))`;
const INSERT = `
  INSERT INTO "WebhookDelivery" ("accountId", "endpointId", "eventId", type, payload, "claimableAt", "nextRetryAt", "createdAt", "updatedAt")
  SELECT $1, ($2::text[])[1 + n % ${ENDPOINTS}], new_id(), 'svc.contact.created.v1', ${PAYLOAD}, $3::timestamptz, $3::timestamptz, $3::timestamptz, $3::timestamptz FROM generate_series(1, ${DELIVERIES}) n`;

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
    return [await measureDeliveries(client, options), await measureCost(client, options)].join('\n\n');
  } finally {
    await client.query('TRUNCATE "WebhookDelivery", "WebhookEndpoint"');
    await client.end();
  }
}

async function measureDeliveries(
  client: pg.Client,
  { databaseUrl, appSecret, rounds }: WebhookOptions,
): Promise<string> {
  const program = path.join(packageRoot, '.build', 'bench', 'webhooks.worker.mjs');
  await build({
    entryPoints: [path.join(packageRoot, 'bench', 'webhooks.worker.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  const started: ChildProcess[] = [];
  const start = (mode: string, env: Record<string, string> = {}): ChildProcess => {
    const child = fork(program, {
      cwd: packageRoot,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        LARIS_EMBEDDED: '1',
        APP_SECRET: appSecret,
        UNSUBSCRIBE_SECRET: 'u'.repeat(40),
        MODE: mode,
        ...env,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.push(child);
    return child;
  };
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
    for (const child of started) child.kill('SIGKILL');
    await database.close();
  }
}

/** POST /contacts of a new contact, with the extension off and on, and one endpoint that is told of everything. */
async function measureCost(
  client: pg.Client,
  { databaseUrl, appSecret, main, world, rounds, seconds }: WebhookOptions,
): Promise<string> {
  const database = openDatabase(databaseUrl, { poolSize: 1, name: 'bench' });
  await makeWebhookEndpoint(
    { database, settings: testSettings(databaseUrl, { APP_SECRET: appSecret }) },
    world.accountId,
  );
  await database.close();
  const [off, on] = [
    await startOurs({ main, databaseUrl, appSecret }),
    await startOurs({ main, databaseUrl, appSecret, extensions: 'webhook-delivery' }),
  ];
  try {
    let serial = 0;
    const calls = (many: number) =>
      signed(
        world,
        Array.from({ length: Math.ceil(many) }, () => ({
          method: 'POST' as const,
          path: '/api/v1/contacts',
          body: {
            email: `webhook${Date.now()}-${++serial}@example.com`,
            firstName: 'Sari',
            attributes: { city: 'Bandung' },
          },
        })),
      );
    const fastest = new Map<RunningServer, number>();
    for (const server of [off, on]) fastest.set(server, await sendAll(server.url, calls(WARM_UP)));
    const turn = async (server: RunningServer) =>
      await drive(server.url, calls((fastest.get(server) ?? 0) * seconds * 2), seconds);
    const turns: { off: Awaited<ReturnType<typeof turn>>; on: Awaited<ReturnType<typeof turn>> }[] = [];
    for (let round = 0; round < rounds; round++) turns.push({ off: await turn(off), on: await turn(on) });
    const told =
      (
        await client.query<{ told: number }>(
          'SELECT count(*)::int AS told FROM "WebhookDelivery" WHERE "accountId" = $1',
          [world.accountId],
        )
      ).rows[0]?.told ?? 0;
    if (told === 0) throw new Error('No event was written');
    const of = (side: 'off' | 'on', figure: 'rate' | 'p99'): number => median(turns.map((each) => each[side][figure]));
    const cost = median(turns.map((each) => each.off.rate / each.on.rate - 1));
    return [
      lay([
        ['POST /contacts, a new one', 'off /s', 'p99', 'on /s', 'p99', 'Cost', 'Goal'],
        [
          'with webhook-delivery and one endpoint',
          count(of('off', 'rate')),
          `${of('off', 'p99').toFixed(1)} ms`,
          count(of('on', 'rate')),
          `${of('on', 'p99').toFixed(1)} ms`,
          `${(cost * 100).toFixed(1)} %`,
          cost < GOAL_COST ? 'met' : 'missed',
        ],
      ]),
      `Goal: writing the event costs less than ${GOAL_COST * 100} % of the request's time.`,
    ].join('\n\n');
  } finally {
    await off.stop();
    await on.stop();
  }
}

const count = (value: number): string => Math.round(value).toLocaleString('en');
