/** Fulfil (docs/contract/referrals.md#fulfilment): every reason with its side effect, and both codes. */
import { describe, expect, it, vi } from 'vitest';
import type { Prisma } from '@/prisma/generated/client';
import { recordPurchase } from '@/server/modules/offers/pixels/record-purchase';
import { makeRefereeCode, makeReferrerCode } from '@/server/modules/offers/referrals/codes';
import {
  makeAttribution,
  makeDiscountCode,
  makeReferralLink,
  makeReferralProgram,
} from '@/server/testing/factories/offers';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError, snapshotOf } from '@/server/testing/http';
import { REFEREE_CODE, REFERRER_CODE, referralCalls } from '@/server/testing/referrals';
import { useServer, type Tenant } from '@/server/testing/server';

vi.mock('@/server/modules/offers/referrals/codes', { spy: true });
vi.mock('@/server/modules/offers/pixels/record-purchase', { spy: true });

const server = useServer();
const { fulfill } = referralCalls(server, () => server.ours.key);

const PAST = new Date('2020-01-01');
const database = () => server.services.database;
const program = (options: Partial<Prisma.ReferralProgramUncheckedCreateInput> = {}, tenant: Tenant = server.ours) =>
  makeReferralProgram(database(), tenant.accountId, {
    minPurchaseAmount: null,
    maxRewardsPerReferrer: null,
    marketingCampaignId: null,
    rewardExpiryDays: 90,
    ...options,
  });
const pending = (options: Parameters<typeof makeAttribution>[2] = {}) =>
  makeAttribution(database(), server.ours.accountId, options);
const attributionOf = (id: string) => database().prisma.referralAttribution.findFirstOrThrow({ where: { id } });
const linkOf = (id: string) => database().prisma.referralLink.findFirstOrThrow({ where: { id } });
const codeOf = async (id: string) =>
  expectData(await server.call(server.ours.key, 'GET', `/api/v1/discount-codes/${id}`));

describe('a purchase that qualifies', () => {
  it('rewards the attribution with two codes of the program, and counts it on the link', async () => {
    await program({ referrerValue: 15n, refereeValue: 10n, rewardExpiryDays: 45, minPurchaseAmount: 200_000n });
    const { id, linkId, qualifyingCheckoutSessionId } = await pending();
    const answer = expectData(
      await fulfill({
        accountId: server.ours.accountId,
        checkoutSessionId: qualifyingCheckoutSessionId,
        currency: 'idr',
      }),
    );
    expect(answer).toEqual({ issued: true, referrerCodeId: expect.any(String), refereeCodeId: expect.any(String) });
    const attribution = await attributionOf(id);
    expect(attribution).toMatchObject({
      status: 'rewarded',
      referrerCodeId: answer.referrerCodeId,
      refereeCodeId: answer.refereeCodeId,
      amount: 200_000n,
      currency: 'IDR',
      voidReason: null,
      qualifyingCheckoutSessionId,
    });
    expect(await linkOf(linkId)).toMatchObject({ rewards: 1, revenue: 200_000n, signups: 1 });
    const shared = {
      accountId: server.ours.accountId,
      description: null,
      type: 'percent',
      currency: 'IDR',
      scope: 'cart',
      productIds: [],
      tagFilter: [],
      minPurchaseAmount: null,
      maxUsesTotal: 1,
      maxUsesPerCustomer: 1,
      redemptionCount: 0,
      sourceRefId: id,
      marketingCampaignId: null,
      startsAt: null,
      active: true,
      public: false,
      expiresAt: new Date(attribution.rewardedAt!.getTime() + 45 * 86_400_000).toISOString(),
      createdAt: attribution.rewardedAt!.toISOString(),
      updatedAt: attribution.rewardedAt!.toISOString(),
    };
    expect(await codeOf(answer.referrerCodeId)).toEqual({
      ...shared,
      id: answer.referrerCodeId,
      code: expect.stringMatching(REFERRER_CODE),
      value: 15,
      source: 'referral_referrer',
    });
    expect(await codeOf(answer.refereeCodeId)).toEqual({
      ...shared,
      id: answer.refereeCodeId,
      code: expect.stringMatching(REFEREE_CODE),
      value: 10,
      source: 'referral_referee',
    });
  });

  it.each(['fixed', 'shipping_percent', 'shipping_fixed'])(
    "mints codes of the type %s in the program's currency and campaign",
    async (rewardType) => {
      const marketingCampaignId = await makeMarketingCampaign(database(), server.ours.accountId);
      await program({ rewardType, referrerValue: 90n, refereeValue: 50n, currency: 'USD', marketingCampaignId });
      const { qualifyingCheckoutSessionId } = await pending();
      const { referrerCodeId, refereeCodeId } = expectData(
        await fulfill({ checkoutSessionId: qualifyingCheckoutSessionId, currency: 'USD', amount: 0 }),
      );
      expect(await codeOf(referrerCodeId)).toMatchObject({
        type: rewardType,
        value: 90,
        currency: 'USD',
        marketingCampaignId,
      });
      expect(await codeOf(refereeCodeId)).toMatchObject({
        type: rewardType,
        value: 50,
        currency: 'USD',
        marketingCampaignId,
      });
    },
  );

  it('goes by the program as it is now, not as it was at the sign-up', async () => {
    await program({ referrerValue: 5n });
    const { qualifyingCheckoutSessionId } = await pending();
    await program({ referrerValue: 25n });
    expect(
      await codeOf(expectData(await fulfill({ checkoutSessionId: qualifyingCheckoutSessionId })).referrerCodeId),
    ).toMatchObject({ value: 25 });
  });

  it('writes no audit row, and is not counted against the plan', async () => {
    const tenant = await server.makeTenant({ plan: 'starter' });
    await database().prisma.subscription.deleteMany({ where: { accountId: tenant.accountId } });
    await program({}, tenant);
    for (let n = 0; n < 3; n++) {
      const { qualifyingCheckoutSessionId } = await makeAttribution(database(), tenant.accountId);
      expect(
        expectData(
          await referralCalls(server, () => tenant.key).fulfill({ checkoutSessionId: qualifyingCheckoutSessionId }),
        ).issued,
      ).toBe(true);
    }
    expect(await auditOf(server, tenant.accountId)).toEqual([]);
    // Free has room for one code of the merchant's own.
    expectData(
      await server.call(tenant.key, 'POST', '/api/v1/discount-codes', {
        body: { code: 'OWN', type: 'percent', value: 5, currency: 'IDR' },
      }),
      201,
    );
  });

  it('makes both codes anew when either is taken, and none when no free one is found', async () => {
    await program();
    const [ref, welcome] = ['REF-AAAA-AAAA', 'WELCOME-AAAAAA'];
    await makeDiscountCode(database(), server.ours.accountId, { code: ref.toLowerCase() });
    await makeDiscountCode(database(), server.ours.accountId, { code: welcome });
    const { id, qualifyingCheckoutSessionId: checkoutSessionId } = await pending();
    vi.mocked(makeReferrerCode).mockReturnValue(ref);
    const before = await snapshotOf(server, server.ours.accountId);
    try {
      expectError(await fulfill({ checkoutSessionId }), 500, 'INTERNAL');
    } finally {
      vi.mocked(makeReferrerCode).mockRestore();
    }
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
    vi.mocked(makeReferrerCode).mockReturnValueOnce(ref);
    vi.mocked(makeRefereeCode).mockReturnValueOnce('WELCOME-BBBBBB').mockReturnValueOnce(welcome);
    expect(expectData(await fulfill({ checkoutSessionId })).issued).toBe(true);
    const codes = await database().prisma.discountCode.findMany({ where: { sourceRefId: id } });
    expect(codes).toHaveLength(2);
    expect(codes.map(({ code }) => code)).not.toContain('WELCOME-BBBBBB');
  });
});

describe('a fulfil that rewards nothing', () => {
  /** What changed beside the attribution and the purchase: nothing. */
  const others = async () => {
    const { ReferralAttribution: _, Purchase, ...rest } = await snapshotOf(server, server.ours.accountId);
    return { rest, purchases: Purchase as { checkoutSessionId: string }[] };
  };
  /** Somebody bought wherever an attribution is found. */
  const expectRefused = async (checkoutSessionId: string | null, sent: object, reason: string) => {
    const before = await others();
    expect(expectData(await fulfill({ checkoutSessionId, ...sent }))).toEqual({ issued: false, reason });
    const { rest, purchases } = await others();
    expect(rest).toEqual(before.rest);
    const reported = purchases.filter((each) => each.checkoutSessionId === checkoutSessionId);
    expect(purchases.filter((each) => !reported.includes(each))).toEqual(
      before.purchases.filter((each) => each.checkoutSessionId !== checkoutSessionId),
    );
    expect(reported).toHaveLength(['session_not_completed', 'no_attribution'].includes(reason) ? 0 : 1);
  };

  it.each(['pending', 'open', 'failed', 'Completed', 'COMPLETED', ' completed'])(
    'is session_not_completed for the status %j, before anything else, and changes nothing',
    async (status) => {
      await program();
      const { id, qualifyingCheckoutSessionId } = await pending({ expiresAt: PAST });
      const before = await attributionOf(id);
      await expectRefused(qualifyingCheckoutSessionId, { status }, 'session_not_completed');
      await expectRefused('unknown', { status }, 'session_not_completed');
      expect(await attributionOf(id)).toEqual(before);
    },
  );

  it('needs amount and currency of a completed checkout only', async () => {
    await expectRefused('unknown', { status: 'failed', amount: undefined, currency: null }, 'session_not_completed');
    for (const field of ['amount', 'currency']) {
      expect(
        expectError(await fulfill({ checkoutSessionId: 'unknown', [field]: undefined }), 400, 'VALIDATION').details
          .issues,
      ).toEqual([{ path: field, message: 'is required for a completed checkout' }]);
    }
  });

  it("is no_attribution for an unknown session, and for the neighbour's", async () => {
    await program();
    await program({}, server.theirs);
    const other = await makeAttribution(database(), server.theirs.accountId);
    await expectRefused(unique('s'), {}, 'no_attribution');
    const before = await snapshotOf(server, server.theirs.accountId);
    await expectRefused(other.qualifyingCheckoutSessionId, {}, 'no_attribution');
    expect(await snapshotOf(server, server.theirs.accountId)).toEqual(before);
  });

  it('is already_fulfilled when it is sent again, whatever else is wrong by then', async () => {
    await program();
    const { id, qualifyingCheckoutSessionId } = await pending();
    expectData(await fulfill({ checkoutSessionId: qualifyingCheckoutSessionId }));
    await program({ enabled: false });
    const before = await attributionOf(id);
    await expectRefused(qualifyingCheckoutSessionId, { currency: 'USD', amount: 0 }, 'already_fulfilled');
    expect(await attributionOf(id)).toEqual(before);
  });

  it.each(['expired', 'voided'])('is already_fulfilled for an attribution that is %s', async (status) => {
    await program();
    const { id, qualifyingCheckoutSessionId } = await pending({ status });
    await expectRefused(qualifyingCheckoutSessionId, {}, 'already_fulfilled');
    expect((await attributionOf(id)).status).toBe(status);
  });

  it('is expired once the window has elapsed, and expires the attribution, also when the program is off', async () => {
    for (const enabled of [true, false]) {
      await program({ enabled });
      const { id, qualifyingCheckoutSessionId } = await pending({ expiresAt: PAST });
      await expectRefused(qualifyingCheckoutSessionId, { currency: 'USD' }, 'expired');
      expect(await attributionOf(id)).toMatchObject({
        status: 'expired',
        voidReason: null,
        amount: null,
        rewardedAt: null,
      });
      await expectRefused(qualifyingCheckoutSessionId, {}, 'already_fulfilled');
    }
  });

  it('is program_disabled when the program is off, and voids the attribution', async () => {
    await program({ enabled: false });
    const { id, qualifyingCheckoutSessionId } = await pending();
    await expectRefused(qualifyingCheckoutSessionId, { currency: 'USD', amount: 0 }, 'program_disabled');
    expect(await attributionOf(id)).toMatchObject({
      status: 'voided',
      voidReason: 'program_disabled',
      amount: null,
      currency: null,
      rewardedAt: null,
      referrerCodeId: null,
    });
  });

  it('is currency_mismatch in another currency, before the amount is looked at, and voids the attribution', async () => {
    await program({ minPurchaseAmount: 1_000_000n, maxRewardsPerReferrer: 1 });
    const { id, qualifyingCheckoutSessionId } = await pending();
    await expectRefused(qualifyingCheckoutSessionId, { currency: 'USD', amount: 1 }, 'currency_mismatch');
    expect(await attributionOf(id)).toMatchObject({
      status: 'voided',
      voidReason: 'currency_mismatch',
      currency: null,
    });
  });

  it('is min_purchase below the floor, before the cap is looked at, and leaves the attribution pending for a later session', async () => {
    await program({ minPurchaseAmount: 150_000n, maxRewardsPerReferrer: 5 });
    const link = await makeReferralLink(database(), server.ours.accountId, { rewards: 5 });
    const { id, refereeCustomerId, qualifyingCheckoutSessionId } = await pending({ link });
    const before = await attributionOf(id);
    await expectRefused(qualifyingCheckoutSessionId, { amount: 149_999 }, 'min_purchase');
    expect(await attributionOf(id)).toEqual(before);
    await program({ minPurchaseAmount: 150_000n });
    const later = unique('later-');
    expectData(
      await referralCalls(server, () => server.ours.key).checkoutStart({
        customerId: refereeCustomerId,
        checkoutSessionId: later,
      }),
    );
    expect(expectData(await fulfill({ checkoutSessionId: later, amount: 150_000 })).issued).toBe(true);
  });

  it('is max_rewards_per_referrer when the referrer has had as many, and voids the attribution; voided rewards do not count', async () => {
    await program({ maxRewardsPerReferrer: 2 });
    const link = await makeReferralLink(database(), server.ours.accountId);
    const made = await Promise.all([1, 2, 3, 4].map(() => pending({ link })));
    const fulfilled = async (n: number) =>
      expectData(await fulfill({ checkoutSessionId: made[n]!.qualifyingCheckoutSessionId }));
    expect([(await fulfilled(0)).issued, (await fulfilled(1)).issued]).toEqual([true, true]);
    await expectRefused(made[2]!.qualifyingCheckoutSessionId, {}, 'max_rewards_per_referrer');
    expect(await attributionOf(made[2]!.id)).toMatchObject({
      status: 'voided',
      voidReason: 'max_rewards_per_referrer',
    });
    expectData(
      await referralCalls(server, () => server.ours.key).void({
        checkoutSessionId: made[0]!.qualifyingCheckoutSessionId,
      }),
    );
    expect((await fulfilled(3)).issued).toBe(true);
    // Another referrer has a count of their own.
    expect(expectData(await fulfill({ checkoutSessionId: (await pending()).qualifyingCheckoutSessionId })).issued).toBe(
      true,
    );
  });

  it.each([
    ['no checkoutSessionId', { checkoutSessionId: undefined }, 'checkoutSessionId'],
    ['no status', { status: undefined }, 'status'],
    ['a status that is no text', { status: true }, 'status'],
    ['no currency', { currency: undefined }, 'currency'],
    ['a currency of two letters', { currency: 'ID' }, 'currency'],
    ['no amount', { amount: undefined }, 'amount'],
    ['an amount as text', { amount: '1' }, 'amount'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['an amount with a fraction', { amount: 0.5 }, 'amount'],
  ])('answers 400 VALIDATION for %s', async (_, wrong, path) => {
    expect(
      expectError(await fulfill({ checkoutSessionId: 's', ...wrong }), 400, 'VALIDATION').details.issues[0].path,
    ).toBe(path);
  });

  it('answers 403 ACCOUNT_MISMATCH for another workspace', async () => {
    expectError(await fulfill({ accountId: server.theirs.accountId, checkoutSessionId: 's' }), 403, 'ACCOUNT_MISMATCH');
  });
});

describe('the conversion of a purchase', () => {
  const reported = () => vi.mocked(recordPurchase).mock.calls.map(([, purchase]) => purchase);

  it('is recorded for every completed checkout, whatever fulfil answers, and for no other', async () => {
    await program();
    const { refereeCustomerId, qualifyingCheckoutSessionId } = await pending();
    vi.mocked(recordPurchase).mockClear();
    expectData(await fulfill({ checkoutSessionId: qualifyingCheckoutSessionId, status: 'open' }));
    expect(reported()).toEqual([]);
    const purchase = {
      value: 200_000,
      currency: 'IDR',
      valueFrom: 'fulfil',
      email: null,
      occurredAt: expect.any(Date),
    };
    for (const _ of ['issued', 'already_fulfilled'])
      expectData(await fulfill({ checkoutSessionId: qualifyingCheckoutSessionId }));
    expectData(await fulfill({ checkoutSessionId: 'of nobody' }));
    expect(reported()).toEqual([
      { ...purchase, checkoutSessionId: qualifyingCheckoutSessionId, customerId: refereeCustomerId },
      { ...purchase, checkoutSessionId: qualifyingCheckoutSessionId, customerId: refereeCustomerId },
      { ...purchase, checkoutSessionId: 'of nobody', customerId: null },
    ]);
  });

  it('never fails the call', async () => {
    await program();
    const { qualifyingCheckoutSessionId } = await pending();
    vi.mocked(recordPurchase).mockRejectedValueOnce(new Error('the pixels are away'));
    expect(expectData(await fulfill({ checkoutSessionId: qualifyingCheckoutSessionId })).issued).toBe(true);
  });
});
