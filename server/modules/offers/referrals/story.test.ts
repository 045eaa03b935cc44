/** One customer's way by a partner's signed calls, as a partner would try it (docs/contract/referrals.md). */
import { expect, it } from 'vitest';
import { unique } from '@/server/testing/factories/unique';
import { expectData } from '@/server/testing/http';
import { REFEREE_CODE, referralCalls } from '@/server/testing/referrals';
import { useServer } from '@/server/testing/server';

const server = useServer();

it('takes a customer from link over click, sign-up, checkout and payment to two codes that validate, and back by a refund', async () => {
  const { accountId } = server.ours;
  const onBehalfOf = accountId;
  const calls = referralCalls(server, () => server.platform, { onBehalfOf });
  const program = {
    enabled: true,
    rewardType: 'fixed',
    referrerValue: 50_000,
    refereeValue: 25_000,
    currency: 'IDR',
    minPurchaseAmount: 100_000,
  };
  expectData(await server.call(server.platform, 'PUT', '/api/v1/referrals/program', { onBehalfOf, body: program }));

  const { link } = expectData(await calls.issue({ accountId, customerId: 'ani' }));
  expect(expectData(await server.fetch('GET', `/api/v1/referrals/links/${accountId}/${link.code}`))).toEqual(link);
  expect(expectData(await calls.click({ accountId, code: link.code }))).toEqual({
    linkId: link.id,
    programId: link.programId,
  });
  const { attribution } = expectData(
    await calls.signup({
      accountId,
      refereeCustomerId: 'budi',
      refereeEmail: 'budi@example.test',
      referrerEmail: 'ani@example.test',
      linkCode: link.code,
    }),
  );
  expect(attribution).toMatchObject({ status: 'pending', referrerCustomerId: 'ani', refereeCustomerId: 'budi' });
  const checkoutSessionId = unique('checkout-');
  expect(expectData(await calls.checkoutStart({ accountId, customerId: 'budi', checkoutSessionId }))).toEqual({
    stamped: true,
    attributionId: attribution.id,
  });
  expect(expectData(await calls.fulfill({ accountId, checkoutSessionId, amount: 99_999 }))).toEqual({
    issued: false,
    reason: 'min_purchase',
  });
  const issued = expectData(await calls.fulfill({ accountId, checkoutSessionId, amount: 150_000 }));
  expect(issued).toMatchObject({ issued: true });
  expect(expectData(await calls.fulfill({ accountId, checkoutSessionId, amount: 150_000 }))).toEqual({
    issued: false,
    reason: 'already_fulfilled',
  });

  const rewardsOf = async (customerId: string) =>
    expectData(await server.fetch('GET', `/api/v1/referrals/rewards/${accountId}/${customerId}`)).rewards;
  const validate = async (code: string) =>
    expectData(
      await server.call(server.platform, 'POST', '/api/v1/discount-codes/validate', {
        onBehalfOf,
        body: { accountId, code, subtotal: 80_000, currency: 'IDR' },
      }),
    );
  const [forAni, forBudi] = [(await rewardsOf('ani'))[0], (await rewardsOf('budi'))[0]];
  expect([forAni, forBudi]).toMatchObject([
    { role: 'referrer', code: { id: issued.referrerCodeId, value: 50_000 } },
    { role: 'referee', code: { id: issued.refereeCodeId, value: 25_000 } },
  ]);
  expect(await validate(forAni.code.code)).toMatchObject({ valid: true, discountAmount: 50_000 });
  expect(await validate(forBudi.code.code.toLowerCase())).toMatchObject({ valid: true, discountAmount: 25_000 });

  // Budi spends his code; each is good for one order.
  expectData(
    await server.call(server.platform, 'POST', '/api/v1/discount-codes/redeem', {
      onBehalfOf,
      body: {
        accountId,
        discountCodeId: forBudi.code.id,
        checkoutSessionId: unique('checkout-'),
        customerId: 'budi',
        appliedAmount: 25_000,
      },
    }),
  );
  expect(await validate(forBudi.code.code)).toMatchObject({ valid: false, reason: 'GLOBAL_LIMIT' });
  expect((await rewardsOf('budi'))[0].code.redeemed).toBe(true);
  const stats = { totalLinks: 1, totalClicks: 1, totalSignups: 1 };
  expect(expectData(await server.call(server.platform, 'GET', '/api/v1/referrals/stats', { onBehalfOf }))).toEqual({
    ...stats,
    totalRewards: 1,
    attributedRevenue: 150_000,
    conversionRate: 1,
  });

  expect(expectData(await calls.void({ accountId, checkoutSessionId }))).toEqual({
    voided: true,
    attributionId: attribution.id,
    codes: [
      { id: expect.any(String), code: forAni.code.code, deactivated: true, redeemed: false },
      { id: expect.any(String), code: expect.stringMatching(REFEREE_CODE), deactivated: false, redeemed: true },
    ],
  });
  expect([await rewardsOf('ani'), await rewardsOf('budi')]).toEqual([[], []]);
  expect(await validate(forAni.code.code)).toMatchObject({ valid: false, reason: 'INACTIVE' });
  expect(expectData(await server.call(server.platform, 'GET', '/api/v1/referrals/stats', { onBehalfOf }))).toEqual({
    ...stats,
    totalRewards: 0,
    attributedRevenue: 0,
    conversionRate: 0,
  });
});
