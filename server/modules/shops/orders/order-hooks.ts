/**
 * Hooks of a shop's orders, for other parts of Laris (server/assembly/hooks.ts), in the transaction that writes the
 * orders.
 */
import type { StatementTx } from '@/server/platform/db/workspace';
import { defineHook } from '@/server/platform/lib/hook';
import type { OrderState } from '@/server/modules/shops/orders/merge';
import type { Shop } from '@/server/modules/shops/orders/shop';

/** An order as stored, with its phone in E.164 if that is a valid number. */
export type WrittenOrder = OrderState & { phoneE164: string | null };

/**
 * Takes the locks that the other hooks need, before any of them runs. `takenBack`: sessions that were refunded or
 * canceled.
 */
export const beforeOrders =
  defineHook<
    [tx: StatementTx, source: string, orders: { paid: readonly WrittenOrder[]; takenBack: readonly string[] }]
  >('before orders');

/** Orders that are paid now, were not before, and are no history. */
export const onOrdersPaid = defineHook<[tx: StatementTx, shop: Shop, orders: readonly WrittenOrder[]]>('orders paid');

/** Orders of which more was given back than before, history too. */
export const onOrdersRefunded =
  defineHook<[tx: StatementTx, orders: readonly { checkoutSessionId: string; refunded: number }[]]>('orders refunded');

/** Called with the checkout sessions of canceled orders. Safe to repeat. */
export const onOrdersCanceled = defineHook<[tx: StatementTx, sessions: readonly string[]]>('orders canceled');
