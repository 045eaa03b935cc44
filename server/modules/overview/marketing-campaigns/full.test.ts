import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { SYSTEM, workspaceDb } from '@/server/platform/db/workspace';
import { applyEvents } from '@/server/modules/messaging/channels/apply-events';
import {
  makeAttribution,
  makeDiscountCode,
  makeReferralLink,
  makeReferralProgram,
  makeReminder,
} from '@/server/testing/factories/offers';
import { makeBlogPost, makeMarketingCampaign } from '@/server/testing/factories/content';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeFeedConfig } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { expectData, trpc } from '@/server/testing/http';
import { makeAffiliate, makeBrief, makeCommission, makeProgram } from '@/server/testing/creators';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
const db = () => server.services.database;
const full = async (id: string, us: Tenant) =>
  expectData(await server.call(us.key, 'GET', `/api/v1/marketing-campaigns/${id}/full`));
const NOTHING = {
  messagesSent: 0,
  messagesDelivered: 0,
  messagesOpened: 0,
  messagesClicked: 0,
  redemptions: 0,
  discountGiven: {},
  referralRewards: 0,
  attributedRevenue: {},
  cartsRecovered: 0,
  recoveredValue: {},
};
const KEYS = [
  'campaign',
  'broadcasts',
  'discountCodes',
  'referralPrograms',
  'creatorBriefs',
  'affiliatePrograms',
  'blogPosts',
  'cartReminders',
  'feeds',
  'counts',
  'performance',
];

/** A use of a code, as redeem would have written it. */
async function redeem(
  us: Tenant,
  discountCodeId: string,
  uses: { amount?: bigint; shipping?: bigint; currency?: string }[],
) {
  await db().prisma.discountRedemption.createMany({
    data: uses.map(({ amount = 0n, shipping = 0n, currency = 'IDR' }) => ({
      accountId: us.accountId,
      discountCodeId,
      checkoutSessionId: crypto.randomUUID(),
      appliedAmount: amount,
      appliedShipping: shipping,
      currency,
      redeemedAt: new Date(),
    })),
  });
}

async function messages(us: Tenant, campaignId: string, statuses: string[]) {
  const channel = await makeChannel(server.services, us.accountId);
  for (const status of statuses)
    await makeMessage(db(), us.accountId, { channelIntegrationId: channel.id, campaignId, status });
}

describe('GET /marketing-campaigns/:id/full', () => {
  it('of a campaign without children is empty and zero', async () => {
    const us = await server.makeTenant();
    const id = await makeMarketingCampaign(db(), us.accountId);
    const data = await full(id, us);
    expect(Object.keys(data).sort()).toEqual([...KEYS].sort());
    expect(data).toMatchObject({
      campaign: { id },
      broadcasts: [],
      discountCodes: [],
      referralPrograms: [],
      creatorBriefs: [],
      affiliatePrograms: [],
      blogPosts: [],
      cartReminders: [],
      feeds: [],
    });
    expect(data.counts).toEqual({
      broadcasts: 0,
      broadcastsSent: 0,
      discountCodes: 0,
      referralPrograms: 0,
      creatorBriefs: 0,
      affiliatePrograms: 0,
      blogPosts: 0,
      cartReminders: 0,
      feeds: 0,
    });
    expect(data.performance).toEqual(NOTHING);
  });

  it('has no codes of batches, as the list of codes has none, and counts them all the same', async () => {
    const us = await server.makeTenant({ plan: 'scale' });
    const id = await makeMarketingCampaign(db(), us.accountId);
    const own = await makeDiscountCode(db(), us.accountId, { marketingCampaignId: id });
    const reward = await makeDiscountCode(db(), us.accountId, { marketingCampaignId: id, source: 'funnel' });
    const template = { type: 'percent', value: 10, currency: 'IDR', marketingCampaignId: id };
    const batch = { name: unique('Batch '), count: 60, template };
    expectData(await server.call(us.key, 'POST', '/api/v1/discount-codes/batches', { body: batch }), 201);
    await runJobs(server.services);
    const { discountCodes, counts } = await full(id, us);
    expect(discountCodes.map((code: { id: string }) => code.id).sort()).toEqual([own.id, reward.id].sort());
    expect(counts.discountCodes).toBe(62);
  });

  it("shows children as their own routes do, without what may be megabytes, and nobody else's", async () => {
    const us = await server.makeTenant();
    const { accountId } = us;
    const id = await makeMarketingCampaign(db(), accountId);
    const link = { marketingCampaignId: id };
    const other = { marketingCampaignId: await makeMarketingCampaign(db(), accountId) };
    const broadcast = await makeBroadcast(db(), accountId, {
      ...link,
      scheduledAt: new Date('2026-03-01T01:02:03.004Z'),
      description: 'd',
    });
    const code = await makeDiscountCode(db(), accountId, {
      ...link,
      productIds: ['p'],
      minPurchaseAmount: 2n ** 53n - 1n,
      startsAt: new Date('2026-01-01T00:00:00Z'),
    });
    const program = await makeReferralProgram(db(), accountId, { ...link, programTerms: 'Be kind.' });
    const post = await makeBlogPost(db(), accountId, {
      ...link,
      tags: ['kopi'],
      publishedAt: new Date('2026-01-01T00:00:00Z'),
      status: 'published',
    });
    const reminder = await makeReminder(db(), accountId, link);
    await makeFeedConfig(db(), accountId, link);
    for (const made of [makeBroadcast, makeDiscountCode, makeBlogPost, makeReminder])
      await made(db(), accountId, other);
    const data = await full(id, us);

    const get = async (path: string) => expectData(await server.call(us.key, 'GET', `/api/v1/${path}`));
    const { content: _content, audience: _audience, ...ofBroadcast } = await get(`broadcasts/${broadcast.id}`);
    expect(data.broadcasts).toEqual([{ ...ofBroadcast, _count: { messages: 0 } }]);
    expect(data.discountCodes).toEqual([await get(`discount-codes/${code.id}`)]);
    expect(data.referralPrograms).toEqual([await get('referrals/program')]);
    expect(data.referralPrograms[0].id).toBe(program.id);
    const {
      post: { body: _body, ...ofPost },
    } = await get(`blog/${post.id}`);
    expect(data.blogPosts).toEqual([ofPost]);
    const {
      cartSnapshot: _snapshot,
      discountCode: _code,
      marketingCampaign: _campaign,
      contact: _contact,
      ...ofReminder
    } = await get(`abandoned-cart/reminders/${reminder.id}`);
    expect(data.cartReminders).toEqual([ofReminder]);
    expect(data.feeds).toEqual([await get('feeds/config')]);
    expect(data.counts).toEqual({
      broadcasts: 1,
      broadcastsSent: 0,
      discountCodes: 1,
      referralPrograms: 1,
      creatorBriefs: 0,
      affiliatePrograms: 0,
      blogPosts: 1,
      cartReminders: 1,
      feeds: 1,
    });
    expect(data.campaign).toEqual(
      expectData(await server.call(us.key, 'PATCH', `/api/v1/marketing-campaigns/${id}`, { body: {} })),
    );
  });

  it('counts as sent what the vendor took, also when a callback says later that it failed', async () => {
    const us = await server.makeTenant();
    const { accountId } = us;
    const id = await makeMarketingCampaign(db(), accountId);
    const broadcast = await makeBroadcast(db(), accountId, { marketingCampaignId: id, startedAt: new Date() });
    const channel = await makeChannel(server.services, accountId);
    const message = (providerMessageId: string | null, status: string) =>
      makeMessage(db(), accountId, {
        channelIntegrationId: channel.id,
        campaignId: broadcast.id,
        providerMessageId,
        status,
        ...(status === 'sent' ? { sentAt: new Date() } : {}),
      });
    for (const vendor of ['one', 'two', 'three']) await message(vendor, 'sent');
    // The vendor refused it: it was never sent.
    await message(null, 'failed');
    const sentOf = async () => (await full(id, us)).performance.messagesSent as number;
    expect(await sentOf()).toBe(3);
    const reported = (providerMessageId: string, status: 'failed' | 'delivered') =>
      applyEvents(
        workspaceDb(db(), {
          accountId,
          actor: SYSTEM,
          now: new Date(),
        }),
        channel.id,
        [{ kind: 'status', providerMessageId, status, at: new Date() }],
      );
    await reported('one', 'failed');
    await reported('two', 'failed');
    expect(await sentOf()).toBe(3);
    await reported('two', 'delivered');
    const { performance } = await full(id, us);
    expect([performance.messagesSent, performance.messagesDelivered]).toEqual([3, 1]);
    expect(expectData(await server.call(us.key, 'GET', `/api/v1/broadcasts/${broadcast.id}`)).statusCounts).toEqual({
      sent: 1,
      delivered: 1,
      failed: 2,
    });
  });

  it('has briefs and affiliate programs, and counts what their affiliates brought, each session once', async () => {
    const us = await server.makeTenant();
    const { accountId } = us;
    const id = await makeMarketingCampaign(db(), accountId);
    const link = { marketingCampaignId: id };
    const brief = await makeBrief(db(), accountId, link);
    const programId = await makeProgram(db(), accountId, link);
    const affiliate = await makeAffiliate(db(), accountId, { programId });
    const code = await makeDiscountCode(db(), accountId, { source: 'affiliate', sourceRefId: affiliate.id });
    await db().prisma.discountRedemption.create({
      data: {
        accountId,
        discountCodeId: code.id,
        checkoutSessionId: unique('s'),
        appliedAmount: 7n,
        appliedShipping: 0n,
        currency: 'IDR',
        redeemedAt: new Date(),
      },
    });
    const session = unique('session-');
    await makeCommission(db(), accountId, affiliate);
    await makeCommission(db(), accountId, affiliate, { status: 'declined' });
    await makeCommission(db(), accountId, affiliate, { checkoutSessionId: session });
    await makeCommission(db(), accountId, await makeAffiliate(db(), accountId));
    await makeReferralProgram(db(), accountId, link);
    await makeAttribution(db(), accountId, {
      qualifyingCheckoutSessionId: session,
      status: 'rewarded',
      amount: 100_000n,
      currency: 'IDR',
    });
    const data = await full(id, us);
    expect(data.creatorBriefs).toMatchObject([{ id: brief, deliverables: [{ id: 'd1' }] }]);
    expect(data.creatorBriefs[0]).not.toHaveProperty('brief');
    expect(data.affiliatePrograms).toMatchObject([{ id: programId, commission: { rate: 1000 } }]);
    expect(data.counts).toMatchObject({ creatorBriefs: 1, affiliatePrograms: 1, referralPrograms: 1 });
    expect(data.performance).toMatchObject({
      redemptions: 1,
      discountGiven: { IDR: 7 },
      referralRewards: 1,
      attributedRevenue: { IDR: 200_000 },
    });
    const attach = (type: string, childId: string, verb: 'attach' | 'detach') =>
      server.call(us.key, 'POST', `/api/v1/marketing-campaigns/${id}/${verb}`, { body: { type, childIds: [childId] } });
    expect(expectData(await attach('creator_brief', brief, 'detach'))).toMatchObject({ detached: 1 });
    expect(expectData(await attach('affiliate_program', programId, 'detach'))).toMatchObject({ detached: 1 });
    expect((await full(id, us)).performance).toMatchObject({ redemptions: 0, attributedRevenue: { IDR: 100_000 } });
    expect(expectData(await attach('creator_brief', brief, 'attach'))).toMatchObject({ attached: 1 });
  });

  it('rolls up messages, redemptions, rewards and carts, money by currency', async () => {
    const us = await server.makeTenant();
    const { accountId } = us;
    const id = await makeMarketingCampaign(db(), accountId);
    const link = { marketingCampaignId: id };
    const sent = await makeBroadcast(db(), accountId, { ...link, status: 'sending', startedAt: new Date() });
    const canceled = await makeBroadcast(db(), accountId, { ...link, status: 'paused', startedAt: new Date() });
    await makeBroadcast(db(), accountId, link);
    const stranger = await makeBroadcast(db(), accountId, { startedAt: new Date() });
    await messages(us, sent.id, [
      'queued',
      'sending',
      'sent',
      'sent',
      'delivered',
      'opened',
      'clicked',
      'bounced',
      'failed',
      'skipped',
    ]);
    await messages(us, canceled.id, ['delivered', 'clicked', 'skipped']);
    await messages(us, stranger.id, ['clicked']);

    const rupiah = await makeDiscountCode(db(), accountId, link);
    const dollars = await makeDiscountCode(db(), accountId, { ...link, currency: 'USD' });
    const reward = await makeDiscountCode(db(), accountId, { ...link, source: 'referral_referrer', active: false });
    const unrelated = await makeDiscountCode(db(), accountId);
    await redeem(us, rupiah.id, [
      { amount: 10_000n, shipping: 2_000n },
      { amount: 5_000n },
      { amount: 700n, currency: 'USD' },
    ]);
    await redeem(us, dollars.id, [{ shipping: 300n, currency: 'USD' }]);
    await redeem(us, reward.id, [{ amount: 1n }]);
    await redeem(us, unrelated.id, [{ amount: 999_999n }]);

    await makeReferralProgram(db(), accountId, link);
    const referral = await makeReferralLink(db(), accountId);
    const rewarded = { link: referral, status: 'rewarded', rewardedAt: new Date() };
    await makeAttribution(db(), accountId, { ...rewarded, amount: 250_000n, currency: 'IDR' });
    await makeAttribution(db(), accountId, { ...rewarded, amount: 50_000n, currency: 'IDR' });
    await makeAttribution(db(), accountId, { ...rewarded, amount: 4_200n, currency: 'USD' });
    for (const status of ['pending', 'expired', 'voided'])
      await makeAttribution(db(), accountId, { link: referral, status, amount: 7n, currency: 'IDR' });

    await makeReminder(db(), accountId, { ...link, recoveredAt: new Date(), valueAtSend: 100_000n });
    await makeReminder(db(), accountId, {
      ...link,
      recoveredAt: new Date(),
      valueAtSend: 2_500n,
      currencyAtSend: 'USD',
    });
    await makeReminder(db(), accountId, link);
    await makeReminder(db(), accountId, { recoveredAt: new Date() });

    const { counts, performance } = await full(id, us);
    expect(counts).toMatchObject({ broadcasts: 3, broadcastsSent: 2, discountCodes: 3, cartReminders: 3 });
    expect(performance).toEqual({
      messagesSent: 8,
      messagesDelivered: 5,
      messagesOpened: 3,
      messagesClicked: 2,
      redemptions: 5,
      discountGiven: { IDR: 17_001, USD: 1_000 },
      referralRewards: 3,
      attributedRevenue: { IDR: 300_000, USD: 4_200 },
      cartsRecovered: 2,
      recoveredValue: { IDR: 100_000, USD: 2_500 },
    });
    expect(
      (await trpc(server, 'query', 'marketingCampaigns.rollUp', { id }, { cookie: us.cookie })).data,
    ).toMatchObject({ counts, performance });
    expect((await full(id, us)).broadcasts.find((each: { id: string }) => each.id === canceled.id)).toMatchObject({
      statusCounts: { delivered: 1, clicked: 1, skipped: 1 },
      _count: { messages: 3 },
    });
  });

  it("a program's rewards count from its first day while it is attached, and not after it is detached", async () => {
    const us = await server.makeTenant();
    const id = await makeMarketingCampaign(db(), us.accountId);
    const { id: programId } = await makeReferralProgram(db(), us.accountId);
    await makeAttribution(db(), us.accountId, {
      status: 'rewarded',
      rewardedAt: new Date('2020-01-01T00:00:00Z'),
      amount: 5n,
      currency: 'IDR',
    });
    const move = (way: string) =>
      server.call(us.key, 'POST', `/api/v1/marketing-campaigns/${id}/${way}`, {
        body: { type: 'referral_program', childIds: [programId] },
      });
    expect((await full(id, us)).performance).toEqual(NOTHING);
    expectData(await move('attach'));
    expect((await full(id, us)).performance).toEqual({ ...NOTHING, referralRewards: 1, attributedRevenue: { IDR: 5 } });
    expectData(await move('detach'));
    expect((await full(id, us)).performance).toEqual(NOTHING);
  });

  it('is one statement, with 10 children and with 1,000', async () => {
    const us = await server.makeTenant();
    const { accountId } = us;
    const small = await makeMarketingCampaign(db(), accountId);
    const large = await makeMarketingCampaign(db(), accountId);
    const at = new Date();
    const fill = async (marketingCampaignId: string, each: number) => {
      const rows = Array.from({ length: each }, (_, n) => ({
        accountId,
        marketingCampaignId,
        createdAt: new Date(at.getTime() - n),
        updatedAt: at,
      }));
      await db().prisma.broadcast.createMany({ data: rows.map((row, n) => ({ ...row, name: `B${n}` })) });
      await db().prisma.discountCode.createMany({
        data: rows.map((row) => ({
          ...row,
          code: crypto.randomUUID(),
          type: 'percent',
          value: 10n,
          currency: 'IDR',
          scope: 'cart',
        })),
      });
      await db().prisma.blogPost.createMany({
        data: rows.map((row) => ({ ...row, slug: crypto.randomUUID(), title: 'T', body: 'x'.repeat(1000) })),
      });
      await db().prisma.abandonedCartReminder.createMany({
        data: rows.map(({ createdAt }) => ({
          accountId,
          marketingCampaignId,
          customerId: 'c',
          cartId: 'k',
          email: 'a@example.test',
          valueAtSend: 1n,
          currencyAtSend: 'IDR',
          cartSnapshot: {},
          sentAt: createdAt,
        })),
      });
    };
    await fill(small, 3);
    await fill(large, 250);
    const statementsOf = async (id: string) => {
      const spy = vi.spyOn(pg.Client.prototype, 'query');
      try {
        const data = await full(id, us);
        return {
          data,
          names: spy.mock.calls
            // When keys were last used and what they called is written by the clock, whatever is asked for.
            .filter(([query]) => typeof query !== 'string' || !/"lastUsedAt"|"ApiKeyCalls"/.test(query))
            .map(([query]) => (query as unknown as { name?: string }).name)
            .filter((name) => name?.startsWith('marketing-campaigns') ?? true),
        };
      } finally {
        spy.mockRestore();
      }
    };
    await full(small, us);
    expect((await statementsOf(small)).names).toEqual(['marketing-campaigns.full']);
    const { data, names } = await statementsOf(large);
    expect(names).toEqual(['marketing-campaigns.full']);
    for (const key of ['broadcasts', 'discountCodes', 'blogPosts', 'cartReminders']) {
      expect(data[key]).toHaveLength(250);
      expect(data.counts[key]).toBe(250);
      const instants = data[key].map(
        (child: { createdAt?: string; sentAt?: string }) => child.createdAt ?? child.sentAt,
      );
      expect(instants).toEqual([...instants].sort().reverse());
    }
  });
});
