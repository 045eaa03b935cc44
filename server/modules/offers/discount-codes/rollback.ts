/**
 * Rollback (docs/contract/discount-codes.md#rollback): undoes a use. One statement marks the redemption and lowers the
 * counts of the code and the customer. The row stays, so its checkout session cannot redeem again.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { presentRedemption, redemptionColumns, type RedemptionRow } from '@/server/modules/offers/discount-codes/rows';
import type { Rollback, RollbackInput } from '@/server/modules/offers/discount-codes/schema';

/** SQL: true when the code `d` must not be used again, because its batch was ended or its referral voided. */
const IS_OVER = `(
       (d.source = 'batch' AND EXISTS (SELECT FROM "DiscountBatch" b
         WHERE b."accountId" = $1 AND b.id = d."sourceRefId" AND b.status = 'canceled'))
       OR (d.source IN ('referral_referrer', 'referral_referee')
         AND EXISTS (SELECT FROM "ReferralAttribution" a
         WHERE a."accountId" = $1 AND a.id = d."sourceRefId" AND a.status = 'voided')))`;

/**
 * Rolls back in the lock order of redeem.ts. Of two parallel calls the second waits, and then finds nothing to mark.
 */
const rollBack = workspaceStatement<RedemptionRow, [id: string, reason: string | null, now: Date]>(
  'discount-codes.rollback',
  `WITH rolled AS (
     UPDATE "DiscountRedemption" r SET "rolledBackAt" = $4::timestamptz, "rollbackReason" = $3
     WHERE r."accountId" = $1 AND r.id = $2 AND r."rolledBackAt" IS NULL RETURNING r.*
   ), uncounted AS (
     UPDATE "DiscountCode" d SET "redemptionCount" = d."redemptionCount" - 1, active = d.active
       AND NOT (d."redemptionCount" = 1 AND ${IS_OVER}) FROM rolled r
       WHERE d."accountId" = $1 AND d.id = r."discountCodeId" RETURNING d.id, d.source, d."sourceRefId"
   ), unbatched AS (
     UPDATE "DiscountBatch" b SET redeemed = b.redeemed - 1 FROM uncounted d
       WHERE d.source = 'batch' AND b."accountId" = $1 AND b.id = d."sourceRefId"
   ), unused AS (
     UPDATE "DiscountCustomerUse" u SET uses = u.uses - 1 FROM rolled r JOIN uncounted d ON d.id = r."discountCodeId"
     WHERE u."accountId" = $1 AND u."discountCodeId" = r."discountCodeId" AND u."customerId" = r."customerId"
   )
   SELECT ${redemptionColumns('r')} FROM rolled r`,
);

const findRedemption = workspaceStatement<RedemptionRow, [id: string]>(
  'discount-codes.redemption',
  `SELECT ${redemptionColumns('r')} FROM "DiscountRedemption" r WHERE r."accountId" = $1 AND r.id = $2`,
);

/** Rolls a redemption back; a repeat changes and records nothing. @throws AppError NOT_FOUND */
export async function rollback(db: WorkspaceDb, { id, reason = null }: RollbackInput): Promise<Rollback> {
  return await db.transaction(async (tx) => {
    const [rolled] = await tx.rows(rollBack, id, reason, tx.now);
    const row = rolled ?? orNotFound((await tx.rows(findRedemption, id))[0]);
    if (rolled !== undefined)
      await tx.audit({
        action: 'discount_code.rollback',
        targetType: 'discount_code',
        targetId: rolled.discountCodeId,
        data: { redemptionId: id, checkoutSessionId: rolled.checkoutSessionId, ...(reason !== null && { reason }) },
      });
    return { redemption: presentRedemption(row), rolledBack: rolled !== undefined };
  });
}
