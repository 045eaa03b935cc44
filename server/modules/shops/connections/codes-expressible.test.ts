/**
 * Which codes a shop can have (docs/contract/integrations.md#codes), and that whatever a code was before, in the end there
 * stands what it says, or nothing that works.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryShop } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import { codes as shopifyCodes } from '@/server/modules/shops/adapters/shopify/codes';
import { NOW as SHOPIFY_NOW, useShop } from '@/server/modules/shops/adapters/shopify/testing';
import type { CodeToPush, PushOutcome } from '@/server/modules/shops/adapters/store';
import { wooCodes } from '@/server/modules/shops/adapters/woocommerce/codes';
import { NOW as WOO_NOW, useWooShop } from '@/server/modules/shops/adapters/woocommerce/testing';
import { SHOP } from '@/server/testing/shopify-shop';

const shopify = useShop();
const woo = useWooShop();

const HOUR_MS = 3_600_000;
const hoursFrom = (now: Date, hours: fc.Arbitrary<number>): fc.Arbitrary<Date | null> =>
  fc.option(hours.map((n) => new Date(now.getTime() + n * HOUR_MS)));

/** Codes that the service takes, on their way to a shop that sells in USD. */
const codeAt = (now: Date): fc.Arbitrary<CodeToPush> =>
  fc
    .record({
      id: fc.constant('ccode1'),
      code: fc.constant('HEMAT10'),
      type: fc.constantFrom('percent', 'percent', 'fixed', 'fixed', 'shipping_percent', 'shipping_fixed'),
      value: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(100)),
      currency: fc.constantFrom('USD', 'USD', 'USD', 'IDR'),
      scope: fc.constantFrom('cart', 'cart', 'products', 'tags'),
      productIds: fc.uniqueArray(fc.constantFrom('1', '12', '794', '22', '31', 'sku-9'), {
        minLength: 1,
        maxLength: 3,
      }),
      minPurchaseAmount: fc.option(fc.integer({ min: 1, max: 100_000 })),
      maxUsesTotal: fc.option(fc.integer({ min: 1, max: 500 })),
      maxUsesPerCustomer: fc.option(fc.constantFrom(1, 1, 1, 2)),
      startsAt: hoursFrom(now, fc.integer({ min: -48, max: 48 })),
      expiresAt: hoursFrom(now, fc.integer({ min: 49, max: 99 })),
      active: fc.constantFrom(true, true, true, false),
    })
    .map((made) => made as CodeToPush);
const lives = (now: Date): fc.Arbitrary<CodeToPush[]> => fc.array(codeAt(now), { minLength: 1, maxLength: 4 });

/** What the contract says of every shop. */
const isOfAKind = ({ type, value, scope }: CodeToPush): boolean =>
  scope !== 'tags' && (type === 'percent' || type === 'fixed' || (type === 'shipping_percent' && value === 100));
const isOfThisShop = ({ scope, productIds }: CodeToPush): boolean =>
  scope === 'cart' || productIds.every((ref) => /^\d+$/.test(ref));

/** Pushes it as it changes, as the worker does. @returns what the last push came to */
async function live(push: (code: CodeToPush, ref: string | null) => Promise<PushOutcome>, life: CodeToPush[]) {
  let ref: string | null = null;
  let last: PushOutcome | undefined;
  for (const code of life) {
    last = await push(code, ref);
    if (last.state === 'pushed' && last.shopRef !== '') ref = last.shopRef;
  }
  return last;
}

describe('Shopify', () => {
  const canBe = (code: CodeToPush): boolean =>
    isOfAKind(code) &&
    isOfThisShop(code) &&
    (code.maxUsesPerCustomer ?? 1) === 1 &&
    (code.type !== 'shipping_percent' || code.scope === 'cart');
  const isOfItsCurrency = (code: CodeToPush): boolean =>
    code.currency === 'USD' || (code.type !== 'fixed' && code.minPurchaseAmount === null);

  it('can have what its rules can say', () => {
    fc.assert(
      fc.property(codeAt(SHOPIFY_NOW), (code) => {
        expect(shopifyCodes.inexpressible(code) === null).toBe(canBe(code));
      }),
    );
  });

  it('has the code in the end as it is in the end', async () => {
    await fc.assert(
      fc.asyncProperty(lives(SHOPIFY_NOW), async (life) => {
        await shopify.restart(new MemoryShop({ ...SHOP, currency: 'USD' }));
        const outcome = await live((code, ref) => shopifyCodes.push(shopify.opened(), code, ref), life);
        const code = life.at(-1)!;
        const found = await shopify.data.discountByCode('HEMAT10');
        const isThere = found !== null && (found.endsAt === null || found.endsAt > SHOPIFY_NOW.toISOString());
        const canStand = canBe(code) && isOfItsCurrency(code);
        expect(isThere).toBe(code.active && canStand);
        if (code.active) expect(outcome?.state).toBe(canStand ? 'pushed' : 'not_expressible');
        if (!isThere) return;
        const isFree = code.type === 'shipping_percent';
        expect(found).toMatchObject({
          kind: isFree ? 'freeShipping' : 'basic',
          endsAt: code.expiresAt?.toISOString() ?? null,
          usageLimit: code.maxUsesTotal,
          appliesOncePerCustomer: code.maxUsesPerCustomer === 1,
          minimumSubtotal: code.minPurchaseAmount === null ? null : (code.minPurchaseAmount / 100).toFixed(2),
        });
        // One without a beginning has begun.
        expect(found.startsAt).toBe((code.startsAt ?? SHOPIFY_NOW).toISOString());
        if (isFree) return;
        expect(found.percentage).toBe(code.type === 'percent' ? code.value / 100 : null);
        expect(found.amount).toBe(code.type === 'fixed' ? (code.value / 100).toFixed(2) : null);
        const products = code.productIds.map((ref) => `gid://shopify/Product/${ref}`).sort();
        expect(found.productIds?.toSorted() ?? null).toEqual(code.scope === 'products' ? products : null);
      }),
      { numRuns: 200 },
    );
  });
});

describe('WooCommerce', () => {
  const canBe = (code: CodeToPush): boolean => isOfAKind(code) && isOfThisShop(code);
  const canStandNow = (code: CodeToPush): boolean =>
    canBe(code) && code.currency === 'USD' && (code.startsAt === null || code.startsAt <= WOO_NOW);

  it('can have what its rules can say', () => {
    fc.assert(
      fc.property(codeAt(WOO_NOW), (code) => {
        expect(wooCodes.inexpressible(code) === null).toBe(canBe(code));
      }),
    );
  });

  it('has the code in the end as it is in the end', async () => {
    await fc.assert(
      fc.asyncProperty(lives(WOO_NOW), async (life) => {
        woo.reset();
        const outcome = await live((code, ref) => wooCodes.push(woo.opened(), code, ref), life);
        const code = life.at(-1)!;
        const [coupon] = woo.data.rows.coupons;
        expect(woo.data.rows.coupons.length).toBeLessThanOrEqual(1);
        const ends = coupon?.date_expires_gmt ?? null;
        const isThere = coupon !== undefined && (typeof ends !== 'string' || ends > WOO_NOW.toISOString());
        expect(isThere).toBe(code.active && canStandNow(code));
        if (code.active) expect(outcome?.state).toBe(canStandNow(code) ? 'pushed' : 'not_expressible');
        if (!isThere) return;
        const isFree = code.type === 'shipping_percent';
        expect(coupon).toMatchObject({
          free_shipping: isFree,
          usage_limit: code.maxUsesTotal,
          usage_limit_per_user: code.maxUsesPerCustomer,
          minimum_amount: ((code.minPurchaseAmount ?? 0) / 100).toFixed(2),
          product_ids: code.scope === 'products' ? code.productIds.map(Number) : [],
          date_expires_gmt: code.expiresAt?.toISOString().slice(0, 19) ?? null,
        });
        const amount = code.type === 'percent' ? code.value.toFixed(2) : (code.value / 100).toFixed(2);
        expect(coupon.amount).toBe(isFree ? '0.00' : amount);
      }),
      { numRuns: 200 },
    );
  });
});
