/**
 * Computes what a code takes off in a shop of the sandbox, as its vendor reckons: pure over what the shop holds, in
 * whole rupiah.
 */
import { at, listAt, textAt } from '@/server/platform/vendors/json';
import { gidOf } from '@/server/modules/shops/adapters/shopify/ids';
import type { StandInDiscount, StandInOrder } from '@/server/modules/shops/adapters/shopify/stand-in-data';
import type { WooRow } from '@/server/modules/shops/adapters/woocommerce/woo-data';

/** The things about to be bought, and the buyer. */
export interface Basket {
  goods: readonly { ref: string; amount: number }[];
  shipping: number;
  email: string;
  now: Date;
}

export interface Off {
  goods: number;
  shipping: number;
}

const NOTHING: Off = { goods: 0, shipping: 0 };

const amountOf = (goods: Basket['goods']): number => goods.reduce((sum, { amount }) => sum + amount, 0);

/** @param percent 0 to 100; null: `amount` is off */
function offOf(goods: Basket['goods'], percent: number | null, amount: number): Off {
  const total = amountOf(goods);
  return { goods: Math.min(total, Math.round(percent === null ? amount : (total * percent) / 100)), shipping: 0 };
}

/**
 * Checks whether there are uses left, for anybody and for this buyer. @param uses of the code until now: who used it
 */
const hasUses = (uses: readonly (string | null)[], most: number | null, ofOne: number | null, email: string): boolean =>
  (most === null || uses.length < most) && (ofOne === null || uses.filter((each) => each === email).length < ofOne);

/** @param discount null: the shop has no such code */
export function discountOff(
  discount: StandInDiscount | null,
  { goods, shipping, email, now }: Basket,
  orders: readonly StandInOrder[],
): Off {
  if (discount === null) return NOTHING;
  const { code, startsAt, endsAt, usageLimit, appliesOncePerCustomer, productIds, minimumSubtotal } = discount;
  const isOn = new Date(startsAt) <= now && (endsAt === null || new Date(endsAt) > now);
  const isFor = goods.filter(({ ref }) => productIds === null || productIds.includes(gidOf('Product', ref)));
  const used = orders.filter((order) => order.discountCodes.some((each) => each.toLowerCase() === code.toLowerCase()));
  const uses = used.filter((order) => Number(order.discount) > 0).map((order) => order.email);
  if (
    !isOn ||
    isFor.length === 0 ||
    amountOf(goods) < Number(minimumSubtotal ?? 0) ||
    !hasUses(uses, usageLimit, appliesOncePerCustomer ? 1 : null, email)
  )
    return NOTHING;
  if (discount.kind === 'freeShipping') return { goods: 0, shipping };
  const percent = discount.percentage === null ? null : discount.percentage * 100;
  return offOf(isFor, percent, Number(discount.amount ?? 0));
}

const numberAt = (row: WooRow, field: string): number | null => {
  const text = textAt(row, field);
  return text === undefined ? null : Number(text);
};

/** @param coupon undefined: the shop has no such code */
export function couponOff(
  coupon: WooRow | undefined,
  { goods, shipping, email, now }: Basket,
  orders: readonly WooRow[],
): Off {
  if (coupon === undefined) return NOTHING;
  const end = textAt(coupon, 'date_expires_gmt');
  const only = listAt(coupon, 'product_ids').map(String);
  const isFor = goods.filter(({ ref }) => only.length === 0 || only.includes(ref));
  const used = orders.filter((order) =>
    listAt(order, 'coupon_lines').some((line) => textAt(line, 'code')?.toLowerCase() === textAt(coupon, 'code')),
  );
  const uses = used.map((order) => textAt(order, 'billing', 'email') ?? null);
  if (
    (end !== undefined && new Date(`${end}Z`) <= now) ||
    isFor.length === 0 ||
    amountOf(goods) < (numberAt(coupon, 'minimum_amount') ?? 0) ||
    !hasUses(uses, numberAt(coupon, 'usage_limit'), numberAt(coupon, 'usage_limit_per_user'), email)
  )
    return NOTHING;
  if (at(coupon, 'free_shipping') === true) return { goods: 0, shipping };
  const amount = numberAt(coupon, 'amount') ?? 0;
  return offOf(isFor, textAt(coupon, 'discount_type') === 'percent' ? amount : null, amount);
}
