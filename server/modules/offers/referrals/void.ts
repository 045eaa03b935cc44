/** Void (docs/contract/referrals.md#void): a refund takes back the codes that fulfil gave, except used ones. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { AttributionStatus, VoidedCode, Voiding } from '@/server/modules/offers/referrals/schema';

const findBySession = workspaceStatement<{ id: string; status: AttributionStatus }, [session: string]>(
  'referrals.attribution-by-session',
  `SELECT a.id, a.status FROM "ReferralAttribution" a WHERE a."accountId" = $1 AND a."qualifyingCheckoutSessionId" = $2`,
);

/** Takes rewards back; returns no row when the attribution has changed since it was read. */
const takeBack = workspaceStatement<
  { id: string; codes: VoidedCode[] },
  [attributionId: string, status: AttributionStatus, session: string, now: Date]
>(
  'referrals.void',
  `WITH a AS (
     UPDATE "ReferralAttribution" a SET status = 'voided', "voidReason" = 'refund', "updatedAt" = $5::timestamptz
     WHERE a."accountId" = $1 AND a.id = $2 AND a.status = $3 AND a."qualifyingCheckoutSessionId" = $4
     RETURNING a.id, a."linkId", a.amount, a."referrerCodeId", a."refereeCodeId"
   ), uncounted AS (
     UPDATE "ReferralLink" l SET rewards = l.rewards - 1, revenue = l.revenue - a.amount FROM a
       WHERE $3 = 'rewarded' AND l."accountId" = $1 AND l.id = a."linkId"
   ), deactivated AS (
     UPDATE "DiscountCode" d SET active = false, "updatedAt" = $5::timestamptz FROM a
     WHERE d."accountId" = $1 AND d.id IN (a."referrerCodeId", a."refereeCodeId") AND d."redemptionCount" = 0
       AND d.active
     RETURNING d.id
   )
   SELECT a.id, coalesce((
     SELECT json_agg(json_build_object('id', d.id, 'code', d.code, 'deactivated', NOT d.active
       OR d.id IN (SELECT x.id FROM deactivated x), 'redeemed', d."redemptionCount" > 0)
       ORDER BY d.id = a."referrerCodeId" DESC)
     FROM "DiscountCode" d WHERE d."accountId" = $1 AND d.id IN (a."referrerCodeId", a."refereeCodeId")), '[]') AS codes
       FROM a`,
);

/**
 * Reads the attribution, and writes on the condition that it has not changed. A statement that waits for a lock does
 * not see codes that were committed meanwhile, so on a change it reads again. An attribution changes at most twice
 * (pending, rewarded, voided), and the loop ends when its session stamp moves away.
 */
export async function voidAttribution(db: WorkspaceDb, checkoutSessionId: string): Promise<Voiding> {
  for (;;) {
    const [found] = await db.rows(findBySession, checkoutSessionId);
    if (found === undefined) return { voided: false, reason: 'no_attribution' };
    if (found.status === 'voided') return { voided: false, reason: 'already_voided' };
    if (found.status === 'expired') return { voided: false, reason: 'expired' };
    const [voided] = await db.rows(takeBack, found.id, found.status, checkoutSessionId, db.now);
    if (voided !== undefined) return { voided: true, attributionId: voided.id, codes: voided.codes };
  }
}
