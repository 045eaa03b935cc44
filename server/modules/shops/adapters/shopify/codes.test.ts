/** As https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/discountCodeBasicCreate and its neighbours say. */
import { describe, expect, it } from 'vitest';
import { shopifyStore } from '@/server/modules/shops/adapters/shopify/store';
import type { StandInDiscount } from '@/server/modules/shops/adapters/shopify/stand-in-data';
import { MemoryShop } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import { answered, NOW, useShop } from '@/server/modules/shops/adapters/shopify/testing';
import type { CodeToPush, OpenedShop, PushOutcome } from '@/server/modules/shops/adapters/store';
import { SHOP } from '@/server/testing/shopify-shop';

const shop = useShop();
const inexpressible = (of: CodeToPush): string | null => shopifyStore.codes!.inexpressible(of);
const push = (opened: OpenedShop, of: CodeToPush, ref: string | null): Promise<PushOutcome> =>
  shopifyStore.codes!.push(opened, of, ref);
const ID = 'c06b6cfa81f3a9d2e4b7c6058';

const code = (more: Partial<CodeToPush> = {}): CodeToPush => ({
  id: ID,
  code: 'HEMAT10',
  type: 'percent',
  value: 10,
  currency: 'IDR',
  scope: 'cart',
  productIds: [],
  minPurchaseAmount: null,
  maxUsesTotal: null,
  maxUsesPerCustomer: null,
  startsAt: null,
  expiresAt: null,
  active: true,
  ...more,
});
const inShop = (string = 'HEMAT10'): Promise<StandInDiscount | null> => shop.data.discountByCode(string);
const refOf = (outcome: PushOutcome): string => {
  expect(outcome.state).toBe('pushed');
  return outcome.state === 'pushed' ? outcome.shopRef : '';
};
const pushed = async (more: Partial<CodeToPush> = {}, ref: string | null = null): Promise<string> =>
  refOf(await push(shop.opened(), code(more), ref));
const product = (ref: string): string => `gid://shopify/Product/${ref}`;

describe('a code', () => {
  it('of percent is made with its string, value, window, caps and minimum', async () => {
    const startsAt = new Date('2026-12-01T00:00:00.000Z');
    const expiresAt = new Date('2026-12-31T00:00:00.000Z');
    const ref = await pushed({
      startsAt,
      expiresAt,
      maxUsesTotal: 100,
      maxUsesPerCustomer: 1,
      minPurchaseAmount: 250_000,
    });
    expect(await inShop()).toEqual({
      id: ref,
      kind: 'basic',
      title: `HEMAT10 (Laris ${ID})`,
      code: 'HEMAT10',
      startsAt: startsAt.toISOString(),
      endsAt: expiresAt.toISOString(),
      usageLimit: 100,
      appliesOncePerCustomer: true,
      percentage: 0.1,
      amount: null,
      productIds: null,
      minimumSubtotal: '250000',
    });
  });

  it('without a window begins now and has no end, no caps and no minimum', async () => {
    await pushed();
    expect(await inShop()).toMatchObject({
      startsAt: NOW.toISOString(),
      endsAt: null,
      usageLimit: null,
      appliesOncePerCustomer: false,
      minimumSubtotal: null,
    });
  });

  it('of an amount for some products is one, in major units', async () => {
    await shop.restart(new MemoryShop({ ...SHOP, currency: 'USD' }));
    const products = ['9007199254740993', '2'];
    await pushed({ type: 'fixed', value: 1_050, currency: 'USD', scope: 'products', productIds: products });
    expect(await inShop()).toMatchObject({ percentage: null, amount: '10.50', productIds: products.map(product) });
    expect(shop.asked[1]?.variables.input).toMatchObject({
      customerGets: { value: { discountAmount: { appliesOnEachItem: false } } },
    });
  });

  it('of all of the shipping is free shipping', async () => {
    await pushed({ type: 'shipping_percent', value: 100, maxUsesTotal: 5 });
    expect(await inShop()).toMatchObject({ kind: 'freeShipping', usageLimit: 5 });
  });

  it('that changes changes there, and what it lost goes there too', async () => {
    const all = {
      scope: 'products',
      productIds: ['1', '2'],
      minPurchaseAmount: 5,
      maxUsesTotal: 5,
      maxUsesPerCustomer: 1,
      expiresAt: new Date('2026-12-31T00:00:00.000Z'),
    } as const;
    const ref = await pushed({ ...all, productIds: [...all.productIds] });
    expect(await pushed({ scope: 'products', productIds: ['2', '3'], value: 20 }, ref)).toBe(ref);
    expect(await inShop()).toMatchObject({
      percentage: 0.2,
      productIds: ['2', '3'].map(product),
      minimumSubtotal: null,
      usageLimit: null,
      appliesOncePerCustomer: false,
      endsAt: null,
      startsAt: NOW.toISOString(),
    });
    await pushed({}, ref);
    expect(await inShop()).toMatchObject({ productIds: null });
  });

  it('pushed again without knowing of the first time is the same one', async () => {
    const ref = await pushed();
    expect(await pushed({ value: 15 })).toBe(ref);
    expect((await inShop())?.percentage).toBe(0.15);
  });

  it('is found by its string in any case', async () => {
    const ref = await pushed();
    expect(await pushed({ code: 'hemat10' })).toBe(ref);
  });

  it('that the merchant named otherwise there stays ours by its ref', async () => {
    const ref = await pushed();
    await shop.data.putDiscount({ ...(await inShop())!, title: 'Promo akhir tahun' });
    expect(await pushed({ value: 30 }, ref)).toBe(ref);
  });

  it('that the merchant deleted there is made again', async () => {
    const ref = await pushed();
    await shop.data.removeDiscount(ref);
    expect(await pushed({}, ref)).not.toBe(ref);
    expect(await inShop()).not.toBeNull();
  });

  it('is switched off and on with ours', async () => {
    const ref = await pushed();
    expect(await pushed({ active: false }, ref)).toBe(ref);
    expect((await inShop())?.endsAt).toBe(NOW.toISOString());
    expect(await pushed({}, ref)).toBe(ref);
    expect((await inShop())?.endsAt).toBeNull();
  });

  it('that is off and not there is not made', async () => {
    expect(await push(shop.opened(), code({ active: false }), null)).toEqual({ state: 'pushed', shopRef: '' });
    expect(await inShop()).toBeNull();
    expect(await pushed({}, '')).not.toBe('');
  });

  it('that becomes one of the shipping is made anew, as Shopify does not make one of the other', async () => {
    const ref = await pushed();
    expect(await pushed({ type: 'shipping_percent', value: 100 }, ref)).not.toBe(ref);
    expect((await inShop())?.kind).toBe('freeShipping');
  });
});

describe('a string that the shop made itself', () => {
  const theirs: StandInDiscount = {
    id: 'gid://shopify/DiscountCodeNode/1',
    kind: 'basic',
    title: 'Promo toko',
    code: 'HEMAT10',
    startsAt: '2026-01-01T00:00:00.000Z',
    endsAt: null,
    usageLimit: null,
    appliesOncePerCustomer: false,
    percentage: 0.5,
    amount: null,
    productIds: null,
    minimumSubtotal: null,
  };

  it.each([{}, { active: false }])('is TAKEN_IN_SHOP and left alone: %j', async (more) => {
    await shop.data.putDiscount(theirs);
    expect(await push(shop.opened(), code(more), null)).toEqual({ state: 'failed', reason: 'TAKEN_IN_SHOP' });
    expect(await inShop()).toEqual(theirs);
  });

  it('meanwhile is TAKEN_IN_SHOP too', async () => {
    shop.server.instead.push(
      answered(200, { data: { shop: { currencyCode: 'IDR' }, named: null } }),
      answered(200, {
        data: { done: { codeDiscountNode: null, userErrors: [{ code: 'TAKEN', message: 'Code must be unique.' }] } },
      }),
    );
    expect(await push(shop.opened(), code(), null)).toEqual({ state: 'failed', reason: 'TAKEN_IN_SHOP' });
  });

  it('other faults are told in the shop’s words', async () => {
    shop.server.instead.push(
      answered(200, { data: { shop: { currencyCode: 'IDR' }, named: null } }),
      answered(200, {
        data: { done: { codeDiscountNode: null, userErrors: [{ code: 'INVALID', message: 'Ends at is invalid' }] } },
      }),
    );
    expect(await push(shop.opened(), code(), null)).toEqual({ state: 'failed', reason: 'Ends at is invalid' });
  });
});

describe('what Shopify has no rule for', () => {
  it.each([
    [{ type: 'shipping_fixed', value: 10_000 }],
    [{ type: 'shipping_percent', value: 50 }],
    [{ type: 'shipping_percent', value: 100, scope: 'products', productIds: ['1'] }],
    [{ scope: 'tags' }],
    [{ maxUsesPerCustomer: 2 }],
    [{ scope: 'products', productIds: [] }],
    [{ scope: 'products', productIds: ['SKU-1'] }],
    [{ scope: 'products', productIds: Array.from({ length: 251 }, (_, n) => String(n)) }],
  ] as [Partial<CodeToPush>][])('is said with why, and not asked for: %j', async (more) => {
    const reason = inexpressible(code(more));
    expect(reason).toMatch(/\.$/);
    expect(await push(shop.opened(), code(more), null)).toEqual({ state: 'not_expressible', reason });
    expect(shop.asked).toEqual([]);
  });

  it.each([
    {},
    { type: 'fixed' },
    { type: 'shipping_percent', value: 100 },
    { maxUsesPerCustomer: 1 },
  ] as Partial<CodeToPush>[])('all else has one: %j', (more) => {
    expect(inexpressible(code(more))).toBeNull();
  });

  it('amounts in another currency than the shop’s are not expressible; percents need none', async () => {
    for (const more of [
      { type: 'fixed' as const, currency: 'USD' },
      { minPurchaseAmount: 5, currency: 'USD' },
    ])
      expect(await push(shop.opened(), code(more), null)).toEqual({
        state: 'not_expressible',
        reason: "The shop's amounts are in IDR, the code's in USD.",
      });
    expect(await inShop()).toBeNull();
    await pushed({ currency: 'USD' });
  });
});
