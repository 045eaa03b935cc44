/**
 * One at a time for a buyer's e-mail in a workspace: recording a reminder, and what begins or ends an opt-out. A
 * reminder looks for an opt-out that may not exist yet, which row locks cannot hold; with this one, nothing is recorded
 * after an opt-out was acknowledged. It is held to the end of the transaction.
 */
import { workspaceStatement } from '@/server/db/statement';
import type { StatementTx } from '@/server/db/workspace';

const lock = workspaceStatement<{ accountId: string }, [email: string]>(
  'abandoned-cart.lock-buyer',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('cart buyer ' || $1 || ' ' || $2, 0))::text AS locked`,
);

/** What is read after this, in statements of their own, is the state that no other such write can change. @param email in lower case */
export async function lockBuyer(tx: StatementTx, email: string): Promise<void> {
  await tx.rows(lock, email);
}
