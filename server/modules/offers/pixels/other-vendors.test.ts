/** Purchases to TikTok and Google Analytics (docs/contract/pixels.md#conversions), against stand-ins of both. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { now as clock } from '@/server/platform/lib/clock';
import { hashedCustomerId, hashedEmail } from '@/server/platform/vendors/hashing';
import { startDispatcher, type Dispatcher, type DispatcherTiming } from '@/server/modules/offers/pixels/dispatcher';
import { recordPurchase, type Purchase } from '@/server/modules/offers/pixels/record-purchase';
import { sealSecret } from '@/server/modules/offers/pixels/secrets';
import { tiktokVerdict } from '@/server/modules/offers/pixels/tiktok-events';
import { makeContact } from '@/server/testing/factories/audience';
import { makeOrder } from '@/server/testing/factories/shops';
import { makePixels } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { eventually, expectData } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { useVendor, type Script } from '@/server/testing/vendor';

const server = useServer({ PROVIDERS: 'live' });
const [tiktok, google] = [useVendor(), useVendor()];
const TAKEN: Script = { status: 200, body: '{"code":0,"message":"OK","request_id":"R1","data":{}}' };
const PIXEL = 'C4ABCDEF12GHIJ34KLMN';
const DAY = 86_400_000;

let us: Tenant;
let running: Dispatcher | undefined;
beforeEach(async () => {
  us = await server.makeTenant();
  tiktok.answers(TAKEN);
  google.answers({ status: 204, body: '' });
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

const prisma = () => server.services.database.prisma;
/** Connected to both, and not to Meta. */
const connect = async (more: object = {}) => {
  const seal = (column: Parameters<typeof sealSecret>[2], text: string) =>
    sealSecret(server.services.settings.appSecrets, us.accountId, column, text);
  await makePixels(server.services, us.accountId, {
    token: null,
    adPixelBId: PIXEL,
    adPixelBAccessToken: seal('adPixelBAccessToken', 'tiktok-token-1'),
    analyticsId: 'G-AB12CD34EF',
    analyticsApiSecret: seal('analyticsApiSecret', 'google-secret-1'),
    ...more,
  });
};
const note = (more: Partial<Purchase> = {}): Promise<void> =>
  recordPurchase(systemDb(server.services.database, us.accountId), {
    checkoutSessionId: unique('co_'),
    value: 12_345,
    currency: 'USD',
    valueFrom: 'fulfil',
    customerId: 'ani',
    email: ' Ani@Example.com ',
    occurredAt: clock(),
    ...more,
  });
const rows = () =>
  prisma().adConversion.findMany({
    where: { accountId: us.accountId },
    orderBy: [{ destination: 'asc' }, { eventId: 'asc' }],
  });
const start = (timing: Partial<DispatcherTiming> = {}): void => {
  running ??= startDispatcher(
    {
      ...server.services,
      settings: { ...server.services.settings, adPixelBBase: tiktok.base, analyticsBase: google.base },
    },
    { everyMs: 20, leaseMs: 60_000, retryMs: 40, timeoutMs: 2_000, ...timing },
  );
};
/** What there is for Meta. */
const metas = () => prisma().pixelConversion.findMany({ where: { accountId: us.accountId } });
const work = async (): Promise<void> => {
  start();
  await eventually(async () =>
    expect([...(await rows()), ...(await metas())].every(({ status }) => status !== 'waiting')).toBe(true),
  );
};
const bodyOf = (request: { body: string }) => JSON.parse(request.body) as Record<string, unknown>;

describe('a purchase', () => {
  it('is told to both, each in its own words, once, with what each answered', async () => {
    await connect();
    const occurredAt = new Date(Date.now() - 60_000);
    await note({ checkoutSessionId: 'co_1', occurredAt });
    await note({ checkoutSessionId: 'co_1', occurredAt });
    await work();
    expect(tiktok.requests).toHaveLength(1);
    const { method, path, headers } = tiktok.request;
    expect([method, path, headers['access-token']]).toEqual(['POST', '/open_api/v1.3/event/track/', 'tiktok-token-1']);
    expect(bodyOf(tiktok.request)).toEqual({
      event_source: 'web',
      event_source_id: PIXEL,
      data: [
        {
          event: 'Purchase',
          event_time: Math.floor(occurredAt.getTime() / 1000),
          event_id: 'co_1',
          user: { email: hashedEmail('ani@example.com'), external_id: hashedCustomerId('ani') },
          properties: { currency: 'USD', value: 123.45 },
        },
      ],
    });
    expect(google.requests).toHaveLength(1);
    expect([google.request.path, Object.fromEntries(google.request.query)]).toEqual([
      '/mp/collect',
      { measurement_id: 'G-AB12CD34EF', api_secret: 'google-secret-1' },
    ]);
    expect(bodyOf(google.request)).toEqual({
      client_id: expect.stringMatching(/^\d+\.\d+$/),
      user_id: hashedCustomerId('ani'),
      timestamp_micros: occurredAt.getTime() * 1000,
      events: [{ name: 'purchase', params: { transaction_id: 'co_1', currency: 'USD', value: 123.45 } }],
    });
    expect(google.request.body).not.toContain(hashedEmail('ani@example.com'));
    expect(await rows()).toMatchObject([
      { destination: 'adPixelB', status: 'sent', answerCode: 200, answer: 'OK request_id R1' },
      { destination: 'analytics', status: 'sent', answerCode: 204, answer: 'HTTP 204' },
    ]);
    const shown = expectData(await server.call(us.key, 'GET', '/api/v1/pixels/conversions?destination=adPixelB'));
    expect(shown.items).toMatchObject([{ destination: 'adPixelB', eventId: 'co_1', event: { event: 'Purchase' } }]);
    const all = expectData(await server.call(us.key, 'GET', '/api/v1/pixels/conversions'));
    expect(all.items).toHaveLength(2);
  });

  it('of somebody who wants no ads goes to nobody', async () => {
    await connect();
    await makeContact(server.services.database, us.accountId, {
      externalRef: 'ani',
      subscriptions: { ads: 'unsubscribed' },
    });
    await note();
    await work();
    expect(await rows()).toMatchObject([
      { status: 'skipped', skipReason: 'OPTED_OUT' },
      { status: 'skipped', skipReason: 'OPTED_OUT' },
    ]);
    expect([tiktok.requests.length, google.requests.length]).toEqual([0, 0]);
  });

  it('of an order that was canceled before it is sent goes to none of the three', async () => {
    await connect({ token: undefined });
    await makeOrder(server.services.database, us.accountId, { checkoutSessionId: 'co_1', status: 'canceled' });
    await note({ checkoutSessionId: 'co_1' });
    await work();
    const skipped = { status: 'skipped', skipReason: 'CANCELED', dueAt: null };
    expect(await rows()).toMatchObject([skipped, skipped]);
    expect(await metas()).toMatchObject([skipped]);
    expect([tiktok.requests.length, google.requests.length]).toEqual([0, 0]);
  });

  it('of which one of two orders was canceled is told', async () => {
    await connect();
    for (const status of ['canceled', 'paid'])
      await makeOrder(server.services.database, us.accountId, { checkoutSessionId: 'co_1', status });
    await note({ checkoutSessionId: 'co_1' });
    await work();
    expect(await rows()).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
  });

  it('has a value, unless it is a test', async () => {
    const at = clock();
    const data = {
      accountId: us.accountId,
      destination: 'analytics',
      status: 'sent',
      occurredAt: at,
      createdAt: at,
      updatedAt: at,
    };
    await expect(prisma().adConversion.create({ data: { ...data, eventId: 'co_1' } })).rejects.toThrow(
      'AdConversion_value_check',
    );
    await prisma().adConversion.create({ data: { ...data, eventId: 'test', isTest: true } });
  });

  it.each<[string, () => Promise<unknown>, Partial<Purchase>]>([
    [
      'by the e-mail that another contact has for the customer',
      async () => {
        const { database } = server.services;
        await makeContact(database, us.accountId, { email: 'ani@example.com', subscriptions: { ads: 'unsubscribed' } });
        await makeContact(database, us.accountId, {
          email: 'ani@example.com',
          phone: '+6281234567',
          externalRef: 'ani',
        });
      },
      { customerId: 'ani', email: null },
    ],
    [
      "by a customer's id that another shop gave",
      async () => {
        const { id } = await makeContact(server.services.database, us.accountId, {
          externalRef: 'ani',
          subscriptions: { ads: 'unsubscribed' },
        });
        await prisma().customer.create({
          data: {
            accountId: us.accountId,
            contactId: id,
            externalSource: 'toko',
            externalRef: 'toko-7',
            sourceUpdatedAt: clock(),
            createdAt: clock(),
            updatedAt: clock(),
          },
        });
      },
      { customerId: 'toko-7', email: null },
    ],
  ])('of somebody who wants no ads, known %s, goes to none of the three', async (_, make, purchase) => {
    await connect({ token: undefined });
    await make();
    await note({ ...purchase, checkoutSessionId: 'co_1' });
    await work();
    const skipped = { status: 'skipped', skipReason: 'OPTED_OUT', dueAt: null };
    expect(await rows()).toMatchObject([skipped, skipped]);
    expect(await metas()).toMatchObject([skipped]);
    expect([tiktok.requests.length, google.requests.length]).toEqual([0, 0]);
  });

  it('to one vendor waits for none of the others: where one never answers, it goes on', async () => {
    await connect();
    google.answers('silence');
    await note({ checkoutSessionId: 'co_1' });
    start({ timeoutMs: 60_000 });
    await eventually(() => Promise.resolve(expect(google.requests).toHaveLength(1)));
    await note({ checkoutSessionId: 'co_2' });
    await eventually(async () =>
      expect((await rows()).map(({ destination, status }) => `${destination} ${status}`)).toEqual([
        'adPixelB sent',
        'adPixelB sent',
        'analytics waiting',
        'analytics waiting',
      ]),
    );
    google.answers({ status: 204, body: '' });
    google.hangUp();
    await work();
    expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent', 'sent']);
  });

  it('is told again to one that was away, and the other one did not wait for it', async () => {
    await connect();
    tiktok.answers({ status: 200, body: '{"code":50000,"message":"System error"}' }, 'cut', TAKEN);
    await note({ checkoutSessionId: 'co_1' });
    await work();
    const [first, second] = await rows();
    expect([first?.status, first?.attempts, second?.status, second?.attempts]).toEqual(['sent', 3, 'sent', 1]);
    expect(tiktok.requests.map((request) => bodyOf(request))).toEqual(
      Array.from({ length: 3 }, () => bodyOf(tiktok.requests[0]!)),
    );
    expect(google.requests).toHaveLength(1);
  });

  it('older than a vendor takes is not sent there', async () => {
    await connect();
    await note({ occurredAt: new Date(Date.now() - 4 * DAY) });
    await work();
    expect(await rows()).toMatchObject([
      { destination: 'adPixelB', status: 'sent' },
      { destination: 'analytics', status: 'skipped', skipReason: 'TOO_OLD' },
    ]);
  });

  it('that is bad alone is refused, and the others of its request are taken', async () => {
    await connect({ analyticsId: null });
    const bad: Script = { status: 200, body: '{"code":40002,"message":"Invalid value of tiktok-token-1"}' };
    // All four, the first two, the last two, and each of those.
    tiktok.answers(bad, TAKEN, bad, TAKEN, bad);
    for (const id of ['co_1', 'co_2', 'co_3', 'co_4']) await note({ checkoutSessionId: id });
    await work();
    const all = await rows();
    expect(all.map(({ status }) => status).sort()).toEqual(['failed', 'sent', 'sent', 'sent']);
    // The secret stands in no answer.
    expect(all.find(({ status }) => status === 'failed')?.answer).toBe('Invalid value of … (40002)');
  });

  it('is noted for those that are connected only, and what is paid by an order counts before what a cart was worth', async () => {
    await note();
    expect(await rows()).toEqual([]);
    await connect({ adPixelBId: null });
    await note({ checkoutSessionId: 'co_1', valueFrom: 'recover', value: 1 });
    await note({ checkoutSessionId: 'co_1', valueFrom: 'order', value: 3 });
    await note({ checkoutSessionId: 'co_1', valueFrom: 'fulfil', value: 2 });
    expect(await rows()).toMatchObject([{ destination: 'analytics', value: 3n, valueFrom: 'order' }]);
  });
});

it('an order that is paid in a shop is told, once', async () => {
  await connect();
  const order = {
    externalRef: 'o-1',
    amount: 150_000,
    currency: 'IDR',
    status: 'paid',
    placedAt: new Date().toISOString(),
    email: 'ani@example.com',
    customerRef: 'ani',
  };
  const put = (rows_: object[]) =>
    server.call(us.key, 'PUT', '/api/v1/integrations/orders', { body: { externalSource: 'toko', rows: rows_ } });
  expectData(await put([order]));
  expectData(await put([{ ...order, number: '#2' }]));
  // History is quiet.
  expectData(await put([{ ...order, externalRef: 'o-2', placedAt: '2020-01-01T00:00:00Z' }]));
  expect(await rows()).toMatchObject([
    { destination: 'adPixelB', eventId: 'toko:o-1', value: 150_000n, valueFrom: 'order' },
    { destination: 'analytics', eventId: 'toko:o-1', value: 150_000n, valueFrom: 'order' },
  ]);
});

describe("TikTok's answers", () => {
  const opened = { pixelId: PIXEL, token: 'tiktok-token-1', testCode: null };
  const verdict = (status: number, body: string) => tiktokVerdict({ status, headers: {}, body }, opened);
  it.each([
    [200, '{"code":0,"message":"OK"}', 'sent'],
    [200, '{"code":40100,"message":"Too many requests"}', 'retry'],
    [200, '{"code":51010,"message":"Service error"}', 'retry'],
    [503, '', 'retry'],
    [429, '', 'retry'],
    [200, '{"code":40105,"message":"Access token is incorrect"}', 'refused'],
    [200, 'no json', 'refused'],
    [404, '', 'refused'],
  ])('%i %s: %s', (status, body, kind) => expect(verdict(status, body).kind).toBe(kind));
});
