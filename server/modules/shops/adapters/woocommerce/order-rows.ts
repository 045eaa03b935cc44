/** The contents of a list of orders: orders, and those that wait or waited for their payment as checkouts. */
import { at } from '@/server/platform/vendors/json';
import type { Rows } from '@/server/modules/shops/adapters/store';
import { instantText } from '@/server/modules/shops/adapters/parsed-rows';
import { checkoutOf, orderOf, phaseOf } from '@/server/modules/shops/adapters/woocommerce/orders';

/**
 * The orders for which a checkout is told. `open`: those that wait for their payment, of history. `unpaid`: those that
 * were paid are left out, for their orders complete their checkouts. `all`: where orders are not taken from the shop.
 */
export type Checkouts = 'open' | 'unpaid' | 'all';

const isPaid = (row: unknown): boolean => ['paid', 'refunded'].includes(phaseOf(row));

function isOrder(row: unknown, checkouts: Checkouts): boolean {
  if (checkouts === 'open') return phaseOf(row) === 'open';
  return checkouts === 'all' || !isPaid(row);
}

export const ordersIn = (rows: readonly unknown[]): Rows => ({
  resource: 'orders',
  rows: rows.filter((row) => phaseOf(row) !== 'draft').map(orderOf),
  refused: [],
});

/** @param since of which making on they are told; null: all */
export function checkoutsIn(rows: readonly unknown[], checkouts: Checkouts, since: Date | null = null): Rows {
  const orders = rows.filter((row) => {
    const createdAt = instantText(at(row, 'date_created_gmt'));
    return isOrder(row, checkouts) && (since === null || (createdAt !== null && new Date(createdAt) >= since));
  });
  return { resource: 'checkouts', rows: orders.flatMap((row) => checkoutOf(row) ?? []), refused: [] };
}
