/**
 * A lock on a buyer's e-mail in a workspace, for recording a reminder, and for starting or ending an opt-out. A
 * reminder checks for an opt-out that may not exist yet, which a row lock cannot cover. With this lock, no reminder is
 * recorded after an opt-out was acknowledged. The transaction holds it to its end.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';

const lock = workspaceStatement<{ accountId: string; hasMerges: boolean }, [email: string]>(
  'abandoned-cart.lock-buyer',
  `SELECT $1::text AS "accountId", EXISTS (SELECT FROM "ContactAlias" a WHERE a."accountId" = $1) AS "hasMerges",
    pg_advisory_xact_lock(hashtextextended('cart buyer ' || $1 || ' ' || $2, 0))::text AS locked`,
);

/**
 * Takes the lock; until the transaction ends, no other such write can change what it reads.
 * @param email in lower case
 * @returns hasMerges: contacts of the workspace were merged, so that a buyer may have had other addresses
 */
export async function lockBuyer(tx: StatementTx, email: string): Promise<{ hasMerges: boolean }> {
  return orNotFound((await tx.rows(lock, email))[0]);
}
