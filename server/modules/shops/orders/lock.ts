/**
 * Makes reports of orders wait for each other until the transaction ends: a row lock would not do, because the row may
 * not exist yet.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';

const lock = workspaceStatement<{ accountId: string }, [source: string]>(
  'integrations.lock-shop',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('shop ' || $1 || ' ' || $2,
    0))::text AS locked`,
);

/**
 * Locks a shop: an order completes a checkout that may not be reported yet, and a checkout looks for its order. Later
 * statements of the transaction read a state that no other writer of the shop can change.
 */
export async function lockShop(tx: StatementTx, externalSource: string): Promise<void> {
  await tx.rows(lock, externalSource);
}

const firstOrders = workspaceStatement<{ accountId: string }>(
  'integrations.lock-first-orders',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('first orders ' || $1, 0))::text AS locked`,
);

/**
 * Locks all shops of the workspace for reports of first purchases: if two shops report a person's orders at once, only
 * one of them has the first order.
 */
export async function lockFirstOrders(tx: StatementTx): Promise<void> {
  await tx.rows(firstOrders);
}
