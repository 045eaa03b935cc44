/**
 * The effects that an order has once, in the transaction that first reports it as paid
 * (docs/contract/integrations.md#orders).
 */
import { HOUR_MS } from '@/server/platform/lib/durations';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { fire } from '@/server/platform/outbox/triggers';
import { toNumber } from '@/server/platform/lib/money';
import { hasOther } from '@/server/modules/shops/orders/has-bought';
import type { OrderState } from '@/server/modules/shops/orders/merge';
import { lockFirstOrders } from '@/server/modules/shops/orders/lock';
import { onOrdersPaid, type WrittenOrder } from '@/server/modules/shops/orders/order-hooks';
import { recordPaidOrders } from '@/server/modules/shops/orders/purchases';
import type { Shop } from '@/server/modules/shops/orders/shop';
import { FRESH_HOURS } from '@/server/modules/shops/connections/vocabulary';

/**
 * Checks for history: an order from before the shop was connected, or first reported long after it was placed, has no
 * effects.
 */
export const isHistory = (placedAt: Date, firstSeen: Date, activatedAt: Date | null): boolean =>
  (activatedAt !== null && placedAt < activatedAt) || firstSeen.getTime() - placedAt.getTime() > FRESH_HOURS * HOUR_MS;

interface Placed {
  orderId: string;
  contactId: string;
  amount: bigint;
  currency: string;
  isFirst: boolean;
}

/**
 * Finds the orders of contacts, in the order of their payment. Canceled orders do not count: they do not make a contact
 * known, and the next order may be the first.
 */
const findPlaced = workspaceStatement<Placed, [source: string, refs: string[]]>(
  'integrations.orders.placed',
  `SELECT o.id AS "orderId", o."contactId", o.amount, o.currency, f."isFirst" FROM "Order" o
   CROSS JOIN LATERAL (SELECT NOT ${hasOther(
     'o',
     `e."paidAt" IS NOT NULL AND e.status <> 'canceled'
       AND NOT (e."externalSource" = $2 AND e."externalRef" = ANY ($3::text[])
       AND (e."paidAt", e.id) > (o."paidAt", o.id))`,
   )} AS "isFirst" OFFSET 0) f
   WHERE o."accountId" = $1 AND o."externalSource" = $2 AND o."externalRef" = ANY ($3::text[])
     AND o."contactId" IS NOT NULL
   ORDER BY o."paidAt", o.id`,
);

/** Publishes purchases before new enrolments, so that nobody leaves a funnel by the purchase that let them in. */
export const publishPurchases = (
  tx: StatementTx,
  { externalSource }: Shop,
  orders: readonly WrittenOrder[],
): Promise<void> =>
  recordPaidOrders(
    tx,
    externalSource,
    orders.map(({ externalRef }) => externalRef),
  );

/** The trigger `order_placed`. */
export async function fireOrdersPlaced(
  tx: StatementTx,
  { externalSource }: Shop,
  orders: readonly WrittenOrder[],
): Promise<void> {
  const placed = await tx.rows(
    findPlaced,
    externalSource,
    orders.map(({ externalRef }) => externalRef),
  );
  await fire(
    tx,
    placed.map(({ contactId, amount, ...data }) => ({
      type: 'order_placed',
      contactId,
      data: { ...data, amount: toNumber(amount) },
    })),
  );
}

/** @param orders stored orders that are paid now for the first time, and are no history */
export async function followFirstPaid(tx: StatementTx, shop: Shop, orders: readonly WrittenOrder[]): Promise<void> {
  // Before the codes and sessions that follow are locked: two shops wait for each other here and nowhere else.
  await lockFirstOrders(tx);
  await onOrdersPaid.run(tx, shop, orders);
}

const findRefunded = workspaceStatement<
  { orderId: string; contactId: string; refunded: bigint; currency: string },
  [source: string, refs: string[]]
>(
  'integrations.orders.refunded',
  `SELECT o.id AS "orderId", o."contactId", o.refunded, o.currency FROM "Order" o
   WHERE o."accountId" = $1 AND o."externalSource" = $2 AND o."externalRef" = ANY ($3::text[])
     AND o."contactId" IS NOT NULL ORDER BY o.id`,
);

/** Fires the refund triggers of funnels. @param orders whose refunds have grown, and that are no history */
export async function fireRefunds(tx: StatementTx, shop: Shop, orders: readonly OrderState[]): Promise<void> {
  if (orders.length === 0) return;
  const refunded = await tx.rows(
    findRefunded,
    shop.externalSource,
    orders.map(({ externalRef }) => externalRef),
  );
  await fire(
    tx,
    refunded.map(({ contactId, ...data }) => ({
      type: 'order_refunded',
      contactId,
      data: { ...data, refunded: toNumber(data.refunded) },
    })),
  );
}
