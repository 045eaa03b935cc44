/**
 * The arithmetic against a model that is written from the sentences of docs/contract/discount-codes.md#arithmetic, in
 * bigint throughout, and knows nothing of arithmetic.ts.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANYBODY, applyDiscount, type Cart, type Outcome } from '@/server/modules/offers/discount-codes/arithmetic';

type Rule = Parameters<typeof applyDiscount>[0];
const ANONYMOUS = ANYBODY;

const NOW = new Date('2026-06-15T12:00:00Z');
const MAX = Number.MAX_SAFE_INTEGER;

const amount = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 1_000_000 }) },
  fc.integer({ min: 0, max: MAX }),
  fc.constantFrom(0, 1, 99, 100, MAX - 1, MAX),
);
const word = fc.constantFrom('a', 'b', 'c', 'A', 'sale', 'Sale');
const instant = fc.option(
  fc.integer({ min: -2, max: 2 }).map((hours) => new Date(NOW.getTime() + hours * 3_600_000)),
  { nil: null },
);
const cap = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null });

const rule: fc.Arbitrary<Rule> = fc
  .record({
    type: fc.constantFrom('percent' as const, 'fixed' as const, 'shipping_percent' as const, 'shipping_fixed' as const),
    percent: fc.integer({ min: 1, max: 100 }),
    fixed: amount.map((value) => Math.max(1, value)),
    currency: fc.constantFrom('IDR', 'IDR', 'IDR', 'USD'),
    scope: fc.constantFrom('cart' as const, 'products' as const, 'tags' as const),
    productIds: fc.array(word, { minLength: 1, maxLength: 3 }),
    tagFilter: fc.array(word, { minLength: 1, maxLength: 3 }),
    minPurchaseAmount: fc.option(amount, { nil: null, freq: 2 }),
    maxUsesTotal: cap,
    maxUsesPerCustomer: cap,
    redemptionCount: fc.integer({ min: 0, max: 3 }),
    startsAt: instant,
    expiresAt: instant,
    active: fc.constantFrom(true, true, true, false),
  })
  .map(({ percent, fixed, ...rest }) => ({ ...rest, value: rest.type.endsWith('percent') ? percent : fixed }));

/** A rule that lets every cart of its currency through, so that the amounts are what is tried. */
const openRule = rule.map((each): Rule => ({
  ...each,
  active: true,
  currency: 'IDR',
  startsAt: null,
  expiresAt: null,
  minPurchaseAmount: null,
  maxUsesTotal: null,
  maxUsesPerCustomer: null,
}));

const line = fc
  .record({ price: amount, quantity: fc.integer({ min: 0, max: 1_000_000 }) }, { requiredKeys: ['price', 'quantity'] })
  .chain((base) =>
    fc
      .record({ productId: fc.option(word), tags: fc.option(fc.array(word, { maxLength: 3 })) })
      .map((more) => ({ ...base, ...more })),
  );
const cart: fc.Arbitrary<Cart> = fc.record({
  subtotal: amount,
  currency: fc.constant('IDR'),
  shippingCost: amount,
  items: fc.option(fc.array(line, { maxLength: 5 }), { nil: undefined }),
});
const uses = fc.option(fc.integer({ min: 0, max: 4 }), { nil: null });

/** Eligible amount: subtotal for scope cart, else the sum of price × quantity over the qualifying lines, at most subtotal. */
function modelEligible(code: Rule, { subtotal, items }: Cart): bigint | undefined {
  if (code.scope === 'cart') return BigInt(subtotal);
  let sum = 0n;
  let any = false;
  for (const each of items ?? []) {
    const fits =
      code.scope === 'products'
        ? code.productIds.some((id) => id === each.productId)
        : code.tagFilter.some((tag) => (each.tags ?? []).some((own) => own === tag));
    if (!fits) continue;
    any = true;
    sum += BigInt(each.price) * BigInt(each.quantity);
  }
  if (!any) return undefined;
  return sum > BigInt(subtotal) ? BigInt(subtotal) : sum;
}

function model(code: Rule, given: Cart, customerUses: number | null): Outcome {
  const shipping = code.type === 'shipping_percent' || code.type === 'shipping_fixed';
  const eligible = modelEligible(code, given);
  const table: [Outcome['reason'] & string, boolean][] = [
    ['INACTIVE', !code.active],
    ['NOT_YET_ACTIVE', code.startsAt !== null && code.startsAt.getTime() > NOW.getTime()],
    ['EXPIRED', code.expiresAt !== null && code.expiresAt.getTime() < NOW.getTime()],
    ['CURRENCY_MISMATCH', code.currency !== given.currency],
    ['MIN_PURCHASE', code.minPurchaseAmount !== null && given.subtotal < code.minPurchaseAmount],
    ['GLOBAL_LIMIT', code.maxUsesTotal !== null && code.redemptionCount >= code.maxUsesTotal],
    [
      'PER_CUSTOMER_LIMIT',
      customerUses !== null && code.maxUsesPerCustomer !== null && customerUses >= code.maxUsesPerCustomer,
    ],
    ['SCOPE_MISMATCH', eligible === undefined || (shipping && given.shippingCost === 0)],
  ];
  const refused = table.find(([, applies]) => applies);
  if (refused !== undefined || eligible === undefined)
    return { reason: refused?.[0] ?? 'SCOPE_MISMATCH', discountAmount: 0, discountShipping: 0 };
  const of = shipping ? BigInt(given.shippingCost) : eligible;
  const value = BigInt(code.value);
  const off = code.type.endsWith('percent') ? (of * value) / 100n : value < of ? value : of;
  return { discountAmount: shipping ? 0 : Number(off), discountShipping: shipping ? Number(off) : 0 };
}

describe('applyDiscount', () => {
  it('agrees with the model on every rule and cart, up to 2^53 − 1', () => {
    fc.assert(
      fc.property(
        rule,
        cart,
        uses,
        (code, given, customerUses) =>
          void expect(applyDiscount(code, given, { ...ANYBODY, customerUses }, NOW)).toEqual(
            model(code, given, customerUses),
          ),
      ),
      { numRuns: 5_000 },
    );
  });

  it('agrees with the model on rules that let every cart through', () => {
    fc.assert(
      fc.property(
        openRule,
        cart,
        (code, given) => void expect(applyDiscount(code, given, ANONYMOUS, NOW)).toEqual(model(code, given, null)),
      ),
      { numRuns: 5_000 },
    );
  });

  it('takes off safe integers that are never negative, and never more than the eligible amount, the subtotal and the shipping', () => {
    fc.assert(
      fc.property(openRule, cart, (code, given) => {
        const { discountAmount, discountShipping } = applyDiscount(code, given, ANONYMOUS, NOW);
        for (const off of [discountAmount, discountShipping]) {
          expect(Number.isSafeInteger(off)).toBe(true);
          expect(Object.is(off, -0) || off < 0).toBe(false);
        }
        expect(BigInt(discountAmount) <= (modelEligible(code, given) ?? 0n)).toBe(true);
        expect(discountAmount).toBeLessThanOrEqual(given.subtotal);
        expect(discountShipping).toBeLessThanOrEqual(given.shippingCost);
        // Either the cart or its shipping is discounted, never both.
        expect(discountAmount === 0 || discountShipping === 0).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('grows with the subtotal for percent, and with the percentage', () => {
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 99 }), openRule, (a, b, value, code) => {
        const percent: Rule = { ...code, type: 'percent', scope: 'cart', value };
        const off = (subtotal: number, of: Rule = percent) =>
          applyDiscount(of, { subtotal, currency: 'IDR', shippingCost: 0 }, ANONYMOUS, NOW).discountAmount;
        expect(off(Math.min(a, b))).toBeLessThanOrEqual(off(Math.max(a, b)));
        expect(off(a)).toBeLessThanOrEqual(off(a, { ...percent, value: value + 1 }));
        expect(off(a, { ...percent, value: 100 })).toBe(a);
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not depend on the order of the lines', () => {
    fc.assert(
      fc.property(openRule, cart, (code, given) => {
        const reversed = {
          ...given,
          items: given.items === undefined || given.items === null ? undefined : [...given.items].reverse(),
        };
        expect(applyDiscount(code, reversed, ANONYMOUS, NOW)).toEqual(applyDiscount(code, given, ANONYMOUS, NOW));
      }),
    );
  });

  it.each([
    ['startsAt is this very instant', { startsAt: NOW }, undefined],
    ['startsAt is a millisecond ahead', { startsAt: new Date(NOW.getTime() + 1) }, 'NOT_YET_ACTIVE'],
    ['expiresAt is a millisecond ahead', { expiresAt: new Date(NOW.getTime() + 1) }, undefined],
    ['expiresAt is a millisecond past', { expiresAt: new Date(NOW.getTime() - 1) }, 'EXPIRED'],
  ])('reads the window to the millisecond: %s', (_, more, reason) => {
    const open: Rule = {
      type: 'percent',
      value: 10,
      currency: 'IDR',
      scope: 'cart',
      productIds: [],
      tagFilter: [],
      minPurchaseAmount: null,
      maxUsesTotal: null,
      maxUsesPerCustomer: null,
      redemptionCount: 0,
      startsAt: null,
      expiresAt: null,
      active: true,
    };
    expect(
      applyDiscount({ ...open, ...more }, { subtotal: 100, currency: 'IDR', shippingCost: 0 }, ANONYMOUS, NOW).reason,
    ).toBe(reason);
  });
});
