/** The record of conversions as the merchant reads it, and the test event that one may ask for. */
import { beforeEach, describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { now as clock } from '@/server/platform/lib/clock';
import { hashedCustomerId, hashedEmail } from '@/server/platform/vendors/hashing';
import { BATCH_TIMING, sendBatch } from '@/server/modules/offers/pixels/conversion-batch';
import { listConversions } from '@/server/modules/offers/pixels/conversions';
import { pruneConversionsJob } from '@/server/modules/offers/pixels/jobs';
import { recordPurchase } from '@/server/modules/offers/pixels/record-purchase';
import type { DestinationId } from '@/server/modules/offers/pixels/vocabulary';
import { makeAttribution, makePixels, makeReferralProgram, makeReminder } from '@/server/testing/factories/offers';
import { expectData, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer({ PROVIDERS: 'live' });
const DAY = 24 * 60 * 60_000;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});

const note = (checkoutSessionId: string): Promise<void> =>
  recordPurchase(systemDb(server.services.database, us.accountId), {
    checkoutSessionId,
    value: 150_000,
    currency: 'IDR',
    valueFrom: 'fulfil',
    customerId: 'ani',
    email: 'ani@example.com',
    occurredAt: clock(),
  });
const change = (data: object): Promise<unknown> =>
  server.services.database.prisma.pixelConversion.updateMany({ where: { accountId: us.accountId }, data });
const rows = () =>
  server.services.database.prisma.pixelConversion.findMany({
    where: { accountId: us.accountId },
    orderBy: { eventId: 'asc' },
  });

describe('the record', () => {
  it('shows the newest first, by status, with the event as Meta gets it, and nothing of the neighbour', async () => {
    await makePixels(server.services, us.accountId, { testCode: 'TEST98765' });
    for (const [n, id] of ['co_a', 'co_b'].entries()) {
      await note(id);
      await server.services.database.prisma.pixelConversion.updateMany({
        where: { accountId: us.accountId, eventId: id },
        data: { createdAt: new Date(Date.now() - 60_000 + n * 1000) },
      });
    }
    await server.services.database.prisma.pixelConversion.updateMany({
      where: { accountId: us.accountId, eventId: 'co_a' },
      data: { status: 'failed', dueAt: null, answerCode: 400, answer: 'No.' },
    });
    const list = async (query = '', tenant = us) =>
      (await server.call(tenant.key, 'GET', `/api/v1/pixels/conversions${query}`)).body.data as {
        items: Record<string, unknown>[];
        sandbox: boolean;
      };
    const { items, sandbox } = await list();
    expect(sandbox).toBe(false);
    expect(items.map(({ eventId }) => eventId)).toEqual(['co_b', 'co_a']);
    expect(items[1]).toEqual({
      id: expect.any(String),
      destination: 'adPixelA',
      eventId: 'co_a',
      isTest: false,
      status: 'failed',
      value: 150_000,
      currency: 'IDR',
      valueFrom: 'fulfil',
      customerId: 'ani',
      hasEmail: true,
      occurredAt: expect.any(String),
      attempts: 0,
      dueAt: null,
      answerCode: 400,
      answer: 'No.',
      skipReason: null,
      sentAt: null,
      createdAt: expect.any(String),
      event: {
        event_name: 'Purchase',
        event_time: expect.any(Number),
        event_id: 'co_a',
        action_source: 'other',
        user_data: { em: [hashedEmail('ani@example.com')], external_id: [hashedCustomerId('ani')] },
        custom_data: { currency: 'IDR', value: 150_000 },
      },
    });
    expect((await list('?status=waiting')).items.map(({ eventId }) => eventId)).toEqual(['co_b']);
    expect((await list('?limit=1')).items.map(({ eventId }) => eventId)).toEqual(['co_b']);
    expect((await list('?limit=999')).items).toHaveLength(2);
    expect((await list('', server.theirs)).items).toEqual([]);
    expect(JSON.stringify(items)).not.toContain('TEST98765');
  });

  it('says that nothing leaves this machine when the sandbox stands in for all that is asked for', async () => {
    const db = systemDb(server.services.database, us.accountId);
    const played = { ...server.services.settings, providers: 'sandbox' as const };
    const sandbox = async (settings: typeof played, destination?: DestinationId): Promise<boolean> =>
      (await listConversions(db, settings, { destination, limit: 1 })).sandbox;
    expect(await sandbox(played)).toBe(true);
    const partly = { ...played, adPixelBBase: 'http://127.0.0.1:9' };
    expect(await sandbox(partly)).toBe(false);
    expect(await sandbox(partly, 'adPixelB')).toBe(false);
    expect(await sandbox(partly, 'adPixelA')).toBe(true);
    expect(await sandbox(partly, 'analytics')).toBe(true);
  });

  it('is forgotten after 90 days, but for what still waits', async () => {
    await makePixels(server.services, us.accountId);
    const old = new Date(Date.now() - 91 * DAY);
    for (const id of ['co_old', 'co_waits', 'co_new']) await note(id);
    await change({ status: 'sent', dueAt: null });
    const { prisma } = server.services.database;
    await prisma.pixelConversion.updateMany({
      where: { accountId: us.accountId, eventId: { in: ['co_old', 'co_waits'] } },
      data: { createdAt: old },
    });
    await prisma.pixelConversion.updateMany({
      where: { accountId: us.accountId, eventId: 'co_waits' },
      data: { status: 'waiting', dueAt: new Date() },
    });
    await pruneConversionsJob.run(server.services, {});
    expect((await rows()).map(({ eventId }) => eventId)).toEqual(['co_new', 'co_waits']);
  });
});

describe('partner calls of a workspace whose plan lost the pixels', () => {
  it('are answered as ever, and the record says why Meta was sent nothing', async () => {
    const { database } = server.services;
    const free = await server.makeTenant({ plan: 'free' });
    await makePixels(server.services, free.accountId);
    await makeReferralProgram(database, free.accountId);
    await makeAttribution(database, free.accountId, { qualifyingCheckoutSessionId: 'co_fulfilled' });
    await makeReminder(database, free.accountId, { customerId: 'ani' });
    const call = async (path: string, body: object) =>
      expectData(await server.call(server.platform, 'POST', `/api/v1${path}`, { body, onBehalfOf: free.accountId }));
    expect(
      await call('/referrals/attributions/fulfill', {
        checkoutSessionId: 'co_fulfilled',
        status: 'completed',
        currency: 'IDR',
        amount: 150_000,
      }),
    ).toMatchObject({ issued: true });
    expect(
      await call('/abandoned-cart/recover', { customerId: 'ani', checkoutSessionId: 'co_recovered' }),
    ).toMatchObject({ recovered: true });

    await database.prisma.pixelConversion.updateMany({
      where: { accountId: free.accountId },
      data: { dueAt: new Date(0) },
    });
    const asked: unknown[] = [];
    const send = (request: unknown) => {
      asked.push(request);
      return Promise.resolve({ status: 200, headers: {}, body: '{}' });
    };
    expect(
      await sendBatch(server.services, { base: 'https://graph.facebook.com', send }, free.accountId, BATCH_TIMING),
    ).toBe(2);
    expect(asked).toEqual([]);
    const { items } = expectData(await server.call(free.key, 'GET', '/api/v1/pixels/conversions'));
    expect(
      items.map(({ eventId, status, skipReason }: Record<string, unknown>) => [eventId, status, skipReason]).sort(),
    ).toEqual([
      ['co_fulfilled', 'skipped', 'PLAN_LIMIT'],
      ['co_recovered', 'skipped', 'PLAN_LIMIT'],
    ]);
  });
});

describe('a test event', () => {
  const send = (tenant = us) => trpc(server, 'mutation', 'pixels.sendTestEvent', undefined, { cookie: tenant.cookie });

  it.each([
    { testCode: null },
    { testCode: 'TEST1', enabled: false },
    { testCode: 'TEST1', token: null },
    { testCode: 'TEST1', adPixelAId: null },
  ])('is refused with %j', async (pixels) => {
    await makePixels(server.services, us.accountId, pixels);
    expect((await send()).status).toBe(409);
    expect(await rows()).toEqual([]);
  });

  it('needs the plan', async () => expect((await send(await server.makeTenant({ plan: 'free' }))).status).toBe(403));
});
