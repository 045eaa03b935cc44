/** Our discount codes as coupons of a shop. */
import { at, listAt, textAt } from '@/server/platform/vendors/json';
import { TAKEN_IN_SHOP } from '@/server/modules/shops/connections/vocabulary';
import { decimalOf } from '@/server/modules/shops/adapters/amounts';
import {
  FOR_EVERYBODY,
  type Codes,
  type CodeToPush,
  type OpenedShop,
  type PushOutcome,
} from '@/server/modules/shops/adapters/store';
import { ask, askList, currencyOf, WooAnswerError } from '@/server/modules/shops/adapters/woocommerce/api';

const PATH = '/wc/v3/coupons';
/** The field of a coupon with the id of our code; a coupon with this field is ours. */
const OURS = '_laris_code_id';
/**
 * The expiry of a deactivated code, long past by any clock. A draft would not do: it could not be found by its code,
 * and a second coupon with that code could be made.
 */
const LONG_AGO = '2000-01-01T00:00:00Z';
/** WordPress's name for a code that another coupon got in the meantime. */
const TAKEN = 'woocommerce_rest_coupon_code_already_exists';

function inexpressible({ type, value, scope, productIds, isForSome }: CodeToPush): string | null {
  if (isForSome === true) return FOR_EVERYBODY;
  if (scope === 'tags') return 'WooCommerce cannot limit a coupon to products with a tag.';
  if (type === 'shipping_fixed') return 'WooCommerce supports free shipping, but no partial discount on shipping.';
  if (type === 'shipping_percent' && value !== 100)
    return 'WooCommerce supports free shipping, but no partial discount on shipping.';
  if (scope === 'products' && !productIds.every((ref) => /^[1-9]\d{0,14}$/.test(ref)))
    return 'Some of its products are not in this shop.';
  return null;
}

/** Returns a coupon's rule. An amount off for products applies once, as ours does, and not to each product. */
function ruleOf({ type, value, currency, scope }: CodeToPush): Record<string, unknown> {
  const isForProducts = scope === 'products';
  if (type === 'percent')
    return { discount_type: 'percent', amount: String(value), free_shipping: false, limit_usage_to_x_items: 0 };
  if (type === 'fixed')
    return {
      discount_type: isForProducts ? 'fixed_product' : 'fixed_cart',
      amount: decimalOf(value, currency),
      free_shipping: false,
      limit_usage_to_x_items: isForProducts ? 1 : 0,
    };
  return { discount_type: 'fixed_cart', amount: '0', free_shipping: true, limit_usage_to_x_items: 0 };
}

/**
 * Writes an end in GMT, because a time without a zone would be the shop's own. Only `date_expires` can be written; the
 * shop silently ignores `date_expires_gmt`.
 */
const couponTime = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`;

/** Returns every field of a coupon that we set, so that no older value stays. 0 and '' mean no limit and no end. */
function couponOf(code: CodeToPush): Record<string, unknown> {
  const { currency, scope, productIds, minPurchaseAmount, maxUsesTotal, maxUsesPerCustomer, expiresAt, active } = code;
  return {
    code: code.code,
    ...ruleOf(code),
    product_ids: scope === 'products' ? productIds.map(Number) : [],
    minimum_amount: minPurchaseAmount === null ? '0' : decimalOf(minPurchaseAmount, currency),
    usage_limit: maxUsesTotal ?? 0,
    usage_limit_per_user: maxUsesPerCustomer ?? 0,
    date_expires: active ? (expiresAt === null ? '' : couponTime(expiresAt)) : LONG_AGO,
  };
}

/** @returns null where the shop has no such coupon any more */
async function change(shop: OpenedShop, ref: string, body: Record<string, unknown>): Promise<PushOutcome | null> {
  try {
    const answer = await ask(shop, { method: 'PUT', path: `${PATH}/${encodeURIComponent(ref)}`, body });
    // What lies in the trash can be changed, and used by nobody.
    return textAt(answer.body, 'status') === 'trash' ? null : { state: 'pushed', shopRef: ref };
  } catch (error) {
    if (error instanceof WooAnswerError && (error.status === 404 || error.code.endsWith('_invalid_id'))) return null;
    throw error;
  }
}

/** The shop's coupon with a code, written in any case. */
async function find(shop: OpenedShop, { id, code }: CodeToPush): Promise<{ ref: string; isOurs: boolean } | null> {
  const { rows } = await askList(shop, { path: PATH, query: { code } });
  const row = rows.find((each) => textAt(each, 'code')?.toLowerCase() === code.toLowerCase());
  if (row === undefined) return null;
  const isOurs = listAt(row, 'meta_data').some((meta) => at(meta, 'key') === OURS && at(meta, 'value') === id);
  return { ref: textAt(row, 'id') ?? '', isOurs };
}

async function put(shop: OpenedShop, code: CodeToPush, shopRef: string | null): Promise<PushOutcome> {
  const body = couponOf(code);
  const changed = shopRef === null ? null : await change(shop, shopRef, body);
  if (changed !== null) return changed;
  const found = await find(shop, code);
  if (found !== null) {
    if (!found.isOurs) return { state: 'failed', reason: TAKEN_IN_SHOP };
    const again = await change(shop, found.ref, body);
    if (again !== null) return again;
  }
  const made = await ask(shop, {
    method: 'POST',
    path: PATH,
    body: { ...body, meta_data: [{ key: OURS, value: code.id }] },
  });
  return { state: 'pushed', shopRef: textAt(made.body, 'id') ?? '' };
}

/** Returns why a shop cannot have the code at this time, or in its currency. */
function inexpressibleNow({ startsAt, currency }: CodeToPush, now: Date, shopCurrency: string): string | null {
  if (currency !== shopCurrency) return `The shop sells in ${shopCurrency}.`;
  return startsAt !== null && startsAt > now ? 'WooCommerce has no coupons that begin later.' : null;
}

async function push(shop: OpenedShop, code: CodeToPush, shopRef: string | null): Promise<PushOutcome> {
  const reason = inexpressible(code) ?? inexpressibleNow(code, shop.now, await currencyOf(shop));
  try {
    if (reason === null) return await put(shop, code, shopRef);
    // What stands there is no longer what the code says.
    if (shopRef !== null) await change(shop, shopRef, { date_expires: LONG_AGO });
    return { state: 'not_expressible', reason };
  } catch (error) {
    if (!(error instanceof WooAnswerError && error.status === 400)) throw error;
    return { state: 'failed', reason: error.code === TAKEN ? TAKEN_IN_SHOP : error.message };
  }
}

export const wooCodes: Codes = { inexpressible, push };
