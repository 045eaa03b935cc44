/** What follows once from an order, in the transaction that first tells that it was paid (docs/contract/integrations.md#orders). */
import { workspaceStatement } from '@/server/db/statement';
import type { StatementTx } from '@/server/db/workspace';
import { fire } from '@/server/events/triggers';
import { toNumber } from '@/server/lib/money';
import { redeemTold } from '@/server/resources/discount-codes/redeem-told';
import { hasOther } from '@/server/resources/integrations/has-bought';
import type { OrderState } from '@/server/resources/integrations/merge';
import { lockFirstOrders } from '@/server/resources/integrations/lock';
import { tellPaidOrders } from '@/server/resources/integrations/purchases';
import type { Shop } from '@/server/resources/integrations/shop';
import { goesAnywhere, recordPurchase } from '@/server/resources/pixels/record-purchase';
import { attributeOrders } from '@/server/resources/programs/orders';
import { FRESH_HOURS } from '@/server/resources/integrations/vocabulary';

const HOUR_MS = 60 * 60_000;

/** What was placed before a shop was connected, or is first told of long after, sets nothing off. */
export const isHistory = (placedAt: Date, firstSeen: Date, activatedAt: Date | null): boolean =>
  (activatedAt !== null && placedAt < activatedAt) || firstSeen.getTime() - placedAt.getTime() > FRESH_HOURS * HOUR_MS;

interface Placed {
  orderId: string;
  contactId: string;
  amount: bigint;
  currency: string;
  isFirst: boolean;
}

/** Those of contacts, in the order in which they were paid. What was canceled makes nobody known; of what was not only one is a contact's first. */
const findPlaced = workspaceStatement<Placed, [source: string, refs: string[]]>(
  'integrations.orders.placed',
  `SELECT o.id AS "orderId", o."contactId", o.amount, o.currency, f."isFirst" FROM "Order" o
   CROSS JOIN LATERAL (SELECT NOT ${hasOther(
     'o',
     `e."paidAt" IS NOT NULL AND e.status <> 'canceled' AND NOT (e."externalSource" = $2 AND e."externalRef" = ANY ($3::text[]) AND (e."paidAt", e.id) > (o."paidAt", o.id))`,
   )} AS "isFirst" OFFSET 0) f
   WHERE o."accountId" = $1 AND o."externalSource" = $2 AND o."externalRef" = ANY ($3::text[]) AND o."contactId" IS NOT NULL
   ORDER BY o."paidAt", o.id`,
);

/** For the ad platforms (docs/contract/pixels.md#conversions). */
const recordOrder = (
  tx: StatementTx,
  { checkoutSessionId, amount, refunded, currency, customerRef, email, paidAt, placedAt }: OrderState,
): Promise<void> =>
  recordPurchase(tx, {
    checkoutSessionId,
    value: amount - refunded,
    currency,
    valueFrom: 'order',
    customerId: customerRef,
    email,
    occurredAt: paidAt ?? placedAt,
  });

/** @param orders that are paid now, were not before, and are no history; as they stand in the database */
export async function followFirstPaid(
  tx: StatementTx,
  shop: Shop,
  orders: readonly (OrderState & { phoneE164: string | null })[],
): Promise<void> {
  // Before the codes and sessions that follow are locked: two shops wait for each other here and nowhere else.
  await lockFirstOrders(tx);
  const refs = orders.map(({ externalRef }) => externalRef);
  if (shop.redeems) await redeemTold(tx, shop.externalSource, orders);
  // Before what enters: nobody leaves a funnel by the purchase that let them in.
  await tellPaidOrders(tx, shop.externalSource, refs);
  if (await goesAnywhere(tx)) for (const order of orders) await recordOrder(tx, order);
  await attributeOrders(tx, shop.externalSource, orders);
  const placed = await tx.rows(findPlaced, shop.externalSource, refs);
  await fire(
    tx,
    placed.map(({ contactId, amount, ...data }) => ({
      type: 'order_placed',
      contactId,
      data: { ...data, amount: toNumber(amount) },
    })),
  );
}

const findRefunded = workspaceStatement<
  { orderId: string; contactId: string; refunded: bigint; currency: string },
  [source: string, refs: string[]]
>(
  'integrations.orders.refunded',
  `SELECT o.id AS "orderId", o."contactId", o.refunded, o.currency FROM "Order" o
   WHERE o."accountId" = $1 AND o."externalSource" = $2 AND o."externalRef" = ANY ($3::text[]) AND o."contactId" IS NOT NULL ORDER BY o.id`,
);

/** What funnels go on by. @param orders of which more was given back than before, and that are no history */
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
