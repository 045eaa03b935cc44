/** Stats (docs/contract/referrals.md#figures): the sums of the links' counters, which are exact. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { Stats } from '@/server/modules/offers/referrals/program-schema';

/** Sums are float8: a bigint would be text or overflow. */
const sums = workspaceStatement<Omit<Stats, 'conversionRate'>>(
  'referrals.stats',
  `SELECT count(*)::int AS "totalLinks", coalesce(sum(l.clicks), 0)::float8 AS "totalClicks",
    coalesce(sum(l.signups), 0)::float8 AS "totalSignups",
          coalesce(sum(l.rewards), 0)::float8 AS "totalRewards",
            coalesce(sum(l.revenue), 0)::float8 AS "attributedRevenue"
   FROM "ReferralLink" l WHERE l."accountId" = $1`,
);

const NONE = { totalLinks: 0, totalClicks: 0, totalSignups: 0, totalRewards: 0, attributedRevenue: 0 };

export async function stats(db: WorkspaceDb): Promise<Stats> {
  const [row = NONE] = await db.rows(sums);
  return { ...row, conversionRate: row.totalClicks === 0 ? 0 : row.totalRewards / row.totalClicks };
}
