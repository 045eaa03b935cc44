/** Runs when orders are paid: notes each for the ad platforms (docs/contract/pixels.md#conversions). */
import type { StatementTx } from '@/server/platform/db/workspace';
import type { Shop } from '@/server/modules/shops/orders/shop';
import type { WrittenOrder } from '@/server/modules/shops/orders/order-hooks';
import { goesAnywhere, recordPurchase } from '@/server/modules/offers/pixels/record-purchase';

export async function recordOrders(tx: StatementTx, _shop: Shop, orders: readonly WrittenOrder[]): Promise<void> {
  if (!(await goesAnywhere(tx))) return;
  for (const { checkoutSessionId, amount, refunded, currency, customerRef, email, paidAt, placedAt } of orders)
    await recordPurchase(tx, {
      checkoutSessionId,
      value: amount - refunded,
      currency,
      valueFrom: 'order',
      customerId: customerRef,
      email,
      occurredAt: paidAt ?? placedAt,
    });
}
