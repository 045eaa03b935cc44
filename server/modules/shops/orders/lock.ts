/**
 * Makes whoever reports orders wait for the others, to the end of the transaction: the row that is looked for may not
 * exist yet to be locked.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';

const lock = workspaceStatement<{ accountId: string }, [source: string]>(
  'integrations.lock-shop',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('shop ' || $1 || ' ' || $2,
    0))::text AS locked`,
);

/**
 * In a shop: an order completes a checkout that may not be reported yet, and a checkout looks for its order. What is
 * read after this, in statements of their own, is the state that nobody else of the shop can change.
 */
export async function lockShop(tx: StatementTx, externalSource: string): Promise<void> {
  await tx.rows(lock, externalSource);
}

const firstOrders = workspaceStatement<{ accountId: string }>(
  'integrations.lock-first-orders',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('first orders ' || $1, 0))::text AS locked`,
);

/**
 * Over all shops of the workspace: who tells that somebody has bought, so that of two shops only one has their first
 * order.
 */
export async function lockFirstOrders(tx: StatementTx): Promise<void> {
  await tx.rows(firstOrders);
}
