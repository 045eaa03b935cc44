/** Delivery of webhooks to an endpoint that speaks TLS: what arrives, and what is written down of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '@/server/platform/access/context';
import { openDatabase } from '@/server/platform/db/client';
import { loadSettings } from '@/server/platform/env';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';
import { makeAccount } from '@/server/testing/factories/account';
import { eventually } from '@/server/testing/http';
import { makeDeliveries, makeEndpoint, StandInEndpoints, type MadeEndpoint } from '@/server/testing/webhooks';
import {
  startWebhooks,
  type WebhookDispatcher,
  type WebhookOptions,
} from '@/server/modules/account/webhooks/delivery/dispatcher';
import { LONGEST_ASKED_MS, WAITS_MS } from '@/server/modules/account/webhooks/delivery/schedule';
import type { MerchantClientOptions } from '@/server/modules/account/webhooks/delivery/merchant-client';

let database: TestDatabase;
let services: Pick<Services, 'database' | 'settings' | 'log'>;
let accountId: string;
const endpoints = new StandInEndpoints();
const running: WebhookDispatcher[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = loadSettings({
    DATABASE_URL: database.url,
    LARIS_EMBEDDED: '1',
    APP_SECRET: 'a'.repeat(40),
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
  });
  services = { settings, database: openDatabase(database.url), log: pino({ level: 'silent' }) };
  await endpoints.start();
});
beforeEach(async () => {
  accountId = await makeAccount(services.database);
  endpoints.arrivals = [];
  endpoints.answer = () => ({ status: 200, body: 'ok' });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((dispatcher) => dispatcher.stop()));
  await services.database.pool.query('DELETE FROM "WebhookEndpoint"');
});
afterAll(async () => {
  await endpoints.stop();
  await services.database.close();
  await database.drop();
});

/** A worker. A random of a half makes every wait its step exactly. */
function start({
  client,
  ...options
}: Omit<WebhookOptions, 'client'> & { client?: MerchantClientOptions } = {}): WebhookDispatcher {
  const { timing, ...others } = options;
  const dispatcher = startWebhooks(services, {
    client: endpoints.client(client),
    random: () => 0.5,
    ...others,
    timing: { idleMs: 20, stopMs: 300, ...timing },
  });
  running.push(dispatcher);
  return dispatcher;
}

const endpoint = (options?: Parameters<typeof makeEndpoint>[2]): Promise<MadeEndpoint> =>
  makeEndpoint(services, accountId, options);
const deliver = (to: MadeEndpoint, count = 1, options?: Parameters<typeof makeDeliveries>[3]): Promise<string[]> =>
  makeDeliveries(services.database, to, count, options);
const rowsOf = (to: MadeEndpoint) =>
  services.database.prisma.webhookDelivery.findMany({ where: { accountId: to.accountId, endpointId: to.id } });
const countOf = (to: MadeEndpoint, status: string): Promise<number> =>
  services.database.prisma.webhookDelivery.count({ where: { accountId: to.accountId, endpointId: to.id, status } });

/** The only delivery, once an attempt at it is written down. */
async function attempted(to: MadeEndpoint, attempts = 1) {
  await eventually(async () => expect((await rowsOf(to))[0]).toMatchObject({ attempts, claimedBy: null }));
  return (await rowsOf(to))[0]!;
}

/** How a receiver verifies, on Web Crypto: nothing of ours has a part in it. */
async function hmacOf(key: Buffer, text: Buffer): Promise<Buffer> {
  const imported = await crypto.subtle.importKey('raw', new Uint8Array(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return Buffer.from(await crypto.subtle.sign('HMAC', imported, new Uint8Array(text)));
}

describe('a delivery', () => {
  it('is a POST of the stored text, signed in both ways over the very bytes that arrive', async () => {
    const to = await endpoint({ url: 'https://a.hook.example/hooks?token=s3cret&x=%20' });
    const [eventId] = await deliver(to);
    start();
    const row = await attempted(to);
    expect(endpoints.arrivals).toHaveLength(1);
    const { host, path, headers, body } = endpoints.arrivals[0]!;
    expect([host, path]).toEqual(['a.hook.example', '/hooks?token=s3cret&x=%20']);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Laris-Webhooks/1.0',
      'webhook-id': eventId,
      'content-length': String(body.length),
    });
    const { rows } = await services.database.pool.query<{ text: string }>(
      'SELECT payload::text AS text FROM "WebhookDelivery" WHERE id = $1',
      [row.id],
    );
    expect(body.toString()).toBe(rows[0]!.text);
    expect(JSON.parse(body.toString())).toEqual(row.payload);

    // docs/contract/webhooks.md#signature
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['svc-signature']!)!;
    expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(5);
    expect(v1).toBe(
      (await hmacOf(Buffer.from(to.secret), Buffer.concat([Buffer.from(`${t}.`), body]))).toString('hex'),
    );
    // https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
    expect(headers['webhook-timestamp']).toBe(t);
    const key = Buffer.from(
      to.secret
        .replace(/^whsec_/, '')
        .replaceAll('-', '+')
        .replaceAll('_', '/'),
      'base64',
    );
    expect(key).toHaveLength(32);
    expect(headers['webhook-signature']).toBe(
      `v1,${(await hmacOf(key, Buffer.concat([Buffer.from(`${eventId}.${t}.`), body]))).toString('base64')}`,
    );

    expect(row).toMatchObject({
      status: 'sent',
      attempts: 1,
      responseCode: 200,
      responseBody: 'ok',
      nextRetryAt: null,
      claimableAt: null,
      claimedBy: null,
    });
    expect(row.lastAttemptAt!.getTime()).toBeGreaterThan(Date.now() - 10_000);
    expect(row.attemptLog).toEqual([
      { at: row.lastAttemptAt!.toISOString(), ms: expect.any(Number), responseCode: 200, error: null },
    ]);
  });

  it.each([200, 201, 202, 204, 299])('is sent when the endpoint answers %i', async (status) => {
    const to = await endpoint();
    await deliver(to);
    endpoints.answer = () => ({ status });
    start();
    expect(await attempted(to)).toMatchObject({ status: 'sent', responseCode: status, responseBody: '' });
  });

  it.each([400, 401, 404, 409, 500, 502])('is tried again when it answers %i', async (status) => {
    const to = await endpoint();
    await deliver(to);
    endpoints.answer = () => ({ status, body: 'no' });
    start();
    const row = await attempted(to);
    expect(row).toMatchObject({
      status: 'pending',
      responseCode: status,
      responseBody: 'no',
      attemptLog: [{ responseCode: status, error: `The endpoint answered ${status}.` }],
    });
    expect(row.nextRetryAt).toEqual(row.claimableAt);
    expect(row.nextRetryAt!.getTime() - row.updatedAt.getTime()).toBeLessThanOrEqual(WAITS_MS[0]!);
    expect(row.nextRetryAt!.getTime() - row.lastAttemptAt!.getTime()).toBeGreaterThanOrEqual(WAITS_MS[0]!);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect: %i is a failure', async (status) => {
    const to = await endpoint();
    await deliver(to);
    endpoints.answer = () => ({ status, headers: { location: 'https://other.hook.example/' } });
    start();
    expect(await attempted(to)).toMatchObject({
      status: 'pending',
      responseCode: status,
      attemptLog: [{ error: `The endpoint answered ${status}: redirects are not followed.` }],
    });
    expect(endpoints.arrivals).toHaveLength(1);
  });

  it('comes again when it is due, and each attempt is in the log', async () => {
    const to = await endpoint();
    const [eventId] = await deliver(to, 1, { attempts: 2 });
    endpoints.answer = () => ({ status: endpoints.arrivals.length === 1 ? 500 : 200 });
    start();
    await attempted(to, 3);
    await services.database.pool.query('UPDATE "WebhookDelivery" SET "claimableAt" = now()');
    const row = await attempted(to, 4);
    expect(row).toMatchObject({
      status: 'sent',
      nextRetryAt: null,
      attemptLog: [{ responseCode: 500 }, { responseCode: 200, error: null }],
    });
    expect(endpoints.counts()).toEqual(new Map([[eventId, 2]]));
  });

  it('fails for good after the last attempt', async () => {
    const to = await endpoint();
    await deliver(to, 1, { attempts: WAITS_MS.length });
    endpoints.answer = () => ({ status: 500 });
    start();
    expect(await attempted(to, WAITS_MS.length + 1)).toMatchObject({
      status: 'failed',
      nextRetryAt: null,
      claimableAt: null,
    });
  });

  it.each([
    [429, '120', 120_000],
    [503, '60', 60_000],
    [429, '999999', LONGEST_ASKED_MS],
    [503, '1', WAITS_MS[0]!],
    [500, '120', WAITS_MS[0]!],
  ])('waits as %i with Retry-After %s asks', async (status, asked, wait) => {
    const to = await endpoint();
    await deliver(to);
    endpoints.answer = () => ({ status, headers: { 'retry-after': asked } });
    start({ random: () => 0 });
    const row = await attempted(to);
    const expected = wait === WAITS_MS[0] ? wait * 0.9 : wait;
    expect(Math.abs(row.nextRetryAt!.getTime() - row.updatedAt.getTime() - expected)).toBeLessThan(1_000);
  });

  it('leaves alone an endpoint that asked for a pause', async () => {
    const to = await endpoint();
    await deliver(to, 20);
    endpoints.answer = () => ({ status: 429, headers: { 'retry-after': '60' } });
    start();
    await eventually(async () => {
      const rows = await rowsOf(to);
      expect(rows.some(({ attempts }) => attempts === 1)).toBe(true);
      expect(rows.filter(({ claimedBy }) => claimedBy !== null)).toEqual([]);
    });
    const before = endpoints.arrivals.length;
    await sleep(150);
    expect(endpoints.arrivals).toHaveLength(before);
    expect(before).toBeLessThanOrEqual(4);
  });
});

describe('an answer', () => {
  it('is kept up to 2,000 characters, without NUL and as valid Unicode', async () => {
    const to = await endpoint();
    await deliver(to);
    endpoints.answer = () => ({
      status: 500,
      body: Buffer.concat([
        Buffer.from('a\0b'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('é'.repeat(1_995) + '👩'.repeat(50)),
      ]),
    });
    start();
    const { responseBody } = await attempted(to);
    expect(responseBody).toHaveLength(2_000);
    expect(responseBody).toBe(`ab��${'é'.repeat(1_995)}�`);
  });

  it('that never ends costs neither time nor memory', async () => {
    const to = await endpoint();
    await deliver(to);
    endpoints.answer = () => (response) => {
      response.writeHead(200);
      const more = (): void =>
        void (
          response.destroyed ||
          (response.write(Buffer.alloc(64 * 1024, 'x')) ? setImmediate(more) : response.once('drain', more))
        );
      more();
    };
    start();
    expect(await attempted(to)).toMatchObject({ status: 'sent', responseCode: 200, responseBody: 'x'.repeat(2_000) });
  });

  it.each<[string, StandInEndpoints['answer'], string]>([
    ['that does not come', () => 'silence', 'No answer in time.'],
    [
      'whose body drips',
      () => (response) => void (response.writeHead(200, { 'content-length': 100 }), response.write('a')),
      'No answer in time.',
    ],
    ['that is cut off', () => 'cut', 'The connection ended without a whole answer (UND_ERR_SOCKET).'],
  ])('%s is a failure', async (_, answer, error) => {
    const to = await endpoint();
    await deliver(to);
    endpoints.answer = answer;
    start({ client: { timeoutMs: 300 }, timing: { timeoutMs: 300 } });
    const row = await attempted(to);
    expect(row).toMatchObject({
      status: 'pending',
      responseCode: null,
      responseBody: null,
      attemptLog: [{ responseCode: null, error }],
    });
    expect((row.attemptLog as { ms: number }[])[0]!.ms).toBeLessThan(1_500);
  });
});

describe('an address', () => {
  it.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', '64:ff9b::a00:1'])(
    'that resolves to %s is not called',
    async (address) => {
      const to = await endpoint();
      await deliver(to);
      start({ client: { lookup: () => Promise.resolve([{ address: '93.184.216.34' }, { address }]) } });
      expect(await attempted(to)).toMatchObject({
        status: 'pending',
        responseCode: null,
        attemptLog: [{ error: 'The address leads to a private or local network.' }],
      });
      expect(endpoints.arrivals).toEqual([]);
    },
  );

  it('that resolves to a private one the second time is not called again, once the connection is closed', async () => {
    const to = await endpoint();
    await deliver(to);
    let lookups = 0;
    endpoints.answer = () => ({ status: 500, headers: { connection: 'close' } });
    start({
      client: { lookup: () => Promise.resolve([{ address: lookups++ === 0 ? '93.184.216.34' : '127.0.0.1' }]) },
    });
    await attempted(to);
    await services.database.pool.query('UPDATE "WebhookDelivery" SET "claimableAt" = now()');
    expect(await attempted(to, 2)).toMatchObject({
      attemptLog: [{ responseCode: 500 }, { error: 'The address leads to a private or local network.' }],
    });
    expect(endpoints.arrivals).toHaveLength(1);
  });

  it.each(['https://127.0.0.1/', 'https://localhost/', 'http://a.hook.example/'])(
    '%s, written past the registry, is not called either',
    async (url) => {
      const to = await endpoint({ url });
      await deliver(to);
      start();
      expect(await attempted(to)).toMatchObject({ status: 'pending', responseCode: null });
      expect(endpoints.arrivals).toEqual([]);
    },
  );

  it('whose certificate is another’s is not told anything', async () => {
    const to = await endpoint({ url: 'https://elsewhere.example/' });
    await deliver(to);
    start();
    expect(await attempted(to)).toMatchObject({
      attemptLog: [{ error: 'No connection (ERR_TLS_CERT_ALTNAME_INVALID).' }],
    });
    expect(endpoints.arrivals).toEqual([]);
  });

  it('is looked up once for many deliveries', async () => {
    const to = await endpoint();
    await deliver(to, 60);
    let lookups = 0;
    start({ client: { lookup: () => Promise.resolve([{ address: (lookups++, '93.184.216.34') }]) } });
    await eventually(async () => expect(await countOf(to, 'sent')).toBe(60));
    expect(lookups).toBeLessThan(30);
  });
});

describe('410', () => {
  it('switches the endpoint off in the name of the system, fails the delivery, and leaves the others waiting', async () => {
    const to = await endpoint();
    const neighbour = await endpoint();
    await deliver(to, 30);
    endpoints.answer = ({ host }) => ({ status: host === new URL(to.url).host ? 410 : 200 });
    start();
    await eventually(async () =>
      expect(await services.database.prisma.webhookEndpoint.findFirst({ where: { id: to.id } })).toMatchObject({
        active: false,
        stoppedBy: 'gone',
      }),
    );
    await eventually(async () => expect(await countOf(to, 'failed')).toBe(endpoints.arrivals.length));
    await eventually(async () => expect((await rowsOf(to)).filter(({ claimedBy }) => claimedBy !== null)).toEqual([]));
    const arrivals = endpoints.arrivals.length;
    expect(arrivals).toBeLessThanOrEqual(4);
    const failed = (await rowsOf(to)).find(({ status }) => status === 'failed');
    expect(failed).toMatchObject({ responseCode: 410, nextRetryAt: null, claimableAt: null, attempts: 1 });
    expect(await services.database.prisma.auditEntry.findMany({ where: { accountId, targetId: to.id } })).toMatchObject(
      [
        {
          actorKind: 'system',
          actorId: null,
          action: 'webhook_endpoint.update',
          targetType: 'webhook_endpoint',
          data: { url: to.url, stoppedBy: 'gone' },
        },
      ],
    );

    // Nothing is attempted while it is off; the neighbour's are.
    await deliver(to, 5);
    await deliver(neighbour, 5);
    await eventually(async () => expect(await countOf(neighbour, 'sent')).toBe(5));
    await sleep(100);
    expect(endpoints.arrivals).toHaveLength(arrivals + 5);

    // Switched on again, what waited goes.
    endpoints.answer = () => ({ status: 200 });
    await services.database.prisma.webhookEndpoint.updateMany({
      where: { id: to.id },
      data: { active: true, stoppedBy: null },
    });
    await eventually(async () => expect(await countOf(to, 'sent')).toBe(35 - arrivals));
  });

  it('of an address that was changed meanwhile switches nothing off', async () => {
    const to = await endpoint();
    await deliver(to);
    endpoints.answer = async () => {
      await services.database.prisma.webhookEndpoint.updateMany({
        where: { id: to.id },
        data: { url: 'https://new.hook.example/' },
      });
      return { status: 410 };
    };
    start();
    expect(await attempted(to)).toMatchObject({ status: 'failed', responseCode: 410 });
    expect(await services.database.prisma.webhookEndpoint.findFirst({ where: { id: to.id } })).toMatchObject({
      active: true,
      stoppedBy: null,
    });
    expect(await services.database.prisma.auditEntry.count({ where: { targetId: to.id } })).toBe(0);
  });
});

describe('an endpoint', () => {
  it('that was switched off while deliveries were taken is told nothing more', async () => {
    const to = await endpoint();
    await deliver(to, 100);
    endpoints.answer = () => sleep(60).then(() => ({ status: 200 }));
    start();
    await eventually(() => Promise.resolve(expect(endpoints.arrivals.length).toBeGreaterThan(3)));
    await services.database.prisma.webhookEndpoint.updateMany({ where: { id: to.id }, data: { active: false } });
    await eventually(async () => expect((await rowsOf(to)).filter(({ claimedBy }) => claimedBy !== null)).toEqual([]));
    const arrivals = endpoints.arrivals.length;
    await sleep(200);
    expect(endpoints.arrivals).toHaveLength(arrivals);
    expect(arrivals).toBeLessThan(100);
    expect([await countOf(to, 'sent'), await countOf(to, 'pending')]).toEqual([arrivals, 100 - arrivals]);
  });

  it('that was deleted while deliveries were taken takes its rows along', async () => {
    const to = await endpoint();
    await deliver(to, 100);
    endpoints.answer = () => sleep(30).then(() => ({ status: 200 }));
    start();
    await eventually(() => Promise.resolve(expect(endpoints.arrivals.length).toBeGreaterThan(3)));
    await services.database.prisma.webhookEndpoint.deleteMany({ where: { id: to.id } });
    const other = await endpoint();
    await deliver(other);
    expect(await attempted(other)).toMatchObject({ status: 'sent' });
    expect(await rowsOf(to)).toEqual([]);
  });

  it('whose secret was sealed under another APP_SECRET is told nothing, and the log says why', async () => {
    const to = await makeEndpoint(
      { ...services, settings: { ...services.settings, appSecrets: ['b'.repeat(40)] } },
      accountId,
    );
    await deliver(to);
    start();
    expect(await attempted(to)).toMatchObject({
      status: 'pending',
      attemptLog: [{ error: expect.stringContaining('APP_SECRET of this server has changed') }],
    });
    expect(endpoints.arrivals).toEqual([]);
  });

  it('that is dead, or slow, holds up neither another workspace nor another endpoint', async () => {
    const dead = await Promise.all(Array.from({ length: 12 }, () => endpoint()));
    for (const each of dead) await deliver(each, 50, { createdAt: new Date(Date.now() - 60_000) });
    const silent = new Set(dead.map(({ url }) => new URL(url).host));
    endpoints.answer = ({ host }) => (silent.has(host) ? 'silence' : { status: 200 });
    start();
    await eventually(() => Promise.resolve(expect(endpoints.arrivals.length).toBeGreaterThanOrEqual(12 * 4)));
    const ours = await endpoint();
    const theirs = await makeEndpoint(services, await makeAccount(services.database));
    await Promise.all([deliver(ours, 30), deliver(theirs, 30)]);
    await eventually(async () =>
      expect([await countOf(ours, 'sent'), await countOf(theirs, 'sent')]).toEqual([30, 30]),
    );
    // Not because the others' time was up.
    for (const each of dead) expect((await rowsOf(each)).filter(({ attempts }) => attempts > 0)).toEqual([]);
  });
});

describe('several workers', () => {
  it('share the work, and each delivery arrives once', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => endpoint()));
    for (let n = 0; n < 3; n++) start();
    for (const each of all) await deliver(each, 60);
    await eventually(async () =>
      expect(
        await services.database.prisma.webhookDelivery.count({ where: { accountId, status: 'sent', attempts: 1 } }),
      ).toBe(300),
    );
    expect(endpoints.arrivals).toHaveLength(300);
    expect([...endpoints.counts().values()].every((count) => count === 1)).toBe(true);
  });

  it('that stop finish what they began and give back the rest', async () => {
    const to = await endpoint();
    await deliver(to, 200);
    endpoints.answer = () => sleep(50).then(() => ({ status: 200 }));
    const dispatcher = start({ timing: { stopMs: 5_000 } });
    await eventually(() => Promise.resolve(expect(endpoints.arrivals.length).toBeGreaterThan(3)));
    await dispatcher.stop();
    const rows = await rowsOf(to);
    expect(rows.filter(({ claimedBy }) => claimedBy !== null)).toEqual([]);
    expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(endpoints.arrivals.length);
    expect(rows.filter(({ status, claimableAt }) => status === 'pending' && claimableAt! <= new Date())).toHaveLength(
      200 - endpoints.arrivals.length,
    );
  });

  it('that stop do not wait for an endpoint without end', async () => {
    const to = await endpoint();
    await deliver(to);
    endpoints.answer = () => 'silence';
    const dispatcher = start({ timing: { stopMs: 100 } });
    await eventually(() => Promise.resolve(expect(endpoints.arrivals).toHaveLength(1)));
    const began = performance.now();
    await dispatcher.stop();
    expect(performance.now() - began).toBeLessThan(2_000);
    // Its lease lapses; nobody says how it ended.
    expect((await rowsOf(to))[0]).toMatchObject({ status: 'pending', attempts: 0, attemptLog: [] });
  });
});
