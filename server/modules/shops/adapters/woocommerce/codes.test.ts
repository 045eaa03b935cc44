import { describe, expect, it } from 'vitest';
import { type CodeToPush, ShopRefusedError } from '@/server/modules/shops/adapters/store';
import { wooCommerceStore } from '@/server/modules/shops/adapters/stores';
import { CONSUMER_KEY, CONSUMER_SECRET, NOW, useWooShop } from '@/server/modules/shops/adapters/woocommerce/testing';

const shop = useWooShop();
const codes = wooCommerceStore.codes!;
const push = (code: CodeToPush, shopRef: string | null = null) => codes.push(shop.opened(), code, shopRef);

const CODE: CodeToPush = {
  id: 'ccode1',
  code: 'HEMAT10',
  type: 'percent',
  value: 10,
  currency: 'USD',
  scope: 'cart',
  productIds: [],
  minPurchaseAmount: null,
  maxUsesTotal: null,
  maxUsesPerCustomer: null,
  startsAt: null,
  expiresAt: null,
  active: true,
};

const coupon = () => {
  expect(shop.data.rows.coupons).toHaveLength(1);
  return shop.data.rows.coupons[0]!;
};
const refOf = (outcome: Awaited<ReturnType<typeof push>>) => {
  expect(outcome.state).toBe('pushed');
  return outcome.state === 'pushed' ? outcome.shopRef : '';
};

describe('a code in the shop', () => {
  it.each([
    [{}, { discount_type: 'percent', amount: '10.00', product_ids: [], free_shipping: false }],
    [
      { scope: 'products', productIds: ['794', '22'] },
      { discount_type: 'percent', product_ids: [794, 22], limit_usage_to_x_items: null },
    ],
    [
      { type: 'fixed', value: 1250 },
      { discount_type: 'fixed_cart', amount: '12.50', limit_usage_to_x_items: null },
    ],
    // Off once, as ours is, and not for each piece.
    [
      { type: 'fixed', value: 1250, scope: 'products', productIds: ['794'] },
      { discount_type: 'fixed_product', amount: '12.50', product_ids: [794], limit_usage_to_x_items: 1 },
    ],
    [
      { type: 'shipping_percent', value: 100 },
      { free_shipping: true, amount: '0.00', discount_type: 'fixed_cart' },
    ],
    [{ minPurchaseAmount: 5000 }, { minimum_amount: '50.00' }],
    [
      { maxUsesTotal: 20, maxUsesPerCustomer: 1 },
      { usage_limit: 20, usage_limit_per_user: 1 },
    ],
    [{ expiresAt: new Date('2026-05-01T16:59:59.999Z') }, { date_expires_gmt: '2026-05-01T16:59:59' }],
    [{ startsAt: new Date('2026-01-01T00:00:00Z') }, { discount_type: 'percent' }],
    [{ active: false }, { date_expires_gmt: '2000-01-01T00:00:00' }],
  ] as const)('with %j is %j', async (fields, expected) => {
    await push({ ...CODE, ...fields } as CodeToPush);
    expect(coupon()).toMatchObject({ code: 'hemat10', status: 'publish', ...expected });
    expect(coupon().meta_data).toEqual([{ key: '_laris_code_id', value: 'ccode1' }]);
  });

  it('is changed with ours, and keeps nothing of what it was', async () => {
    const full: CodeToPush = {
      ...CODE,
      type: 'fixed',
      value: 500,
      scope: 'products',
      productIds: ['794'],
      minPurchaseAmount: 1000,
      maxUsesTotal: 5,
      maxUsesPerCustomer: 1,
      expiresAt: new Date('2026-05-01T00:00:00Z'),
    };
    const ref = refOf(await push(full));
    expect(refOf(await push(CODE, ref))).toBe(ref);
    expect(coupon()).toMatchObject({
      discount_type: 'percent',
      amount: '10.00',
      product_ids: [],
      minimum_amount: '0.00',
      usage_limit: null,
      usage_limit_per_user: null,
      limit_usage_to_x_items: null,
      date_expires_gmt: null,
    });
  });

  it('is switched off and on again', async () => {
    const ref = refOf(await push(CODE));
    await push({ ...CODE, active: false }, ref);
    expect(coupon()).toMatchObject({ date_expires_gmt: '2000-01-01T00:00:00' });
    await push(CODE, ref);
    expect(coupon()).toMatchObject({ date_expires_gmt: null });
  });

  it('is found by its string when that is repeated, in any case, switched off as well', async () => {
    const ref = refOf(await push({ ...CODE, active: false }));
    expect(refOf(await push({ ...CODE, value: 15 }))).toBe(ref);
    expect(coupon()).toMatchObject({ amount: '15.00', date_expires_gmt: null });
  });

  it('that the shop made itself is left alone', async () => {
    const theirs = { code: 'hemat10', amount: '5.00', status: 'publish', discount_type: 'percent', meta_data: [] };
    await shop.data.insert('coupons', theirs);
    expect(await push(CODE)).toEqual({ state: 'failed', reason: 'TAKEN_IN_SHOP' });
    expect(coupon()).toMatchObject(theirs);
    await shop.data.update('coupons', coupon().id, { meta_data: [{ key: '_laris_code_id', value: 'cother' }] });
    expect(await push(CODE)).toEqual({ state: 'failed', reason: 'TAKEN_IN_SHOP' });
  });

  it('is made anew where the shop deleted it or threw it away', async () => {
    const ref = refOf(await push(CODE));
    shop.data.rows.coupons.length = 0;
    const again = refOf(await push(CODE, ref));
    expect(again).not.toBe(ref);
    await shop.data.update('coupons', Number(again), { status: 'trash' });
    const third = refOf(await push(CODE, again));
    expect(third).not.toBe(again);
    expect(shop.data.rows.coupons.map(({ status }) => status)).toEqual(['trash', 'publish']);
  });

  it.each([
    [{ scope: 'tags' }, /tag/],
    [{ type: 'shipping_fixed' }, /shipping/],
    [{ type: 'shipping_percent', value: 50 }, /shipping/],
    [{ scope: 'products', productIds: ['794', 'sku-9'] }, /not in this shop/],
  ] as const)('cannot be with %j', async (fields, reason) => {
    const code = { ...CODE, ...fields } as CodeToPush;
    expect(codes.inexpressible(code)).toMatch(reason);
    expect(await push(code)).toEqual({ state: 'not_expressible', reason: codes.inexpressible(code) });
    expect(shop.requests).toEqual([]);
  });

  it('can be with every other rule', () => {
    expect(codes.inexpressible(CODE)).toBeNull();
    expect(codes.inexpressible({ ...CODE, type: 'shipping_percent', value: 100 })).toBeNull();
    expect(codes.inexpressible({ ...CODE, scope: 'products', productIds: ['794'] })).toBeNull();
  });

  it('cannot begin later, nor be of another currency than the shop sells in', async () => {
    const later = { ...CODE, startsAt: new Date(NOW.getTime() + 1) };
    expect(await push(later)).toMatchObject({ state: 'not_expressible', reason: expect.stringContaining('later') });
    expect(await push({ ...CODE, currency: 'IDR' })).toEqual({
      state: 'not_expressible',
      reason: 'The shop sells in USD.',
    });
    expect(shop.data.rows.coupons).toEqual([]);
  });

  it('is switched off there when it becomes what the shop cannot have', async () => {
    const ref = refOf(await push(CODE));
    expect(await push({ ...CODE, scope: 'tags' }, ref)).toMatchObject({ state: 'not_expressible' });
    expect(coupon()).toMatchObject({ amount: '10.00', date_expires_gmt: '2000-01-01T00:00:00' });
  });

  it('that the shop refuses is failed, in its words; keys that are refused are an error', async () => {
    shop.before = ({ method }) =>
      method === 'POST'
        ? { status: 400, headers: {}, body: '{"code":"rest_invalid_param","message":"Invalid parameter(s): code"}' }
        : undefined;
    expect(await push(CODE)).toEqual({ state: 'failed', reason: 'Invalid parameter(s): code' });
    shop.data.keys.set(CONSUMER_KEY, { secret: CONSUMER_SECRET, permissions: 'read' });
    shop.before = () => undefined;
    await expect(push(CODE)).rejects.toBeInstanceOf(ShopRefusedError);
  });
});
