/** GET /insights/overview: every figure against the resources' own doors, the window's edges, the window before. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SYSTEM, systemDb, workspaceDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';
import { figuresOf } from '@/server/modules/overview/insights/overview';
import { SOURCES } from '@/server/modules/overview/insights/sources';
import { makeAccount } from '@/server/testing/factories/account';
import { makeAttribution, makeDiscountCode, makeReferralLink, makeReminder } from '@/server/testing/factories/offers';
import { makeBlogPost } from '@/server/testing/factories/content';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeCheckout, makeOrder } from '@/server/testing/factories/shops';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, trpc } from '@/server/testing/http';
import { makeAffiliate, makeCommission } from '@/server/testing/creators';
import { BY_HAND, makeEnrolment, makeLiveFunnel } from '@/server/testing/funnels';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const DAY = 86_400_000;
const QUARTER = 15 * 60_000;
const ago = (days: number): Date => new Date(Date.now() - days * DAY);
const get = async (us: Tenant, path: string) => expectData(await server.call(us.key, 'GET', `/api/v1${path}`));
const overview = (us: Tenant, query = '') => get(us, `/insights/overview${query}`);
const ask = async (us: Tenant, procedure: string, input: unknown) =>
  (await trpc(server, 'query', procedure, input, { cookie: us.cookie })).data;
const post = async (us: Tenant, path: string, body: object) =>
  expectData(await server.call(us.key, 'POST', `/api/v1${path}`, { body }), 201);
const of = (us: Tenant) => ({ database: server.services.database, accountId: us.accountId });

const NOTHING = {
  contacts: { total: 0, new: 0, unsubscribed: 0 },
  broadcasts: { sent: 0, messages: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, failed: 0 },
  discounts: { redemptions: 0, appliedByCurrency: {} },
  referrals: { clicks: 0, signups: 0, rewards: 0, revenueByCurrency: {} },
  carts: { remindersSent: 0, recovered: 0, recoveryRate: 0, valueByCurrency: {} },
  orders: {
    placed: 0,
    paid: 0,
    revenueByCurrency: {},
    refundedByCurrency: {},
    abandonedCheckouts: 0,
    recoveredCheckouts: 0,
  },
  funnels: { entered: 0, messages: 0, converted: 0, revenueByCurrency: {} },
  affiliates: { clicks: 0, conversions: 0, revenueByCurrency: {}, commissionByCurrency: {} },
  inbox: { received: 0, replied: 0, medianFirstReplyMinutes: 0 },
  blog: { published: 0 },
};
type Status = 'queued' | 'sending' | 'sent' | 'delivered' | 'bounced' | 'failed' | 'skipped' | 'opened' | 'clicked';

const redeem = (us: Tenant, discountCodeId: string, more: object = {}) =>
  server.services.database.prisma.discountRedemption.create({
    data: {
      accountId: us.accountId,
      discountCodeId,
      checkoutSessionId: unique('s'),
      appliedAmount: 100n,
      appliedShipping: 7n,
      currency: 'IDR',
      redeemedAt: ago(1),
      ...more,
    },
  });

/** A broadcast with so many messages of each status. */
async function makeSent(us: Tenant, startedAt: Date, counts: Partial<Record<Status, number>>): Promise<string> {
  const { id } = await makeBroadcast(server.services.database, us.accountId, { status: 'sending', startedAt });
  const channel = await makeChannel(server.services, us.accountId);
  for (const [status, messages] of Object.entries(counts))
    for (let n = 0; n < messages; n++)
      await makeMessage(server.services.database, us.accountId, {
        campaignId: id,
        channelIntegrationId: channel.id,
        status,
      });
  return id;
}

/** Something of everything, all of it in the last days. */
/** Four people in two funnels, one of them long ago; two bought, of which one gave something back, and one opened a message. */
async function makeFunnels(us: Tenant): Promise<string[]> {
  const { services } = server;
  const { database, accountId } = of(us);
  const funnels = [];
  for (let n = 0; n < 2; n++)
    funnels.push(
      await makeLiveFunnel(services, accountId, {
        trigger: { type: 'manual' },
        goal: { event: 'purchase', withinDays: 90 },
        steps: [{ id: 's1', kind: 'send', config: { provider: 'email_p1' }, next: null }],
      }),
    );
  const [cart = '', hello = ''] = funnels;
  const people: { id: string }[] = [];
  for (let n = 0; n < 4; n++) people.push(await makeContact(database, accountId));
  const enter = (person: number, funnelId: string, more: object = {}) =>
    makeEnrolment(database, accountId, {
      funnelId,
      contactId: people[person]?.id ?? '',
      enteredAt: ago(2),
      ...ENDED,
      ...more,
    });
  const order = await makeOrder(database, accountId, { placedAt: ago(1), amount: 120_000n, refunded: 20_000n });
  const session = `toko:${order.externalRef}`;
  await database.prisma.purchase.create({
    data: {
      ...{ accountId, checkoutSessionId: session, toldBy: 'order', orderId: order.id },
      ...{ at: ago(1), createdAt: ago(1), updatedAt: ago(1) },
    },
  });
  const first = await enter(0, cart, { goalAt: ago(1), goalSession: session, lastSentStepId: 's1' });
  await enter(1, cart, { goalAt: ago(1), goalValue: 900n, goalCurrency: 'USD' });
  await enter(2, hello, { goalAt: ago(1) });
  await enter(3, hello, { enteredAt: ago(40), goalAt: ago(39), goalValue: 1n, goalCurrency: 'IDR' });
  const { id: channelIntegrationId } = await makeChannel(services, accountId);
  const message = { channelIntegrationId, funnelId: cart, funnelStepId: 's1', enrolmentId: first.id };
  const sent = await makeMessage(database, accountId, { ...message, status: 'opened', sentAt: ago(1) });
  await makeMessage(database, accountId, { ...message, status: 'skipped' });
  await database.prisma.funnelPassage.create({
    data: {
      ...{ accountId, enrolmentId: first.id, position: 0, funnelId: cart, version: 1, stepId: 's1' },
      ...{ at: ago(1), outcome: 'sent', messageId: sent.id },
    },
  });
  return funnels;
}
const ENDED = { status: 'completed', endedAt: ago(1) };

async function makeWorld(us: Tenant): Promise<{ broadcasts: string[]; codes: string[]; session: string }> {
  const { database, accountId } = of(us);
  const people = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      post(us, '/contacts', { email: `${unique('p')}@example.com`, ...(n === 0 && { phone: '+628123456789' }) }),
    ),
  );
  // An e-mail and a phone of one person; a phone alone; an opt-out that ended again.
  expectData(await server.call(us.key, 'DELETE', `/api/v1/contacts/${people[0].id}`));
  await post(us, '/contacts', { phone: '+628111111111', subscriptions: { sms: 'unsubscribed' } });
  await post(us, '/contacts', { email: people[1].email, subscriptions: { email: 'unsubscribed' } });
  await post(us, '/contacts', { email: people[1].email, subscriptions: { email: 'subscribed' } });

  const broadcasts = [
    await makeSent(us, ago(2), { queued: 1, sent: 2, delivered: 3, opened: 2, clicked: 1, bounced: 1 }),
    await makeSent(us, ago(3), { failed: 2, skipped: 1, clicked: 1, sending: 1 }),
  ];
  await makeMessage(database, accountId, {
    channelIntegrationId: (await makeChannel(server.services, accountId)).id,
    status: 'clicked',
  });
  await makeBroadcast(database, accountId);

  const codes = [
    await makeDiscountCode(database, accountId, { redemptionCount: 2 }),
    await makeDiscountCode(database, accountId, { currency: 'USD', redemptionCount: 1 }),
  ].map(({ id }) => id);
  await redeem(us, codes[0] ?? '');
  await redeem(us, codes[0] ?? '');
  await redeem(us, codes[1] ?? '', { currency: 'USD' });

  const link = await makeReferralLink(database, accountId);
  for (let n = 0; n < 3; n++)
    expectData(
      await server.call(us.key, 'POST', '/api/v1/referrals/links/click', { body: { accountId, code: link.code } }),
    );
  await makeAttribution(database, accountId, { link });
  const bought = await makeAttribution(database, accountId, { link, refereeCustomerId: 'buyer' });
  const fulfil = {
    accountId,
    customerId: 'buyer',
    checkoutSessionId: bought.qualifyingCheckoutSessionId,
    status: 'completed',
    amount: 250_000,
    currency: 'IDR',
    externalSource: 'shop',
    externalRef: unique('o'),
  };
  expectData(await server.call(us.key, 'POST', '/api/v1/referrals/attributions/fulfill', { body: fulfil }));

  await makeReminder(database, accountId, { sentAt: ago(2), recoveredAt: ago(1) });
  await makeReminder(database, accountId, {
    sentAt: ago(2),
    recoveredAt: ago(1),
    currencyAtSend: 'USD',
    valueAtSend: 900n,
  });
  await makeReminder(database, accountId, { sentAt: ago(1), currencyAtSend: 'SGD' });
  await makeBlogPost(database, accountId, { status: 'published', publishedAt: ago(1) });
  await makeBlogPost(database, accountId, { status: 'published', publishedAt: new Date(Date.now() + DAY) });
  await makeBlogPost(database, accountId);
  return { broadcasts, codes, session: bought.qualifyingCheckoutSessionId ?? '' };
}

describe('figures', () => {
  it('are zeros and no currency of nothing, and the neighbour sees none of ours', async () => {
    const us = await server.makeTenant();
    const { from, to, windowDays, ...figures } = await overview(us);
    expect(figures).toEqual(NOTHING);
    expect(windowDays).toBe(30);
    expect(new Date(to).getTime() - new Date(from).getTime()).toBe(30 * DAY);
    const other = await server.makeTenant();
    await makeWorld(other);
    expect(await overview(us)).toMatchObject(NOTHING);
  });

  it('equal the resources’ own stats, one by one', async () => {
    const us = await server.makeTenant();
    const { broadcasts, codes } = await makeWorld(us);
    const figures = await overview(us);

    const own = await ask(us, 'contacts.figures', undefined);
    const closed = await Promise.all(
      ['email', 'sms'].map((family) => ask(us, 'contacts.count', { subscription: `${family}.unsubscribed` })),
    );
    expect(figures.contacts).toEqual({ total: own.total, new: own.total, unsubscribed: 2 });
    expect(own).toMatchObject({ total: 6 });
    // The one with both an e-mail and a phone stands in both counts.
    expect(closed.map(({ total }) => total)).toEqual([1, 2]);

    const listed = (await get(us, '/broadcasts')).filter(
      ({ startedAt }: { startedAt: string | null }) => startedAt !== null,
    );
    const counts = await Promise.all(
      broadcasts.map(
        async (id) => (await get(us, `/broadcasts/${id}`)).statusCounts as Partial<Record<Status, number>>,
      ),
    );
    const sum = (...statuses: Status[]): number =>
      counts.reduce((all, each) => all + statuses.reduce((some, status) => some + (each[status] ?? 0), 0), 0);
    expect(figures.broadcasts).toEqual({
      sent: listed.length,
      messages: listed.reduce((all: number, { _count }: { _count: { messages: number } }) => all + _count.messages, 0),
      delivered: sum('delivered', 'opened', 'clicked'),
      opened: sum('opened', 'clicked'),
      clicked: sum('clicked'),
      bounced: sum('bounced'),
      failed: sum('failed'),
    });
    expect(figures.broadcasts).toEqual({
      sent: 2,
      messages: 15,
      delivered: 7,
      opened: 4,
      clicked: 2,
      bounced: 1,
      failed: 2,
    });

    interface Redemptions {
      total: number;
      items: { appliedAmount: number; appliedShipping: number }[];
    }
    const redemptions = await Promise.all(
      codes.map(async (id) => (await get(us, `/discount-codes/${id}/redemptions`)) as Redemptions),
    );
    const counted = await Promise.all(
      codes.map(async (id) => (await get(us, `/discount-codes/${id}`)).redemptionCount),
    );
    expect(figures.discounts.redemptions).toBe(redemptions.reduce((all, { total }) => all + total, 0));
    expect(figures.discounts.redemptions).toBe(counted.reduce((all: number, each: number) => all + each, 0));
    const applied = redemptions.map(({ items }) =>
      items.reduce((all, item) => all + item.appliedAmount + item.appliedShipping, 0),
    );
    expect(figures.discounts.appliedByCurrency).toEqual({ IDR: applied[0], USD: applied[1] });
    expect(applied).toEqual([214, 107]);

    const referrals = await get(us, '/referrals/stats');
    expect(figures.referrals).toEqual({
      clicks: referrals.totalClicks,
      signups: referrals.totalSignups,
      rewards: referrals.totalRewards,
      revenueByCurrency: { IDR: referrals.attributedRevenue },
    });
    expect(figures.referrals).toEqual({ clicks: 3, signups: 2, rewards: 1, revenueByCurrency: { IDR: 250_000 } });

    const carts = await get(us, '/abandoned-cart/stats');
    expect(figures.carts).toMatchObject({
      remindersSent: carts.remindersSent,
      recovered: carts.cartsRecovered,
      recoveryRate: carts.recoveryRate,
    });
    expect(figures.carts).toEqual({
      remindersSent: 3,
      recovered: 2,
      recoveryRate: 2 / 3,
      valueByCurrency: { IDR: 150_000, USD: 900 },
    });
    expect(
      Object.values(figures.carts.valueByCurrency as Record<string, number>).reduce((all, each) => all + each, 0),
    ).toBe(carts.recoveredValueAtSend);

    const published = await get(us, `/blog/public/${us.accountId}`);
    expect(figures.blog).toEqual({ published: published.posts.length });
  });

  it('equal the carts’ stats for every window, and are clamped', async () => {
    const us = await server.makeTenant();
    for (const days of [0.5, 6, 8, 200, 364, 366])
      await makeReminder(server.services.database, us.accountId, {
        sentAt: ago(days),
        recoveredAt: days > 7 ? new Date() : null,
      });
    for (const days of [1, 7, 30, 365, 366, 99_999]) {
      const [figures, own] = await Promise.all([
        overview(us, `?windowDays=${days}`),
        get(us, `/abandoned-cart/stats?windowDays=${days}`),
      ]);
      expect(figures.windowDays).toBe(Math.min(days, 365));
      expect([figures.carts.remindersSent, figures.carts.recovered, figures.carts.recoveryRate]).toEqual([
        own.remindersSent,
        own.cartsRecovered,
        own.recoveryRate,
      ]);
    }
    for (const days of ['0', '-5'])
      expect(await overview(us, `?windowDays=${days}`)).toMatchObject({ windowDays: 1, carts: { remindersSent: 1 } });
    for (const query of ['windowDays=1.5', 'windowDays=x', 'windowDays=', 'compare=next', 'compare='])
      expectError(await server.call(us.key, 'GET', `/api/v1/insights/overview?${query}`), 400, 'VALIDATION');
  });

  it('of funnels equal the funnels’ own stats, and no broadcast’s figure counts a funnel’s message', async () => {
    const us = await server.makeTenant();
    const funnels = await makeFunnels(us);
    const figures = await overview(us);
    const own = await Promise.all(funnels.map((id) => get(us, `/funnels/${id}/stats`)));
    const sum = (of: (stats: (typeof own)[number]) => number): number =>
      own.map(of).reduce((all, each) => all + each, 0);
    expect(figures.funnels).toEqual({
      entered: sum(({ entered }) => entered),
      messages: sum(({ steps }) => (steps as { sent: number }[]).reduce((all, { sent }) => all + sent, 0)),
      converted: sum(({ converted }) => converted),
      revenueByCurrency: { ...own[0].revenueByCurrency, ...own[1].revenueByCurrency },
    });
    expect(figures.funnels).toEqual({
      entered: 3,
      messages: 1,
      converted: 3,
      revenueByCurrency: { IDR: 100_000, USD: 900 },
    });
    const brought = await ask(us, 'funnels.brought', undefined);
    expect(brought.windowDays).toBe(30);
    expect(brought.funnels.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1))).toEqual(
      funnels
        .map((id, n) => ({ id, converted: own[n].converted, revenueByCurrency: own[n].revenueByCurrency }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    expect(figures.broadcasts).toEqual(NOTHING.broadcasts);
    expect((await get(us, '/insights/timeseries?metric=broadcasts.messages')).points).not.toContainEqual(
      expect.objectContaining({ value: 1 }),
    );
    const later = await overview(us, '?windowDays=365');
    expect(later.funnels).toMatchObject({ entered: 4, converted: 4, revenueByCurrency: { IDR: 100_001, USD: 900 } });
  });

  it('follow a reward that is taken back and an address that comes back', async () => {
    const us = await server.makeTenant();
    const { session } = await makeWorld(us);
    expectData(
      await server.call(us.key, 'POST', '/api/v1/referrals/attributions/void', {
        body: { accountId: us.accountId, checkoutSessionId: session, reason: 'refund' },
      }),
    );
    await post(us, '/contacts', { phone: '+628111111111', subscriptions: { sms: 'subscribed' } });
    const figures = await overview(us);
    expect(figures.referrals).toEqual({ clicks: 3, signups: 2, rewards: 0, revenueByCurrency: {} });
    expect(figures.contacts.unsubscribed).toBe(1);
  });
});

describe('the window', () => {
  it('does not hold its beginning and holds its end, to the millisecond', async () => {
    const us = await server.makeTenant();
    const { database, accountId } = of(us);
    const to = ago(40);
    const from = new Date(to.getTime() - 7 * DAY);
    const { id: code } = await makeDiscountCode(database, accountId);
    const link = await makeReferralLink(database, accountId);
    const funnelId = await makeLiveFunnel(server.services, accountId, BY_HAND);
    const { id: channelIntegrationId } = await makeChannel(server.services, accountId);
    const affiliate = await makeAffiliate(database, accountId);
    for (const edge of [from, to]) {
      for (const step of [0, 1]) {
        const at = new Date(edge.getTime() + step);
        await makeContact(database, accountId, { createdAt: at });
        await database.prisma.suppression.create({
          data: {
            accountId,
            family: 'email',
            address: `${unique('x')}@example.com`,
            reason: 'recipient',
            createdAt: at,
          },
        });
        await makeSent(us, at, { opened: 1 });
        await redeem(us, code, { redeemedAt: at });
        await database.prisma.referralClick.create({ data: { accountId, linkId: link.id, clickedAt: at } });
        await makeAttribution(database, accountId, {
          link,
          createdAt: at,
          status: 'rewarded',
          rewardedAt: at,
          amount: 5n,
          currency: 'IDR',
        });
        await makeReminder(database, accountId, { sentAt: at, recoveredAt: at });
        await database.prisma.programClick.create({
          data: { accountId, collaborationId: affiliate.id, programId: affiliate.programId, clickedAt: at },
        });
        await makeCommission(database, accountId, affiliate, {
          createdAt: at,
          refundedAmount: 10_000n,
          amount: 9_000n,
        });
        await makeCommission(database, accountId, affiliate, { createdAt: at, status: 'declined' });
        await makeOrder(database, accountId, { placedAt: at, amount: 40n, refunded: 15n });
        await makeCheckout(database, accountId, { status: 'completed', abandonedAt: at, completedAt: now() });
        await makeBlogPost(database, accountId, { status: 'published', publishedAt: at });
        const inside = { enteredAt: at, goalAt: now(), goalValue: 7n, goalCurrency: 'IDR', ...ENDED };
        const contact = await makeContact(database, accountId, { createdAt: ago(400) });
        const { id: enrolmentId } = await makeEnrolment(database, accountId, {
          ...inside,
          funnelId,
          contactId: contact.id,
        });
        await makeMessage(database, accountId, { channelIntegrationId, funnelId, enrolmentId, sentAt: at });
      }
    }
    const db = systemDb(server.services.database, accountId, to);
    // One millisecond after the beginning, and the end itself.
    expect(await figuresOf(db, { from, to })).toEqual({
      from,
      to,
      contacts: { total: 7, new: 2, unsubscribed: 2 },
      broadcasts: { sent: 2, messages: 2, delivered: 2, opened: 2, clicked: 0, bounced: 0, failed: 0 },
      discounts: { redemptions: 2, appliedByCurrency: { IDR: 214 } },
      referrals: { clicks: 2, signups: 2, rewards: 2, revenueByCurrency: { IDR: 10 } },
      carts: { remindersSent: 2, recovered: 2, recoveryRate: 1, valueByCurrency: { IDR: 300_000 } },
      orders: {
        placed: 2,
        paid: 2,
        revenueByCurrency: { IDR: 50 },
        refundedByCurrency: { IDR: 30 },
        abandonedCheckouts: 2,
        recoveredCheckouts: 2,
      },
      funnels: { entered: 2, messages: 2, converted: 2, revenueByCurrency: { IDR: 14 } },
      affiliates: {
        clicks: 2,
        conversions: 2,
        revenueByCurrency: { IDR: 180_000 },
        commissionByCurrency: { IDR: 18_000 },
      },
      inbox: { received: 0, replied: 0, medianFirstReplyMinutes: 0 },
      blog: { published: 2 },
    });
  });

  it('of orders and checkouts are those of a plain count, whatever became of them', async () => {
    const { database } = server.services;
    const to = ago(1);
    const from = new Date(to.getTime() - 10 * DAY);
    const day = fc.integer({ min: 0, max: 14 * 24 }).map((hours) => new Date(to.getTime() + DAY - hours * (DAY / 24)));
    const anyOrder = fc.record({
      placedAt: day,
      isPaid: fc.boolean(),
      status: fc.constantFrom('pending', 'paid', 'partially_refunded', 'refunded', 'canceled'),
      currency: fc.constantFrom('IDR', 'USD'),
      amount: fc.integer({ min: 0, max: 1_000 }),
      refunded: fc.constantFrom(0, 0, 5, 2_000),
    });
    const anyCheckout = fc.record({ abandonedAt: fc.option(day), isCompleted: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyOrder, { maxLength: 12 }),
        fc.array(anyCheckout, { maxLength: 8 }),
        async (orders, checkouts) => {
          const accountId = await makeAccount(database);
          for (const { placedAt, isPaid, status, currency, amount, refunded } of orders)
            await makeOrder(database, accountId, {
              placedAt,
              status,
              currency,
              paidAt: isPaid ? placedAt : null,
              amount: BigInt(amount),
              refunded: BigInt(refunded),
            });
          for (const { abandonedAt, isCompleted } of checkouts)
            await makeCheckout(database, accountId, { abandonedAt, completedAt: isCompleted ? now() : null });
          const isIn = (at: Date | null) => at !== null && at > from && at <= to;
          const placed = orders.filter(({ placedAt, status }) => isIn(placedAt) && status !== 'canceled');
          const paid = placed.filter(({ isPaid }) => isPaid);
          const left = checkouts.filter(({ abandonedAt }) => isIn(abandonedAt));
          const sums = <Row extends { currency: string }>(rows: Row[], of: (row: Row) => number) => {
            const all: Record<string, number> = {};
            for (const row of rows) all[row.currency] = (all[row.currency] ?? 0) + of(row);
            return all;
          };
          const { orders: figures } = await figuresOf(systemDb(database, accountId, to), { from, to });
          expect(figures).toEqual({
            placed: placed.length,
            paid: paid.length,
            revenueByCurrency: sums(paid, ({ amount, refunded }) => Math.max(amount - refunded, 0)),
            refundedByCurrency: sums(
              placed.filter(({ refunded }) => refunded > 0),
              ({ refunded }) => refunded,
            ),
            abandonedCheckouts: left.length,
            recoveredCheckouts: left.filter(({ isCompleted }) => isCompleted).length,
          });
        },
      ),
      { numRuns: 25 },
    );
  });

  it('of a period of many orders and checkouts are read off an index, and not off the rows', async () => {
    const us = await server.makeTenant();
    const { database, accountId } = of(us);
    const { pool } = database;
    await pool.query(
      `INSERT INTO "Order" ("accountId", "externalSource", "externalRef", "checkoutSessionId", amount, refunded, currency, status, items, "discountCodes", "placedAt", "paidAt", "sourceUpdatedAt", "createdAt", "updatedAt")
       SELECT $1, 'toko', n::text, 'toko:' || n, 1000, 0, 'IDR', 'paid', '[]', '{}', at, at, at, at, at FROM generate_series(1, 20000) n CROSS JOIN LATERAL (SELECT now() - n * interval '10 minutes' AS at) t`,
      [accountId],
    );
    await pool.query(
      `INSERT INTO "Checkout" ("accountId", "externalSource", "externalRef", value, currency, status, items, "abandonedAt", "madeAt", "sourceUpdatedAt", "createdAt", "updatedAt")
       SELECT $1, 'toko', n::text, 1000, 'IDR', 'abandoned', '[]', at, at, at, at, at FROM generate_series(1, 20000) n CROSS JOIN LATERAL (SELECT now() - n * interval '10 minutes' AS at) t`,
      [accountId],
    );
    await pool.query('VACUUM ANALYZE "Order", "Checkout"');
    for (const [name, index] of [
      ['orders', 'Order_period_idx'],
      ['checkouts', 'Checkout_accountId_abandonedAt_completedAt_idx'],
    ] as const) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${SOURCES[name].rows}`, [
        accountId,
        ago(7),
        now(),
      ]);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`Index Only Scan using "${index}"`);
    }
    expect((await overview(us, '?windowDays=7')).orders).toMatchObject({
      placed: 7 * 24 * 6 - 1,
      abandonedCheckouts: 7 * 24 * 6 - 1,
    });
  });

  it('counts contacts exactly wherever it cuts a quarter of an hour, also after some are gone', async () => {
    const us = await server.makeTenant();
    const { database, accountId } = of(us);
    const base = Math.floor(Date.now() / QUARTER) * QUARTER - 3 * DAY;
    const offsets = fc.sample(
      fc.oneof(
        fc.integer({ min: 0, max: 6 * QUARTER }),
        fc.constantFrom(0, 1, QUARTER - 1, QUARTER, QUARTER + 1, 2 * QUARTER),
      ),
      60,
    );
    const made = await Promise.all(
      offsets.map(async (offset) => ({
        at: base + offset,
        id: (await makeContact(database, accountId, { createdAt: new Date(base + offset) })).id,
      })),
    );
    const gone = made.splice(0, 12).map(({ id }) => id);
    await database.pool.query('DELETE FROM "Contact" WHERE id = ANY ($1)', [gone]);
    const db = workspaceDb(database, {
      accountId,
      actor: SYSTEM,
      now: new Date(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -QUARTER, max: 6 * QUARTER }),
        fc.oneof(fc.constantFrom(QUARTER, 2 * QUARTER), fc.integer({ min: QUARTER, max: 4 * QUARTER })),
        async (begin, length) => {
          const [from, to] = [base + begin, base + begin + length];
          const { contacts } = await figuresOf(db, { from: new Date(from), to: new Date(to) });
          expect(contacts.new).toBe(made.filter(({ at }) => at > from && at <= to).length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is compared with as many days before it', async () => {
    const us = await server.makeTenant();
    const { database, accountId } = of(us);
    for (const days of [1, 12, 13, 25]) {
      await makeContact(database, accountId, { createdAt: ago(days) });
      await makeReminder(database, accountId, { sentAt: ago(days), recoveredAt: days > 12 ? ago(days) : null });
    }
    const { previous, ...current } = await overview(us, '?windowDays=10&compare=previous');
    expect(previous.to).toBe(current.from);
    expect(new Date(previous.to).getTime() - new Date(previous.from).getTime()).toBe(10 * DAY);
    expect([current.contacts, previous.contacts]).toEqual([
      { total: 4, new: 1, unsubscribed: 0 },
      { total: 3, new: 2, unsubscribed: 0 },
    ]);
    expect(previous.carts).toEqual({
      remindersSent: 2,
      recovered: 1,
      recoveryRate: 0.5,
      valueByCurrency: { IDR: 150_000 },
    });
    expect(Object.keys(previous).sort()).toEqual(['from', 'to', ...Object.keys(NOTHING)].sort());
    expect(await overview(us, '?windowDays=10')).not.toHaveProperty('previous');
  });
});
