/** A customer's rewards (docs/contract/referrals.md#rewards), for every caller that knows the customer's id. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { PublicDb } from '@/server/platform/db/workspace';
import { toNumber, toNumberOrNull } from '@/server/platform/lib/money';
import type { Reward, Role } from '@/server/modules/offers/referrals/schema';

interface RewardRow {
  role: Role;
  rewardedAt: Date;
  id: string;
  code: string;
  type: Reward['code']['type'];
  value: bigint;
  currency: string;
  minPurchaseAmount: bigint | null;
  expiresAt: Date | null;
  redeemed: boolean;
}

/** The largest number of rewards in the answer. A customer who refers thousands does not see the oldest. */
const MOST = 500;

const findRewards = workspaceStatement<RewardRow, [customerId: string]>(
  'referrals.rewards',
  `SELECT r.role, r."rewardedAt", d.id, d.code, d.type, d.value, d.currency, d."minPurchaseAmount", d."expiresAt",
    d."redemptionCount" > 0 AS redeemed
   FROM (
     (SELECT 'referrer' AS role, a.id, a."rewardedAt", a."referrerCodeId" AS "codeId" FROM "ReferralAttribution" a
      WHERE a."accountId" = $1 AND a."referrerCustomerId" = $2 AND a.status = 'rewarded' AND a."rewardedAt" IS NOT NULL
        ORDER BY a."rewardedAt" DESC, a.id DESC LIMIT ${MOST})
     UNION ALL
     (SELECT 'referee', a.id, a."rewardedAt", a."refereeCodeId" FROM "ReferralAttribution" a
      WHERE a."accountId" = $1 AND a."refereeCustomerId" = $2 AND a.status = 'rewarded')
   ) r JOIN "DiscountCode" d ON d."accountId" = $1 AND d.id = r."codeId"
   ORDER BY r."rewardedAt" DESC, r.id DESC LIMIT ${MOST}`,
);

/** Lists rewards, newest first, without those of voided attributions. Empty for an unknown workspace or customer. */
export async function rewards(db: PublicDb, customerId: string): Promise<Reward[]> {
  const rows = await db.rows(findRewards, customerId);
  return rows.map(({ role, rewardedAt, ...code }) => ({
    role,
    rewardedAt,
    code: {
      ...code,
      value: toNumber(code.value),
      minPurchaseAmount: toNumberOrNull(code.minPurchaseAmount),
    },
  }));
}
