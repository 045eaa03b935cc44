/** What follows once from an order, in the transaction that first tells that it was paid (docs/contract/integrations.md#orders). */
import type { StatementTx } from '@/server/db/workspace';
import { redeemTold } from '@/server/resources/discount-codes/redeem-told';
import type { OrderState } from '@/server/resources/integrations/merge';
import type { Shop } from '@/server/resources/integrations/shop';
import { FRESH_HOURS } from '@/server/resources/integrations/vocabulary';

const HOUR_MS = 60 * 60_000;

/** What was placed before a shop was connected, or is first told of long after, sets nothing off. */
export const isHistory = (placedAt: Date, firstSeen: Date, activatedAt: Date | null): boolean =>
  (activatedAt !== null && placedAt < activatedAt) || firstSeen.getTime() - placedAt.getTime() > FRESH_HOURS * HOUR_MS;

/** @param orders that are paid now, were not before, and are no history */
export async function followFirstPaid(tx: StatementTx, shop: Shop, orders: readonly OrderState[]): Promise<void> {
  if (shop.redeems) await redeemTold(tx, shop.externalSource, orders);
}
