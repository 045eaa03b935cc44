/** Explain (docs/contract/discount-codes.md#explain): the split by properties, and the route. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { split } from '@/server/modules/offers/discount-codes/explain';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { expectData } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();

const validate = async (code: string, more: object) =>
  expectData(
    await server.call(server.ours.key, 'POST', '/api/v1/discount-codes/validate', {
      body: { accountId: server.ours.accountId, code, subtotal: 0, currency: 'IDR', ...more },
    }),
  );
const make = (more: Parameters<typeof makeDiscountCode>[2]) =>
  makeDiscountCode(server.services.database, server.ours.accountId, { code: unique('EX-'), ...more });

describe('the split of a discount over lines', () => {
  const amounts = fc.oneof(fc.nat({ max: 1000 }), fc.maxSafeNat());
  const weights = fc.array(
    fc.oneof(fc.nat({ max: 50 }).map(BigInt), fc.bigInt({ min: 0n, max: 9_007_199_254_740_991_000_000n })),
    { minLength: 1, maxLength: 12 },
  );

  it('sums exactly, is less than a unit from the exact share, and rounds up the largest remainders, the earlier first', () => {
    fc.assert(
      fc.property(amounts, weights, (amount, given) => {
        const shares = split(amount, given);
        expect(shares.reduce((sum, share) => sum + BigInt(share), 0n)).toBe(BigInt(amount));
        const total = given.reduce((sum, weight) => sum + weight, 0n);
        if (total === 0n) return;
        const scaled = given.map((weight) => BigInt(amount) * weight);
        const above = (at: number) => BigInt(shares[at]!) * total - scaled[at]!;
        for (const at of given.keys()) {
          const distance = above(at);
          expect((distance < 0n ? -distance : distance) < total).toBe(true);
        }
        // Whoever was raised had a remainder at least as large as whoever was not; of equal ones the earlier.
        for (const one of given.keys())
          for (const other of given.keys()) {
            if (!(above(one) > 0n && above(other) < 0n)) continue;
            const [raised, left] = [scaled[one]! % total, scaled[other]! % total];
            expect(raised > left || (raised === left && one < other)).toBe(true);
          }
      }),
      { numRuns: 2000 },
    );
  });

  it('of nothing is nothing, and of lines without a price is even', () => {
    expect(split(7, [])).toEqual([]);
    expect(split(0, [0n, 0n])).toEqual([0, 0]);
    expect(split(5, [0n, 0n])).toEqual([3, 2]);
    expect(split(100, [1n, 1n, 1n])).toEqual([34, 33, 33]);
  });
});

describe('POST /discount-codes/validate with explain', () => {
  const items = [
    { productId: 'a', price: 1000, quantity: 1 },
    { productId: 'b', price: 1000, quantity: 1 },
    { productId: 'c', price: 1000, quantity: 1 },
  ];

  it('says what each line gets', async () => {
    const { code } = await make({ type: 'fixed', value: 100n });
    const answer = await validate(code, { subtotal: 3000, items, explain: true });
    expect(answer.explain).toEqual({
      failing: [],
      lines: [
        { index: 0, discount: 34 },
        { index: 1, discount: 33 },
        { index: 2, discount: 33 },
      ],
    });
    const only = await make({ type: 'fixed', value: 100n, scope: 'products', productIds: ['b'] });
    expect((await validate(only.code, { subtotal: 3000, items, explain: true })).explain.lines).toEqual([
      { index: 0, discount: 0 },
      { index: 1, discount: 100 },
      { index: 2, discount: 0 },
    ]);
  });

  it('names every reason in the order of the table, and how much is missing', async () => {
    const { code } = await make({
      active: false,
      startsAt: new Date('2099-01-01'),
      expiresAt: new Date('2000-01-01'),
      currency: 'USD',
      minPurchaseAmount: 5000n,
      maxUsesTotal: 1,
      maxUsesPerCustomer: 1,
      redemptionCount: 1,
      scope: 'products',
      productIds: ['z'],
    });
    const { discountCodeId } = expectData(
      await server.call(server.ours.key, 'POST', '/api/v1/discount-codes/redeem', {
        body: {
          discountCodeId: (await validate(code, {})).code.id,
          checkoutSessionId: unique('s'),
          appliedAmount: 1,
          customerId: 'ani',
        },
      }),
    );
    expect(discountCodeId).toBeDefined();
    const answer = await validate(code, { subtotal: 3000, items, customerId: 'ani', explain: true });
    expect(answer).toMatchObject({ valid: false, reason: 'INACTIVE', discountAmount: 0 });
    expect(answer.explain.failing).toEqual([
      { reason: 'INACTIVE' },
      { reason: 'NOT_YET_ACTIVE' },
      { reason: 'EXPIRED' },
      { reason: 'CURRENCY_MISMATCH' },
      { reason: 'MIN_PURCHASE', missing: 2000 },
      { reason: 'GLOBAL_LIMIT' },
      { reason: 'PER_CUSTOMER_LIMIT' },
      { reason: 'SCOPE_MISMATCH' },
    ]);
    expect(answer.explain.lines.map(({ discount }: { discount: number }) => discount)).toEqual([0, 0, 0]);
  });

  it('of an unknown code is that, and without it the answer has no more than before', async () => {
    expect((await validate(unique('NO-'), { explain: true, items })).explain).toMatchObject({
      failing: [{ reason: 'NOT_FOUND' }],
    });
    const { code } = await make({ type: 'percent', value: 10n });
    const plain = await validate(code, { subtotal: 3000, items });
    const { explain: _, ...rest } = await validate(code, { subtotal: 3000, items, explain: true });
    expect(JSON.stringify(rest)).toBe(JSON.stringify(plain));
    expect(Object.keys(plain)).toEqual(['valid', 'discountAmount', 'discountShipping', 'code']);
    expect(JSON.stringify(await validate(code, { subtotal: 3000, items, explain: false }))).toBe(JSON.stringify(plain));
  });
});
