/** Events of orders and checkouts (docs/contract/integrations.md#who-hears-of-it). */
import * as z from 'zod';
import { presentCheckout, presentOrder, type CheckoutRow, type OrderRow } from '@/server/modules/shops/orders/rows';
import { checkout, order } from '@/server/modules/shops/orders/schema';
import { defineEvents } from '@/server/platform/outbox/declaration';

const orderEventData = z.object({ order });
const checkoutEventData = z.object({ checkout });

/** Only visible fields count as changes: a change of the shop's own time alone sends no event. */
export const orderEvents = defineEvents<OrderRow>({
  table: 'Order',
  on: ['insert', 'update'],
  subject: 'id',
  payloads: { 'svc.order.created.v1': orderEventData, 'svc.order.updated.v1': orderEventData },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => orderEventData.parse({ order: presentOrder(after) });
    if (before === null) return [{ type: 'svc.order.created.v1', data }];
    return before.updatedAt.getTime() === after.updatedAt.getTime() ? [] : [{ type: 'svc.order.updated.v1', data }];
  },
});

export const checkoutEvents = defineEvents<CheckoutRow>({
  table: 'Checkout',
  on: ['insert', 'update'],
  subject: 'id',
  payloads: { 'svc.checkout.abandoned.v1': checkoutEventData, 'svc.checkout.completed.v1': checkoutEventData },
  eventsOf({ before, after }) {
    if (after === null || before?.status === after.status) return [];
    const data = () => checkoutEventData.parse({ checkout: presentCheckout(after) });
    if (after.status === 'abandoned') return [{ type: 'svc.checkout.abandoned.v1', data }];
    return after.status === 'completed' ? [{ type: 'svc.checkout.completed.v1', data }] : [];
  },
});
