/** Void, rewards and the sweep (docs/contract/referrals.md#void). */
import { describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { JOBS } from '@/server/modules';
import { makeAttribution, makeReferralLink, makeReferralProgram } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { bySession, expectData, expectError, snapshotOf } from '@/server/testing/http';
import { REFEREE_CODE, REFERRER_CODE, referralCalls } from '@/server/testing/referrals';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const calls = referralCalls(server, () => server.ours.key);

const PAST = new Date('2020-01-01');
const database = () => server.services.database;
const attributionOf = (id: string) => database().prisma.referralAttribution.findFirstOrThrow({ where: { id } });
const linkOf = (id: string) => database().prisma.referralLink.findFirstOrThrow({ where: { id } });
const codeOf = (id: string) => database().prisma.discountCode.findFirstOrThrow({ where: { id } });

async function rewarded(options: Parameters<typeof makeAttribution>[2] = {}, tenant: Tenant = server.ours) {
  await makeReferralProgram(database(), tenant.accountId);
  const made = await makeAttribution(database(), tenant.accountId, options);
  const answer = expectData(
    await referralCalls(server, () => tenant.key).fulfill({ checkoutSessionId: made.qualifyingCheckoutSessionId }),
  );
  return {
    ...made,
    session: made.qualifyingCheckoutSessionId!,
    referrerCodeId: answer.referrerCodeId as string,
    refereeCodeId: answer.refereeCodeId as string,
  };
}
const redeem = async (discountCodeId: string) =>
  expectData(
    await server.call(server.ours.key, 'POST', '/api/v1/discount-codes/redeem', {
      body: { discountCodeId, checkoutSessionId: unique('s'), appliedAmount: 1 },
    }),
  );

describe('POST /referrals/attributions/void', () => {
  it('takes a reward back: both codes are inactive, and the link has neither reward nor revenue of it', async () => {
    const link = await makeReferralLink(database(), server.ours.accountId);
    const [kept, gone] = [await rewarded({ link }), await rewarded({ link })];
    expect(await linkOf(link.id)).toMatchObject({ rewards: 2, revenue: 400_000n });
    expect(expectData(await calls.void({ accountId: server.ours.accountId, checkoutSessionId: gone.session }))).toEqual(
      {
        voided: true,
        attributionId: gone.id,
        codes: [
          { id: gone.referrerCodeId, code: expect.stringMatching(REFERRER_CODE), deactivated: true, redeemed: false },
          { id: gone.refereeCodeId, code: expect.stringMatching(REFEREE_CODE), deactivated: true, redeemed: false },
        ],
      },
    );
    expect(await attributionOf(gone.id)).toMatchObject({
      status: 'voided',
      voidReason: 'refund',
      qualifyingCheckoutSessionId: gone.session,
      referrerCodeId: gone.referrerCodeId,
    });
    expect(await linkOf(link.id)).toMatchObject({ rewards: 1, revenue: 200_000n, signups: 2 });
    for (const id of [gone.referrerCodeId, gone.refereeCodeId])
      expect(await codeOf(id)).toMatchObject({ active: false });
    for (const id of [kept.referrerCodeId, kept.refereeCodeId])
      expect(await codeOf(id)).toMatchObject({ active: true });
    const { code } = await codeOf(gone.refereeCodeId);
    const answer = await server.call(server.ours.key, 'POST', '/api/v1/discount-codes/validate', {
      body: { accountId: server.ours.accountId, code, subtotal: 100_000, currency: 'IDR' },
    });
    expect(expectData(answer)).toMatchObject({ valid: false, reason: 'INACTIVE' });
  });

  it('leaves a code that was redeemed as it is', async () => {
    const { session, referrerCodeId, refereeCodeId } = await rewarded();
    await redeem(refereeCodeId);
    const before = await codeOf(refereeCodeId);
    expect(expectData(await calls.void({ checkoutSessionId: session })).codes).toMatchObject([
      { id: referrerCodeId, deactivated: true, redeemed: false },
      { id: refereeCodeId, deactivated: false, redeemed: true },
    ]);
    expect(await codeOf(refereeCodeId)).toEqual(before);
    expect(await codeOf(referrerCodeId)).toMatchObject({ active: false });
  });

  it('voids a pending attribution, which then rewards nothing; the sign-up stays counted', async () => {
    await makeReferralProgram(database(), server.ours.accountId);
    const {
      id,
      linkId,
      qualifyingCheckoutSessionId: checkoutSessionId,
    } = await makeAttribution(database(), server.ours.accountId);
    expect(expectData(await calls.void({ checkoutSessionId }))).toEqual({ voided: true, attributionId: id, codes: [] });
    expect(await attributionOf(id)).toMatchObject({ status: 'voided', voidReason: 'refund' });
    expect(await linkOf(linkId)).toMatchObject({ signups: 1, rewards: 0, revenue: 0n });
    expect(expectData(await calls.fulfill({ checkoutSessionId }))).toEqual({
      issued: false,
      reason: 'already_fulfilled',
    });
  });

  it('says already_voided, expired or no_attribution, and changes nothing', async () => {
    const { session } = await rewarded();
    expectData(await calls.void({ checkoutSessionId: session }));
    const expired = await makeAttribution(database(), server.ours.accountId, { status: 'expired' });
    const theirs = await rewarded({}, server.theirs);
    const before = [await snapshotOf(server, server.ours.accountId), await snapshotOf(server, server.theirs.accountId)];
    const refusals = [
      [session, 'already_voided'],
      [expired.qualifyingCheckoutSessionId, 'expired'],
      [unique('s'), 'no_attribution'],
      [theirs.session, 'no_attribution'],
    ];
    for (const [checkoutSessionId, reason] of refusals)
      expect(expectData(await calls.void({ checkoutSessionId }))).toEqual({ voided: false, reason });
    expect([
      await snapshotOf(server, server.ours.accountId),
      await snapshotOf(server, server.theirs.accountId),
    ]).toEqual(before);
  });

  it('answers 400 VALIDATION without a session, and 403 ACCOUNT_MISMATCH for another workspace', async () => {
    for (const body of [{}, { checkoutSessionId: '' }, { checkoutSessionId: 5 }])
      expectError(await calls.void(body), 400, 'VALIDATION');
    expectError(
      await calls.void({ accountId: server.theirs.accountId, checkoutSessionId: 's' }),
      403,
      'ACCOUNT_MISMATCH',
    );
  });
});

describe('GET /referrals/rewards/:accountId/:customerId', () => {
  const rewardsOf = async (customerId: string, accountId = server.ours.accountId) =>
    expectData(await server.fetch('GET', `/api/v1/referrals/rewards/${accountId}/${encodeURIComponent(customerId)}`))
      .rewards;

  it('lists the code of either role to anybody who knows the customer, to any origin and to no cache', async () => {
    const { refereeCustomerId, referrerCustomerId, referrerCodeId, refereeCodeId } = await rewarded();
    const shared = {
      type: 'percent',
      currency: 'IDR',
      minPurchaseAmount: null,
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
      redeemed: false,
    };
    const rewardedAt = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await rewardsOf(referrerCustomerId)).toEqual([
      {
        role: 'referrer',
        rewardedAt,
        code: { ...shared, id: referrerCodeId, code: expect.stringMatching(REFERRER_CODE), value: 15 },
      },
    ]);
    expect(await rewardsOf(refereeCustomerId)).toEqual([
      {
        role: 'referee',
        rewardedAt,
        code: { ...shared, id: refereeCodeId, code: expect.stringMatching(REFEREE_CODE), value: 10 },
      },
    ]);
    const answer = await server.fetch('GET', `/api/v1/referrals/rewards/${server.ours.accountId}/${refereeCustomerId}`);
    expect([answer.headers.get('access-control-allow-origin'), answer.headers.get('cache-control')]).toEqual([
      '*',
      'private, no-store',
    ]);
  });

  it('puts the newest first, also of somebody who was referred and refers', async () => {
    const link = await makeReferralLink(database(), server.ours.accountId);
    const first = await rewarded({ refereeCustomerId: link.customerId });
    const others = [await rewarded({ link }), await rewarded({ link })];
    expect((await rewardsOf(link.customerId)).map(({ code }: { code: { id: string } }) => code.id)).toEqual([
      others[1]!.referrerCodeId,
      others[0]!.referrerCodeId,
      first.refereeCodeId,
    ]);
  });

  it('says whether a code is redeemed, and leaves voided rewards out', async () => {
    const { refereeCustomerId, referrerCustomerId, refereeCodeId, session } = await rewarded();
    await redeem(refereeCodeId);
    expect((await rewardsOf(refereeCustomerId))[0].code.redeemed).toBe(true);
    expect((await rewardsOf(referrerCustomerId))[0].code.redeemed).toBe(false);
    expectData(await calls.void({ checkoutSessionId: session }));
    expect([await rewardsOf(refereeCustomerId), await rewardsOf(referrerCustomerId)]).toEqual([[], []]);
  });

  it('is 200 and empty for whoever has none, and for an unknown workspace', async () => {
    const { refereeCustomerId } = await rewarded();
    expect(await rewardsOf('nobody / % ?')).toEqual([]);
    expect(await rewardsOf(refereeCustomerId, server.theirs.accountId)).toEqual([]);
    expect(await rewardsOf(refereeCustomerId, 'cunknown')).toEqual([]);
  });
});

describe('POST /referrals/sweeps/expire-pending', () => {
  const PATH = '/api/v1/referrals/sweeps/expire-pending';
  const statusOf = async (id: string): Promise<string> => (await attributionOf(id)).status;
  const stale = (accountId: string, options: Parameters<typeof makeAttribution>[2] = {}) =>
    makeAttribution(database(), accountId, { expiresAt: PAST, ...options });

  it('on behalf of a workspace expires its stale pending attributions only', async () => {
    const [one, other] = [await server.makeTenant(), await server.makeTenant()];
    const due = await Promise.all([stale(one.accountId), stale(one.accountId)]);
    const kept = await Promise.all([
      makeAttribution(database(), one.accountId),
      stale(one.accountId, { status: 'rewarded' }),
      stale(one.accountId, { status: 'voided' }),
      stale(other.accountId),
    ]);
    const before = await Promise.all(kept.map(({ id }) => attributionOf(id)));
    expect(expectData(await server.call(server.platform, 'POST', PATH, { onBehalfOf: one.accountId }))).toEqual({
      expired: 2,
    });
    for (const { id } of due) expect(await statusOf(id)).toBe('expired');
    expect(await Promise.all(kept.map(({ id }) => attributionOf(id)))).toEqual(before);
    expect(
      expectData(await server.call(server.platform, 'POST', PATH, { onBehalfOf: one.accountId, body: {} })),
    ).toEqual({ expired: 0 });
  });

  it('on behalf of nobody expires those of all workspaces', async () => {
    expectData(await server.call(server.platform, 'POST', PATH));
    const made = await Promise.all([server.ours, server.theirs].map(({ accountId }) => stale(accountId)));
    expect(expectData(await server.call(server.platform, 'POST', PATH))).toEqual({ expired: 2 });
    for (const { id } of made) expect(await statusOf(id)).toBe('expired');
  });

  it('answers 403 FORBIDDEN to a key of the workspace and to a session, and 404 on behalf of an unknown workspace', async () => {
    const { id } = await stale(server.ours.accountId);
    expectError(await server.call(server.ours.key, 'POST', PATH), 403, 'FORBIDDEN');
    expectError(await bySession(server, server.ours.cookie, 'POST', PATH), 403, 'FORBIDDEN');
    expectError(await server.call(server.platform, 'POST', PATH, { onBehalfOf: 'cunknown' }), 404, 'NOT_FOUND');
    expect(await statusOf(id)).toBe('pending');
  });

  it('runs in the worker every five minutes, in batches', async () => {
    const job = JOBS.find(({ name }) => name === 'referrals.expire-pending')!;
    expect(job.cron).toBe('*/5 * * * *');
    const { accountId } = await server.makeTenant();
    const link = await makeReferralLink(database(), accountId);
    await database().prisma.referralAttribution.createMany({
      data: Array.from({ length: 2_500 }, (_, n) => ({
        accountId,
        programId: link.programId,
        linkId: link.id,
        referrerCustomerId: link.customerId,
        refereeCustomerId: `r${n}`,
        expiresAt: PAST,
        createdAt: PAST,
        updatedAt: PAST,
      })),
    });
    const fresh = await makeAttribution(database(), accountId, { link, expiresAt: new Date(now().getTime() + 60_000) });
    await job.run(server.services, {});
    expect(
      await database().prisma.referralAttribution.groupBy({
        by: ['status'],
        where: { accountId },
        _count: true,
        orderBy: { status: 'asc' },
      }),
    ).toEqual([
      { status: 'expired', _count: 2_500 },
      { status: 'pending', _count: 1 },
    ]);
    expect(await statusOf(fresh.id)).toBe('pending');
    await job.run(server.services, {});
  });
});
