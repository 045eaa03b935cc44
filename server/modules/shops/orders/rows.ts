/** Rows of orders and checkouts, as the database has them and as we return them. */
import type { Checkout as CheckoutRow, Order as OrderRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { castStored } from '@/server/platform/db/stored';
import { toNumber, toNumberOrNull } from '@/server/platform/lib/money';
import type { CheckoutState, OrderState } from '@/server/modules/shops/orders/merge';
import type { Checkout, Item, Order } from '@/server/modules/shops/orders/schema';

export type { CheckoutRow, OrderRow };

export const orderColumns = (alias: string): string => columnsOf('Order', alias);
export const checkoutColumns = (alias: string): string => columnsOf('Checkout', alias);

/** Sorts the keys of items: PostgreSQL stores keys in an order of its own, and equal items must compare as equal. */
const itemsOf = (items: readonly Item[]): Item[] =>
  items.map(({ productRef, name, quantity, price }) => ({ productRef, name, quantity, price }));

export const presentOrder = (row: OrderRow): Order =>
  castStored({
    ...row,
    amount: toNumber(row.amount),
    shipping: toNumberOrNull(row.shipping),
    tax: toNumberOrNull(row.tax),
    discount: toNumberOrNull(row.discount),
    refunded: toNumber(row.refunded),
  });

export const presentCheckout = (row: CheckoutRow): Checkout => castStored({ ...row, value: toNumber(row.value) });

/** Returns the stored order in the form that merging compares. */
export function orderState(row: OrderRow): OrderState {
  const { externalRef, number, checkoutSessionId, checkoutRef, customerRef, email, phone, landingUrl } = row;
  const { amount, shipping, tax, discount, refunded, currency, status, discountCodes, items } = presentOrder(row);
  const { placedAt, paidAt, refundedAt, isCart, sourceUpdatedAt } = row;
  return {
    externalRef,
    number,
    checkoutSessionId,
    checkoutRef,
    customerRef,
    email,
    phone,
    amount,
    shipping,
    tax,
    discount,
    refunded,
    currency,
    status,
    discountCodes,
    items: itemsOf(items),
    landingUrl,
    placedAt,
    paidAt,
    refundedAt,
    isCart,
    sourceUpdatedAt,
  };
}

export function checkoutState(row: CheckoutRow): CheckoutState {
  const { externalRef, email, phone, currency, url, acceptsMarketing, completedAt, madeAt } = row;
  const { value, status, items } = presentCheckout(row);
  return {
    externalRef,
    email,
    phone,
    value,
    currency,
    url,
    items: itemsOf(items),
    acceptsMarketing,
    status,
    completedAt,
    madeAt,
    sourceUpdatedAt: row.sourceUpdatedAt,
    dueAt: row.dueAt,
  };
}
