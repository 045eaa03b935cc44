/**
 * One at a time for a buyer's e-mail in a workspace: recording a reminder, and what begins or ends an opt-out. A
 * reminder looks for an opt-out that may not exist yet, which row locks cannot hold; with this one, nothing is recorded
 * after an opt-out was acknowledged. It is held to the end of the transaction.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';

const lock = workspaceStatement<{ accountId: string; hasMerges: boolean }, [email: string]>(
  'abandoned-cart.lock-buyer',
  `SELECT $1::text AS "accountId", EXISTS (SELECT FROM "ContactAlias" a WHERE a."accountId" = $1) AS "hasMerges",
    pg_advisory_xact_lock(hashtextextended('cart buyer ' || $1 || ' ' || $2, 0))::text AS locked`,
);

/**
 * Statements after this one read a state that no other such write can change.
 * @param email in lower case
 * @returns hasMerges: contacts of the workspace were merged, so that a buyer may have had other addresses
 */
export async function lockBuyer(tx: StatementTx, email: string): Promise<{ hasMerges: boolean }> {
  return orNotFound((await tx.rows(lock, email))[0]);
}
