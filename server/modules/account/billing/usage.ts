/**
 * A workspace's usage of this month (docs/contract/billing.md#usage). Counted from the rows on request, by indexes, so
 * that no counter can be wrong. Only contacts have a counter, for their limit (docs/contract/billing.md#plan-limits).
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { startOfMonth, startOfNextMonth } from '@/server/platform/lib/calendar';
import { planOf } from '@/server/modules/account/billing/plans';
import type { Usage } from '@/server/modules/account/billing/schema';
import { monthOf } from '@/server/platform/lib/calendar';
import { isCounted } from '@/server/platform/lib/is-counted';

interface Counted {
  plan: string;
  contacts: number;
  discountsRedeemed: number;
  remindersSent: number;
  referralAttributions: number;
  blogPostsPublished: number;
}

const countUsage = workspaceStatement<Counted, [month: string, from: Date, to: Date, now: Date]>(
  'billing.usage',
  `SELECT coalesce((SELECT s.plan FROM "Subscription" s WHERE s."accountId" = $1), 'free') AS plan,
     coalesce((SELECT t.created FROM "ContactTally" t WHERE t."accountId" = $1 AND t.month = $2), 0) AS contacts,
     (SELECT count(*)::int FROM "DiscountRedemption" r
       WHERE r."accountId" = $1 AND ${isCounted('r')} AND r."redeemedAt" >= $3
       AND r."redeemedAt" < $4) AS "discountsRedeemed",
     (SELECT count(*)::int FROM "AbandonedCartReminder" r
       WHERE r."accountId" = $1 AND r."sentAt" >= $3 AND r."sentAt" < $4) AS "remindersSent",
     (SELECT count(*)::int FROM "ReferralAttribution" a
       WHERE a."accountId" = $1 AND a."createdAt" >= $3 AND a."createdAt" < $4) AS "referralAttributions",
     (SELECT count(*)::int FROM "BlogPost" p
       WHERE p."accountId" = $1 AND p.status = 'published' AND p."publishedAt" >= $3
       AND p."publishedAt" <= $5) AS "blogPostsPublished"`,
);

/** The calendar month of the service's clock, in UTC. */
export async function usage(db: WorkspaceDb): Promise<Usage> {
  const resetAt = startOfNextMonth(db.now);
  const [counted] = await db.rows(countUsage, monthOf(db.now), startOfMonth(db.now), resetAt, db.now);
  if (counted === undefined) throw new Error('Counting gives one row.');
  const plan = planOf(counted.plan);
  return { ...counted, plan: plan.id, contactsLimit: plan.contacts, resetAt };
}
