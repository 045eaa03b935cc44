/**
 * Checkout-start (docs/contract/referrals.md#checkout-start): the session whose payment will reward the attribution.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { CheckoutStart, CheckoutStartInput } from '@/server/modules/offers/referrals/schema';

const lockOpen = workspaceStatement<{ id: string; session: string | null }, [customerId: string, now: Date]>(
  'referrals.lock-open-attribution',
  `SELECT a.id, a."qualifyingCheckoutSessionId" AS session FROM "ReferralAttribution" a
   WHERE a."accountId" = $1 AND a."refereeCustomerId" = $2 AND a.status = 'pending' AND a."heldAt" IS NULL
     AND a."expiresAt" > $3::timestamptz FOR NO KEY UPDATE`,
);

/**
 * SQL that stamps a session. The claim's primary key makes a session unique over all workspaces: the first claimant
 * keeps it, and only the same attribution may claim it again. The attribution's earlier session becomes free.
 */
const stampSession = workspaceStatement<
  { id: string },
  [attributionId: string, sessionBefore: string | null, checkoutSessionId: string, now: Date]
>(
  'referrals.stamp-session',
  `WITH claimed AS (
     INSERT INTO "ReferralCheckout" AS c ("accountId", "attributionId", "checkoutSessionId") VALUES ($1, $2, $4)
     ON CONFLICT ("checkoutSessionId") DO UPDATE SET "attributionId" = excluded."attributionId"
       WHERE c."accountId" = $1 AND c."attributionId" = $2
     RETURNING c."attributionId"
   ), released AS (
     DELETE FROM "ReferralCheckout" c USING claimed
       WHERE c."checkoutSessionId" = $3 AND $3 <> $4 AND c."accountId" = $1 AND c."attributionId" = $2
   )
   UPDATE "ReferralAttribution" a SET "qualifyingCheckoutSessionId" = $4, "updatedAt" = $5::timestamptz FROM claimed
   WHERE a."accountId" = $1 AND a.id = $2 RETURNING a.id`,
);

/**
 * Locks the attribution before it reads the claims: a statement that waited for the lock would not see the claim that
 * another call of the same customer made meanwhile, and could not release it.
 */
export async function checkoutStart(
  db: WorkspaceDb,
  { customerId, checkoutSessionId }: CheckoutStartInput,
): Promise<CheckoutStart> {
  return await db.longTransaction(async (tx) => {
    const [open] = await tx.rows(lockOpen, customerId, tx.now);
    if (open === undefined) return { stamped: false };
    const stamped = await tx.rows(stampSession, open.id, open.session, checkoutSessionId, tx.now);
    return { stamped: stamped.length > 0, attributionId: open.id };
  });
}
