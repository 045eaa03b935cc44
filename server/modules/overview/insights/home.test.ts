/** What Home reads beside the figures: the first steps (GET /insights/setup), what needs doing, top codes. */
import { describe, expect, it } from 'vitest';
import type { Prisma } from '@/prisma/generated/client';
import { makeBlogPost } from '@/server/testing/factories/content';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeContactList, makeContact } from '@/server/testing/factories/audience';
import { makeDiscountCode, makeReferralProgram } from '@/server/testing/factories/offers';
import { makeFeedConfig, makeFeedProduct, makeIntegration } from '@/server/testing/factories/shops';
import { makeWebhookEndpoint } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { BY_HAND, makeLiveFunnel } from '@/server/testing/funnels';
import { expectData, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const DAY = 86_400_000;
const from = (days: number): Date => new Date(Date.now() + days * DAY);
const ask = async (us: Tenant, procedure: string, input?: unknown) =>
  (await trpc(server, 'query', `insights.${procedure}`, input, { cookie: us.cookie })).data;
const problems = async (us: Tenant) => (await ask(us, 'problems')).problems;

describe('setup', () => {
  it('ticks each step off when its row is there, and counts the share', async () => {
    const { services } = server;
    const us = await server.makeTenant();
    const { accountId } = us;
    const setup = async () => expectData(await server.call(us.key, 'GET', '/api/v1/insights/setup'));
    const code = () => makeDiscountCode(services.database, accountId);
    const begin = await setup();
    // The key that asks is there.
    expect(begin.steps.filter(({ done }: { done: boolean }) => done).map(({ key }: { key: string }) => key)).toEqual([
      'api_key',
    ]);
    expect(begin.percent).toBe(10);
    for (const { href } of begin.steps) expect(href).toMatch(/^\/[a-z/-]+$/);
    const steps: [key: string, make: () => Promise<unknown>][] = [
      ['contacts', () => makeContact(services.database, accountId)],
      ['integration', () => makeIntegration(services, accountId)],
      ['channel', () => makeChannel(services, accountId)],
      ['broadcast', () => makeBroadcast(services.database, accountId, { startedAt: new Date() })],
      ['funnel', () => makeLiveFunnel(services, accountId, BY_HAND)],
      ['discount_code', code],
      ['referral_program', () => makeReferralProgram(services.database, accountId)],
      ['blog_post', () => makeBlogPost(services.database, accountId, { status: 'published', publishedAt: new Date() })],
      [
        'redemption',
        async () =>
          services.database.prisma.discountRedemption.create({
            data: {
              accountId,
              discountCodeId: (await code()).id,
              checkoutSessionId: unique('s'),
              appliedAmount: 1n,
              appliedShipping: 0n,
              currency: 'IDR',
              redeemedAt: new Date(),
            },
          }),
      ],
    ];
    // What is begun is not done.
    await makeBroadcast(services.database, accountId);
    await makeIntegration(services, accountId, { status: 'pending', activatedAt: null });
    await makeIntegration(services, accountId, { status: 'revoked' });
    await makeChannel(services, accountId, { status: 'revoked' });
    await makeReferralProgram(services.database, accountId, { enabled: false });
    await makeBlogPost(services.database, accountId);
    expect((await setup()).percent).toBe(10);
    for (const [index, [key, make]] of steps.entries()) {
      await make();
      const { steps: now, percent } = await setup();
      expect(now.find((step: { key: string }) => step.key === key)).toMatchObject({ done: true });
      expect(percent).toBe(Math.round((100 * (index + 2)) / 10));
    }
  });
});

describe('problems', () => {
  it('are none in a workspace where nothing is wrong', async () => {
    const us = await server.makeTenant();
    const { services } = server;
    await makeChannel(services, us.accountId, { expiresAt: from(60) });
    await makeChannel(services, us.accountId, { status: 'revoked', expiresAt: from(-1) });
    await makeFeedProduct(services.database, us.accountId);
    await makeBroadcast(services.database, us.accountId, { status: 'paused', startedAt: from(-1) });
    await makeWebhookEndpoint(services, us.accountId, { active: false });
    expect(await problems(us)).toEqual([]);
  });

  it('say what is wrong, the most urgent first, and nothing of the neighbour', async () => {
    const { services } = server;
    const { database } = services;
    const us = await server.makeTenant();
    const { accountId } = us;
    const at = new Date();
    await database.prisma.subscription.upsert({
      where: { accountId },
      create: {
        accountId,
        plan: 'starter',
        status: 'past_due',
        currentPeriodEnd: from(5),
        createdAt: at,
        updatedAt: at,
      },
      update: { plan: 'starter', status: 'past_due', currentPeriodEnd: from(5) },
    });
    const invoice = {
      accountId,
      plan: 'starter',
      amount: 99_000n,
      currency: 'IDR',
      kind: 'renewal',
      provider: 'sandbox',
      email: 'a@example.com',
      createdAt: at,
      updatedAt: at,
    } satisfies Partial<Prisma.InvoiceUncheckedCreateInput>;
    await database.prisma.invoice.create({ data: { ...invoice, status: 'open', expiresAt: from(1) } });
    await database.prisma.invoice.create({ data: { ...invoice, status: 'open', expiresAt: from(-1) } });
    await database.prisma.invoice.create({ data: { ...invoice, status: 'paid', expiresAt: from(1) } });
    // A checkout that somebody began and left: nothing is lost without it.
    await database.prisma.invoice.create({
      data: { ...invoice, kind: 'first', amount: 49_000n, status: 'open', expiresAt: from(1) },
    });
    const failing = await makeChannel(services, accountId, { displayName: 'Surat' });
    await database.prisma.channelIntegration.update({
      where: { id: failing.id },
      data: { lastError: 'API key is invalid' },
    });
    const expiring = await makeChannel(services, accountId, {
      displayName: 'Halaman',
      expiresAt: from(3),
      createdAt: from(-1),
    });
    const broadcast = await makeBroadcast(database, accountId, {
      name: 'Gajian',
      status: 'sending',
      startedAt: from(-1),
    });
    for (const status of ['sent', 'sent', 'failed', 'bounced'])
      await makeMessage(database, accountId, { campaignId: broadcast.id, channelIntegrationId: failing.id, status });
    const fine = await makeBroadcast(database, accountId, { status: 'sending', startedAt: from(-1) });
    await makeMessage(database, accountId, { campaignId: fine.id, channelIntegrationId: failing.id, status: 'sent' });
    const paused = await makeBroadcast(database, accountId, { name: 'Lebaran', status: 'paused' });
    const webhook = await makeWebhookEndpoint(services, accountId, { active: false, stoppedBy: 'gone' });
    await database.prisma.pixelConversion.create({
      data: {
        accountId,
        eventId: unique('e'),
        value: 1n,
        currency: 'IDR',
        valueFrom: 'fulfil',
        occurredAt: at,
        status: 'failed',
        createdAt: at,
        updatedAt: at,
      },
    });
    await makeFeedConfig(database, accountId);
    await makeFeedProduct(database, accountId, { imageUrl: null });
    for (let n = 0; n < 20; n++) await makeBlogPost(database, accountId);

    const found = await problems(us);
    expect(found.map(({ kind }: { kind: string }) => kind)).toEqual([
      'plan_past_due',
      'invoice_open',
      'channel_failing',
      'channel_expiring',
      'broadcast_failing',
      'broadcast_paused',
      'webhook_stopped',
      'conversions_failing',
      'feed_refused',
      'plan_full',
    ]);
    expect(found).toMatchObject([
      { plan: 'starter', at: expect.any(String) },
      { plan: 'starter', amount: 99_000, currency: 'IDR' },
      { id: failing.id, name: 'Surat', reason: 'API key is invalid' },
      { id: expiring.id, name: 'Halaman' },
      { id: broadcast.id, name: 'Gajian', failed: 2, messages: 4 },
      { id: paused.id, name: 'Lebaran' },
      { id: webhook.id, url: webhook.url },
      { failed: 1 },
      { products: 1 },
      { resource: 'blogPosts', used: 20, limit: 25 },
    ]);
    expect(await problems(await server.makeTenant())).toEqual([]);
  });

  it('report a shop that lets nobody in, calls of it that were lost, and codes that it did not take', async () => {
    const { services } = server;
    const { prisma } = services.database;
    const us = await server.makeTenant();
    const { accountId } = us;
    const failing = await makeIntegration(services, accountId, {
      displayName: 'Toko Bandung',
      status: 'error',
      lastError: 'Invalid API key or access token.',
      createdAt: from(-1),
    });
    const deaf = await makeIntegration(services, accountId, {
      displayName: 'Kasir',
      webhookFaults: ['orders/create'],
      createdAt: from(-2),
    });
    const call = { accountId, integrationId: deaf.id, headers: {}, body: Buffer.alloc(0), dueAt: new Date() };
    await prisma.integrationWebhook.createMany({
      data: [
        { ...call, receivedAt: from(-1), result: 'failed' },
        { ...call, receivedAt: from(-6), result: 'failed' },
        // Long ago, and what came through or is somebody else's.
        { ...call, receivedAt: from(-8), result: 'failed' },
        { ...call, receivedAt: from(-1), result: 'applied' },
        { ...call, receivedAt: from(-1), result: 'refused' },
      ],
    });
    const { id: codes } = await makeIntegration(services, accountId, {
      displayName: 'Toko Solo',
      createdAt: from(-3),
    });
    for (const state of ['failed', 'failed', 'pushed', 'pending', 'not_expressible'])
      await prisma.integrationCode.create({
        data: {
          accountId,
          integrationId: codes,
          discountCodeId: (await makeDiscountCode(services.database, accountId)).id,
          state,
          createdAt: new Date(),
          updatedAt: new Date(),
        },
      });
    // One that is gone, and one to which nothing happened.
    await makeIntegration(services, accountId, { status: 'revoked', lastError: 'gone', webhookFaults: ['x'] });
    await makeIntegration(services, accountId);
    expect(await problems(us)).toEqual([
      {
        kind: 'integration_failing',
        id: failing.id,
        name: 'Toko Bandung',
        reason: 'Invalid API key or access token.',
      },
      { kind: 'integration_webhooks', id: deaf.id, name: 'Kasir', dropped: 3 },
      { kind: 'codes_not_pushed', id: codes, name: 'Toko Solo', codes: 2 },
    ]);
    expect(await problems(await server.makeTenant())).toEqual([]);
  });

  it('report shops that have been away for an hour: one that is due, and one that was never there', async () => {
    const { services } = server;
    const us = await server.makeTenant();
    const make = (displayName: string, hours: number, more: Partial<Prisma.IntegrationUncheckedCreateInput>) =>
      makeIntegration(services, us.accountId, { displayName, createdAt: from(-hours / 24), ...more });
    const lastError = 'connect ETIMEDOUT';
    const pending = { status: 'pending', activatedAt: null };
    const overdue = from(-61 / 1440);
    const away = await make('Away', 10, { lastError, reconcileAt: overdue });
    const never = await make('Never there', 2, { ...pending, lastError });
    // Away for less than that, or back since; made a moment ago, or not looked at yet; and one that is gone.
    await make('For a moment', 10, { lastError, reconcileAt: from(-59 / 1440) });
    await make('Between two looks', 10, { lastError, reconcileAt: from(1) });
    await make('Never looked at by us', 10, { lastError });
    await make('Back', 10, { reconcileAt: overdue });
    await make('New', 0.5, { ...pending, lastError });
    await make('Waiting', 2, pending);
    await make('Gone', 10, { status: 'revoked', lastError, reconcileAt: overdue });
    expect(await problems(us)).toEqual([
      { kind: 'integration_failing', id: never.id, name: 'Never there', reason: lastError },
      { kind: 'integration_failing', id: away.id, name: 'Away', reason: lastError },
    ]);
  });

  it('report funnels without a channel, without what lets people in, and without room in the plan', async () => {
    const { services } = server;
    const us = await server.makeTenant({ plan: 'free' });
    const { accountId } = us;
    await makeChannel(services, accountId);
    const { id: listId } = await makeContactList(services.database, accountId);
    const send = (provider: 'email_p1' | 'sms_p1') => ({
      id: 's',
      kind: 'send' as const,
      config: { provider, content: { email: { subject: 'Halo', text: 'Halo' }, sms: { body: 'Halo' } } },
    });
    const first = await makeLiveFunnel(services, accountId, {
      trigger: { type: 'list_added', listId },
      steps: [send('email_p1')],
    });
    expect(await problems(us)).toEqual([]);
    // Free has room for one: the other is held.
    const second = await makeLiveFunnel(services, accountId, { trigger: { type: 'manual' }, steps: [send('sms_p1')] });
    await services.database.prisma.contactList.deleteMany({ where: { accountId, id: listId } });
    expect(await problems(us)).toEqual([
      { kind: 'funnel_no_channel', id: second, name: second },
      { kind: 'funnel_held', id: second, name: second },
      { kind: 'funnel_trigger_gone', id: first, name: first },
    ]);
  });

  it('report a plan that ends, and a feed without products', async () => {
    const us = await server.makeTenant({ plan: 'growth' });
    await server.services.database.prisma.subscription.update({
      where: { accountId: us.accountId },
      data: { status: 'canceling', cancelAt: from(9) },
    });
    await makeFeedConfig(server.services.database, us.accountId);
    expect(await problems(us)).toMatchObject([{ kind: 'plan_ending', plan: 'growth' }, { kind: 'feed_empty' }]);
  });
});

describe('top codes', () => {
  it('are the five that were used most in the last 30 days', async () => {
    const { database } = server.services;
    const us = await server.makeTenant();
    const { accountId } = us;
    const codes = await Promise.all(Array.from({ length: 6 }, () => makeDiscountCode(database, accountId)));
    const redeem = (code: string, days: number) =>
      database.prisma.discountRedemption.create({
        data: {
          accountId,
          discountCodeId: code,
          checkoutSessionId: unique('s'),
          appliedAmount: 1n,
          appliedShipping: 0n,
          currency: 'IDR',
          redeemedAt: from(-days),
        },
      });
    for (const [uses, { id }] of codes.entries()) for (let n = 0; n < uses; n++) await redeem(id, n);
    for (let n = 0; n < 9; n++) await redeem(codes[0]?.id ?? '', 31);
    expect((await ask(us, 'topCodes', {})).codes).toEqual(
      [5, 4, 3, 2, 1].map((uses) => ({ ...codes[uses], redemptions: uses })),
    );
    // What lies further back counts where the window reaches so far.
    expect((await ask(us, 'topCodes', { windowDays: 90 })).codes[0]).toEqual({ ...codes[0], redemptions: 9 });
    expect((await ask(await server.makeTenant(), 'topCodes', {})).codes).toEqual([]);
  });
});
