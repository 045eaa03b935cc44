/** Converts a list of orders into rows of orders, and into checkouts for orders that wait or waited for payment. */
import { at } from '@/server/platform/vendors/json';
import type { Rows } from '@/server/modules/shops/adapters/store';
import { instantText } from '@/server/modules/shops/adapters/parsed-rows';
import { checkoutOf, orderOf, phaseOf } from '@/server/modules/shops/adapters/woocommerce/orders';

/**
 * The orders that become checkouts. `open`: orders that still wait for payment, when reading history. `unpaid`: all but
 * paid orders, because those complete their own checkouts. `all`: when the merchant does not import orders.
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

/** @param since leaves out orders that were made before; null: none */
export function checkoutsIn(rows: readonly unknown[], checkouts: Checkouts, since: Date | null = null): Rows {
  const orders = rows.filter((row) => {
    const createdAt = instantText(at(row, 'date_created_gmt'));
    return isOrder(row, checkouts) && (since === null || (createdAt !== null && new Date(createdAt) >= since));
  });
  return { resource: 'checkouts', rows: orders.flatMap((row) => checkoutOf(row) ?? []), refused: [] };
}
