/** The dispatcher against a stand-in for Meta: what arrives, how often, and what is written down of it. */
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { now as clock } from '@/server/platform/lib/clock';
import { merge } from '@/server/modules/audience/contacts/merge';
import { sendBatch, BATCH } from '@/server/modules/offers/pixels/conversion-batch';
import { startDispatcher, type Dispatcher, type DispatcherTiming } from '@/server/modules/offers/pixels/dispatcher';
import { hashedCustomerId, hashedEmail } from '@/server/platform/vendors/hashing';
import { recordPurchase, type Purchase } from '@/server/modules/offers/pixels/record-purchase';
import { makeAccount } from '@/server/testing/factories/account';
import { makeContact } from '@/server/testing/factories/audience';
import { makePixels, makeReminder } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { eventually, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { deadAddress, useVendor, type Script } from '@/server/testing/vendor';

const server = useServer({ PROVIDERS: 'live' });
const meta = useVendor();
const DAY = 24 * 60 * 60_000;
const RECEIVED: Script = { status: 200, body: '{"events_received":1,"messages":[],"fbtrace_id":"AbCdEf"}' };
const QUICK: DispatcherTiming = { everyMs: 20, leaseMs: 60_000, retryMs: 40, timeoutMs: 300 };

type Workspace = Pick<Tenant, 'accountId'>;
let us: Workspace;
let running: Dispatcher[] = [];
const makeWorkspace = async (): Promise<Workspace> => ({ accountId: await makeAccount(server.services.database) });
beforeEach(async () => {
  us = await makeWorkspace();
  await server.services.database.prisma.pixelConversion.updateMany({
    where: { status: 'waiting' },
    data: { status: 'skipped', skipReason: 'PIXEL_OFF', dueAt: null },
  });
  meta.answers(RECEIVED);
});
afterEach(async () => {
  await Promise.all(running.map((dispatcher) => dispatcher.stop()));
  running = [];
});

const servicesOf = (base: string | undefined = meta.base, providers: 'live' | 'sandbox' = 'live') => ({
  ...server.services,
  settings: { ...server.services.settings, providers, adPixelABase: base },
});
const start = (timing: Partial<DispatcherTiming> = {}, services = servicesOf()): void =>
  void running.push(startDispatcher(services, { ...QUICK, ...timing }));
const note = (purchase: Partial<Purchase> = {}, tenant: Workspace = us): Promise<void> =>
  recordPurchase(systemDb(server.services.database, tenant.accountId), {
    checkoutSessionId: unique('co_'),
    value: 150_000,
    currency: 'IDR',
    valueFrom: 'fulfil',
    customerId: null,
    email: 'ani@example.com',
    occurredAt: clock(),
    ...purchase,
  });
const change = (data: object): Promise<unknown> =>
  server.services.database.prisma.pixelConversion.updateMany({ where: { accountId: us.accountId }, data });
const rows = (tenant = us) =>
  server.services.database.prisma.pixelConversion.findMany({
    where: { accountId: tenant.accountId },
    orderBy: { eventId: 'asc' },
  });
const row = async () => (await rows())[0]!;
const settled = (tenant = us) =>
  eventually(async () => expect((await rows(tenant)).every(({ status }) => status !== 'waiting')).toBe(true));
interface Body {
  data: {
    event_id: string;
    event_name: string;
    event_time: number;
    action_source: string;
    user_data: object;
    custom_data?: object;
  }[];
  access_token: string;
  test_event_code?: string;
}
const bodyOf = (index = 0): Body => JSON.parse(meta.requests[index]?.body ?? 'null') as Body;

describe('what Meta is sent', () => {
  it('is one documented request for each purchase, within a second of being noted', async () => {
    const { pixelId, token } = await makePixels(server.services, us.accountId);
    start({ everyMs: 1_000 });
    const occurredAt = new Date(Date.now() - 60_000);
    await note({ checkoutSessionId: 'co_first', customerId: 'ani', email: ' Ani@Example.com ', occurredAt });
    await settled();
    const { method, path, query, headers } = meta.request;
    expect([method, path, query.size, headers['content-type']]).toEqual([
      'POST',
      `/v25.0/${pixelId}/events`,
      0,
      'application/json',
    ]);
    expect(bodyOf()).toEqual({
      data: [
        {
          event_name: 'Purchase',
          event_time: Math.floor(occurredAt.getTime() / 1000),
          event_id: 'co_first',
          action_source: 'other',
          user_data: { em: [hashedEmail('ani@example.com')], external_id: [hashedCustomerId('ani')] },
          custom_data: { currency: 'IDR', value: 150_000 },
        },
      ],
      access_token: token,
    });
    expect(await row()).toMatchObject({
      status: 'sent',
      attempts: 1,
      answerCode: 200,
      answer: 'fbtrace_id AbCdEf',
      dueAt: null,
      claimedBy: null,
      sentAt: expect.any(Date),
    });
  });

  it('has the value in major units of its currency', async () => {
    await makePixels(server.services, us.accountId);
    await note({ value: 12_345, currency: 'USD' });
    start();
    await settled();
    expect(bodyOf().data[0]?.custom_data).toEqual({ currency: 'USD', value: 123.45 });
  });

  it('carries the test code where one is set', async () => {
    await makePixels(server.services, us.accountId, { testCode: 'TEST98765' });
    await note();
    start();
    await settled();
    expect(bodyOf().test_event_code).toBe('TEST98765');
  });

  it('names the newest contact of the customer, found when it is sent, and of no other workspace', async () => {
    await makePixels(server.services, us.accountId);
    await note({ customerId: 'plg-7', email: null });
    await makeContact(server.services.database, server.theirs.accountId, {
      externalRef: 'plg-7',
      email: 'them@example.com',
    });
    await makeContact(server.services.database, us.accountId, {
      externalRef: 'plg-7',
      email: 'old@example.com',
      createdAt: new Date('2026-01-01'),
    });
    await makeContact(server.services.database, us.accountId, {
      externalRef: 'plg-7',
      email: 'new@example.com',
      createdAt: new Date('2026-02-01'),
    });
    await makeContact(server.services.database, us.accountId, {
      externalRef: 'plg-7',
      email: null,
      phone: '+6281234567890',
      createdAt: new Date('2026-03-01'),
    });
    start();
    await settled();
    expect(bodyOf().data[0]?.user_data).toEqual({
      em: [hashedEmail('new@example.com')],
      external_id: [hashedCustomerId('plg-7')],
    });
    expect((await row()).emailHash).toBe(hashedEmail('new@example.com'));
  });

  it('prefers the e-mail of the reminder, and names the customer alone where no e-mail is known', async () => {
    await makePixels(server.services, us.accountId);
    await makeContact(server.services.database, us.accountId, { externalRef: 'plg-7', email: 'contact@example.com' });
    await note({ checkoutSessionId: 'co_a', customerId: 'plg-7', email: 'reminder@example.com' });
    await note({ checkoutSessionId: 'co_b', customerId: 'plg-8', email: null });
    start();
    await settled();
    const users = meta.requests
      .flatMap((_, index) => bodyOf(index).data)
      .sort((a, b) => a.event_id.localeCompare(b.event_id))
      .map(({ user_data }) => user_data);
    expect(users).toEqual([
      { em: [hashedEmail('reminder@example.com')], external_id: [hashedCustomerId('plg-7')] },
      { external_id: [hashedCustomerId('plg-8')] },
    ]);
  });

  it('finds the e-mail in the reminders of the customer, also when recover has not told yet', async () => {
    await makePixels(server.services, us.accountId);
    const reminder = (customerId: string, email: string, hours: number) =>
      makeReminder(server.services.database, us.accountId, {
        customerId,
        email,
        sentAt: new Date(Date.now() - hours * 3_600_000),
      });
    await reminder('plg-1', 'budi@example.com', 2);
    await reminder('plg-1', 'budi@example.com', 30);
    // Somebody else by then, and guests who all have one id.
    await reminder('plg-2', 'before@example.com', 73);
    await reminder('guest', 'one@example.com', 1);
    await reminder('guest', 'other@example.com', 2);
    for (const customerId of ['guest', 'plg-1', 'plg-2'])
      await note({ checkoutSessionId: `co_${customerId}`, customerId, email: null });
    start();
    await settled();
    expect((await rows()).map(({ eventId, emailHash }) => [eventId, emailHash])).toEqual([
      ['co_guest', null],
      ['co_plg-1', hashedEmail('budi@example.com')],
      ['co_plg-2', null],
    ]);
  });

  it('goes out of more workspaces than have their turn at once, without waiting for the next look', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, makeWorkspace));
    for (const tenant of many) {
      await makePixels(server.services, tenant.accountId);
      await note({}, tenant);
    }
    start({ everyMs: 60_000 });
    await eventually(() => {
      expect(meta.requests).toHaveLength(20);
      return Promise.resolve();
    });
    await Promise.all(many.map((tenant) => settled(tenant)));
  });

  it('goes together in one request a pixel, and apart for each workspace with its own token', async () => {
    const them = await makeWorkspace();
    const [ours, theirs] = [
      await makePixels(server.services, us.accountId),
      await makePixels(server.services, them.accountId),
    ];
    for (let n = 0; n < 30; n++) await note({ checkoutSessionId: `co_${n}` }, n % 3 === 0 ? them : us);
    start();
    await settled();
    await settled(them);
    expect(meta.requests.map(({ path }) => path).sort()).toEqual(
      [`/v25.0/${ours.pixelId}/events`, `/v25.0/${theirs.pixelId}/events`].sort(),
    );
    for (const [index, request] of meta.requests.entries()) {
      const isOurs = request.path.includes(ours.pixelId ?? '');
      expect(bodyOf(index).access_token).toBe(isOurs ? ours.token : theirs.token);
      expect(bodyOf(index).data).toHaveLength(isOurs ? 20 : 10);
    }
  });
});

describe('an answer', () => {
  it.each<[string, Script]>([
    ['429', { status: 429 }],
    ['503', { status: 503 }],
    ['500', { status: 500, body: 'oops' }],
    ['a cut connection', 'cut'],
    ['half an answer', 'half'],
    ['no answer in time', 'silence'],
    ['throttling with HTTP 400', { status: 400, body: '{"error":{"code":4,"message":"Too many calls"}}' }],
  ])('%s is tried again, under the same id', async (_, script) => {
    await makePixels(server.services, us.accountId);
    await note({ checkoutSessionId: 'co_again' });
    meta.answers(script, script, RECEIVED);
    start();
    await settled();
    expect(meta.requests.map((_request, index) => bodyOf(index).data[0]?.event_id)).toEqual([
      'co_again',
      'co_again',
      'co_again',
    ]);
    expect(await row()).toMatchObject({ status: 'sent', attempts: 3, answer: 'fbtrace_id AbCdEf' });
  });

  it('is waited for no longer than Meta asks for, and no shorter', async () => {
    await makePixels(server.services, us.accountId);
    await note();
    meta.answers({
      status: 429,
      headers: { 'retry-after': '60' },
      body: '{"error":{"message":"Slow down","code":80004}}',
    });
    start();
    await eventually(async () => expect((await row()).attempts).toBe(1));
    const { status, dueAt, answerCode, answer } = await row();
    expect([status, answerCode, answer]).toEqual(['waiting', 429, 'Slow down (80004)']);
    expect((dueAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(55_000);
    expect((dueAt?.getTime() ?? 0) - Date.now()).toBeLessThan(67_000);
  });

  it('that never comes is given up after twelve attempts, whose waits grow', async () => {
    await makePixels(server.services, us.accountId);
    await note();
    const services = servicesOf(await deadAddress());
    const destination = {
      base: services.settings.adPixelABase,
      send: (request: Parameters<typeof services.transport.request>[0]) => services.transport.request(request),
    };
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt++) {
      await sendBatch(services, destination, us.accountId, { leaseMs: 60_000, retryMs: 10_000 });
      const { dueAt, status } = await row();
      expect(status).toBe(attempt < 12 ? 'waiting' : 'failed');
      if (dueAt !== null) waits.push(dueAt.getTime() - Date.now());
      if (dueAt !== null) await change({ dueAt: new Date() });
    }
    const steps = waits.map((_, n) => Math.min(10_000 * 3 ** n, 6 * 60 * 60_000));
    waits.forEach((wait, n) => {
      expect(wait).toBeGreaterThan((steps[n] ?? 0) / 2 - 5_000);
      expect(wait).toBeLessThanOrEqual(steps[n] ?? 0);
    });
    expect(await row()).toMatchObject({
      attempts: 12,
      answerCode: null,
      answer: expect.stringContaining('No connection'),
    });
  });

  it('of 400 fails at once with the words of Meta, without the token', async () => {
    const token = 'EAA-token-of-the-shop';
    await makePixels(server.services, us.accountId, { token, testCode: 'TEST98765' });
    await note();
    meta.answers({
      status: 401,
      body: JSON.stringify({ error: { message: `Error validating access token ${token} with TEST98765`, code: 190 } }),
    });
    const lines: string[] = [];
    start(
      {},
      {
        ...servicesOf(),
        log: pino(
          { level: 'trace' },
          new PassThrough().on('data', (chunk: Buffer) => lines.push(chunk.toString())),
        ),
      },
    );
    await settled();
    expect(await row()).toMatchObject({
      status: 'failed',
      attempts: 1,
      answerCode: 401,
      answer: 'Error validating access token … with … (190)',
    });
    expect(meta.requests).toHaveLength(1);
    expect(lines.join('')).toContain('conversions');
    expect(lines.join('')).not.toContain(token);
  });

  it('that refuses a batch for one event fails that event only', async () => {
    await makePixels(server.services, us.accountId);
    for (let n = 0; n < 10; n++) await note({ checkoutSessionId: `co_${n}` });
    const bad = {
      status: 400,
      body: '{"error":{"message":"Invalid parameter","code":100,"error_user_msg":"The value is wrong."}}',
    };
    // Halved: ten, five, three, two, one …: co_x is bad wherever it stands in the order.
    const send = (request: { body?: string }) =>
      Promise.resolve({
        headers: {},
        ...((JSON.parse(request.body ?? '') as Body).data.some(({ event_id }) => event_id === 'co_6')
          ? bad
          : { status: 200, body: '{"fbtrace_id":"ok"}' }),
      });
    expect(await sendBatch(server.services, { base: 'https://graph.facebook.com', send }, us.accountId, QUICK)).toBe(
      10,
    );
    const found = await rows();
    expect(found.map(({ eventId, status }) => `${eventId} ${status}`)).toEqual(
      found.map(({ eventId }) => `${eventId} ${eventId === 'co_6' ? 'failed' : 'sent'}`),
    );
    expect(found[6]).toMatchObject({ answerCode: 400, answer: 'The value is wrong. (100)' });
  });
});

describe('what is not sent', () => {
  const untouched = async (skipReason: string): Promise<void> => {
    start();
    await settled();
    expect(meta.requests).toEqual([]);
    expect(await row()).toMatchObject({ status: 'skipped', skipReason, dueAt: null, sentAt: null, attempts: 0 });
  };

  it('a purchase of pixels that were switched off meanwhile', async () => {
    await makePixels(server.services, us.accountId);
    await note();
    await server.services.database.prisma.merchantPixels.updateMany({
      where: { accountId: us.accountId },
      data: { enabled: false },
    });
    await untouched('PIXEL_OFF');
  });

  it('a purchase of a workspace whose plan ran out: nobody could switch its pixels off any more', async () => {
    await makePixels(server.services, us.accountId);
    await note();
    await server.services.database.prisma.subscription.updateMany({
      where: { accountId: us.accountId },
      data: { plan: 'starter', currentPeriodEnd: new Date(Date.now() - DAY) },
    });
    await untouched('PLAN_LIMIT');
    // Read, not rewritten: that is for gated writes.
    expect(
      await server.services.database.prisma.subscription.findMany({ where: { accountId: us.accountId } }),
    ).toMatchObject([{ plan: 'starter', status: 'active' }]);
  });

  it.each([{ adPixelAId: null }, { adPixelACapiAccessToken: null }])(
    'a purchase whose pixel was removed meanwhile: %j',
    async (removed) => {
      await makePixels(server.services, us.accountId);
      await note();
      await server.services.database.prisma.merchantPixels.updateMany({
        where: { accountId: us.accountId },
        data: removed,
      });
      await untouched('NOT_CONNECTED');
    },
  );

  it('a purchase of nobody, when its day is over', async () => {
    await makePixels(server.services, us.accountId);
    await note({ email: null });
    start();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await row()).toMatchObject({ status: 'waiting', attempts: 0 });
    await change({ dueAt: new Date() });
    await untouched('NOBODY_KNOWN');
  });

  it.each([
    ['customer id', { externalRef: 'cust-9', email: 'lain@example.com' }, { customerId: 'cust-9', email: null }],
    ['e-mail, in any case', { email: 'ani@example.com' }, { email: ' Ani@Example.com ' }],
  ])('a purchase of somebody who wants no ads, known by the %s', async (_, contact, purchase) => {
    await makePixels(server.services, us.accountId);
    await makeContact(server.services.database, us.accountId, { ...contact, subscriptions: { ads: 'unsubscribed' } });
    await note(purchase);
    await untouched('OPTED_OUT');
  });

  it.each([
    ['customer id', { customerId: 'cust-old', email: null }],
    ['e-mail', { email: 'old@example.com' }],
  ])(
    'a purchase of somebody who wants no ads, known by the %s of whom a merge made one with them',
    async (_, purchase) => {
      await makePixels(server.services, us.accountId);
      const { database } = server.services;
      const keep = await makeContact(database, us.accountId, { externalRef: 'cust-new' });
      const old = { externalRef: 'cust-old', email: 'old@example.com', subscriptions: { ads: 'unsubscribed' } };
      const gone = await makeContact(database, us.accountId, old);
      await merge(systemDb(database, us.accountId), { keepId: keep.id, mergeIds: [gone.id] });
      await note(purchase);
      await untouched('OPTED_OUT');
    },
  );

  it('nobody’s purchase for what another workspace’s contact wants, or one who has said yes again', async () => {
    await makePixels(server.services, us.accountId);
    const other = await makeWorkspace();
    const { database } = server.services;
    await makeContact(database, other.accountId, { email: 'ani@example.com', subscriptions: { ads: 'unsubscribed' } });
    await makeContact(database, us.accountId, { email: 'ani@example.com', subscriptions: { ads: 'subscribed' } });
    await note();
    start();
    await eventually(async () => expect(await row()).toMatchObject({ status: 'sent' }));
  });

  it('a purchase that is too old for Meta', async () => {
    await makePixels(server.services, us.accountId);
    await note({ occurredAt: new Date(Date.now() - 7 * DAY) });
    await untouched('TOO_OLD');
  });

  it('anything while the token cannot be read: it waits for a new one', async () => {
    await makePixels(server.services, us.accountId);
    await note();
    start(
      { retryMs: 60_000 },
      { ...servicesOf(), settings: { ...servicesOf().settings, appSecrets: ['another secret'.repeat(4)] } },
    );
    await eventually(async () => expect((await row()).attempts).toBe(1));
    expect(await row()).toMatchObject({
      status: 'waiting',
      answerCode: null,
      answer: expect.stringContaining('Enter them again'),
    });
    expect(meta.requests).toEqual([]);
  });

  it('anything, where the sandbox stands in for Meta; an address of its own wins over it', async () => {
    await makePixels(server.services, us.accountId);
    await note();
    running.push(
      startDispatcher(
        {
          ...server.services,
          settings: { ...server.services.settings, providers: 'sandbox', adPixelABase: undefined },
        },
        QUICK,
      ),
    );
    await settled();
    expect(await row()).toMatchObject({
      status: 'sent',
      answerCode: 200,
      answer: expect.stringMatching(/^fbtrace_id sandbox-/),
    });
    expect(meta.requests).toEqual([]);
    await Promise.all(running.splice(0).map((dispatcher) => dispatcher.stop()));
    await note();
    start({}, servicesOf(meta.base, 'sandbox'));
    await settled();
    expect(meta.requests).toHaveLength(1);
  });
});

describe('fulfil and recover of one checkout', () => {
  const FULFIL = {
    checkoutSessionId: 'co_both',
    valueFrom: 'fulfil',
    value: 150_000,
    customerId: null,
    email: null,
  } as const;
  const RECOVER = {
    checkoutSessionId: 'co_both',
    valueFrom: 'recover',
    value: 99_000,
    customerId: 'ani',
    email: 'ani@example.com',
  } as const;

  it.each([
    [FULFIL, RECOVER],
    [RECOVER, FULFIL],
  ])('are one event with the exact amount and the e-mail (%#)', async (first, second) => {
    await makePixels(server.services, us.accountId);
    start();
    await note(first);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(meta.requests).toEqual([]);
    await note(second);
    await settled();
    expect(bodyOf().data).toMatchObject([
      { event_id: 'co_both', user_data: { em: [hashedEmail('ani@example.com')] }, custom_data: { value: 150_000 } },
    ]);
    await note(first);
    await note(second);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(meta.requests).toHaveLength(1);
  });

  it('the amount that comes while the other is on its way is kept for the next attempt, and what was sent is what is shown', async () => {
    await makePixels(server.services, us.accountId);
    await note(RECOVER);
    await change({ dueAt: new Date() });
    meta.answers('silence', RECEIVED);
    start({ timeoutMs: 400 });
    await eventually(() => Promise.resolve(expect(meta.requests).toHaveLength(1)));
    await note(FULFIL);
    await settled();
    expect([bodyOf(0), bodyOf(1)].map(({ data }) => data[0]?.custom_data)).toEqual([
      { currency: 'IDR', value: 99_000 },
      { currency: 'IDR', value: 150_000 },
    ]);
    expect(await row()).toMatchObject({ status: 'sent', value: 150_000n, valueFrom: 'fulfil' });
  });

  it('the amount that comes too late changes nothing of what is shown', async () => {
    await makePixels(server.services, us.accountId);
    await note(RECOVER);
    await change({ dueAt: new Date() });
    const send = async () => {
      await note(FULFIL);
      return { status: 200, headers: {}, body: '{}' };
    };
    await sendBatch(server.services, { base: '', send }, us.accountId, QUICK);
    expect(await row()).toMatchObject({ status: 'sent', value: 99_000n, valueFrom: 'recover' });
  });
});

describe('several workers', () => {
  it('send every event once', async () => {
    await makePixels(server.services, us.accountId);
    const count = 2 * BATCH + 30;
    await server.services.database.prisma.pixelConversion.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        accountId: us.accountId,
        eventId: `co_${n}`,
        value: 1_000n,
        currency: 'IDR',
        valueFrom: 'fulfil',
        customerId: 'ani',
        occurredAt: new Date(),
        dueAt: new Date(),
        createdAt: new Date(),
        updatedAt: new Date(),
      })),
    });
    for (let workers = 0; workers < 4; workers++) start({ everyMs: 5 });
    await settled();
    const ids = meta.requests.flatMap((_, index) => bodyOf(index).data.map(({ event_id }) => event_id));
    expect(ids).toHaveLength(count);
    expect(new Set(ids).size).toBe(count);
    expect((await rows()).every(({ status, attempts }) => status === 'sent' && attempts === 1)).toBe(true);
  });

  it('a claim that lapsed is taken by another, and the one that lost it writes nothing', async () => {
    await makePixels(server.services, us.accountId);
    await note({ checkoutSessionId: 'co_lost' });
    let answerLate: (answer: { status: number; headers: object; body: string }) => void = () => undefined;
    const slow = sendBatch(
      server.services,
      { base: '', send: () => new Promise((resolve) => (answerLate = resolve as typeof answerLate)) },
      us.accountId,
      { leaseMs: 100, retryMs: 40 },
    );
    await eventually(async () => expect((await row()).claimedBy).not.toBeNull());
    start();
    await settled();
    const sent = await row();
    expect(sent).toMatchObject({ status: 'sent', attempts: 1 });
    answerLate({ status: 400, headers: {}, body: '{"error":{"code":190,"message":"late"}}' });
    await slow;
    expect(await row()).toEqual(sent);
  });

  it('a slow pixel holds up no other', async () => {
    const them = await makeWorkspace();
    await makePixels(server.services, us.accountId);
    await makePixels(server.services, them.accountId);
    await note();
    meta.answers('silence', RECEIVED);
    start({ timeoutMs: 2_500 });
    await eventually(() => Promise.resolve(expect(meta.requests).toHaveLength(1)));
    await note({}, them);
    await eventually(async () => expect((await rows(them))[0]?.status).toBe('sent'));
    expect((await row()).status).toBe('waiting');
  });
});

describe('a test event', () => {
  let person: Tenant;
  beforeEach(async () => (us = person = await server.makeTenant()));
  const send = (tenant = person) =>
    trpc(server, 'mutation', 'pixels.sendTestEvent', undefined, { cookie: tenant.cookie });

  it('goes the way of purchases, with the test code, and is none itself', async () => {
    await makePixels(server.services, us.accountId, { testCode: 'TEST98765' });
    const answer = await send();
    expect(answer.status).toBe(200);
    start();
    await settled();
    expect(bodyOf()).toMatchObject({
      test_event_code: 'TEST98765',
      data: [{ event_name: 'LarisTest', user_data: { em: [hashedEmail('test@example.com')] } }],
    });
    expect(bodyOf().data[0]).not.toHaveProperty('custom_data');
    expect(await row()).toMatchObject({ status: 'sent', isTest: true, value: null });
  });

  it('is skipped when the code is gone', async () => {
    await makePixels(server.services, us.accountId, { testCode: 'TEST98765' });
    await send();
    await server.services.database.prisma.merchantPixels.updateMany({
      where: { accountId: us.accountId },
      data: { adPixelATestEventCode: null },
    });
    start();
    await settled();
    expect(await row()).toMatchObject({ status: 'skipped', skipReason: 'NO_TEST_CODE' });
    expect(meta.requests).toEqual([]);
  });
});
