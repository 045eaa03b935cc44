/** The distance of a workspace from the numeric limits of its plan, and when it will reach them at the present pace. */
import { DAY_MS } from '@/server/platform/lib/durations';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { startOfMonth, startOfNextMonth } from '@/server/platform/lib/calendar';
import type { Plan } from '@/server/modules/account/billing/plans';
import type { Meter, MeterName } from '@/server/modules/account/billing/schema';

/** The number of days whose growth sets the pace of things that stay. */
const PACE_DAYS = 30;
/** Beyond that a pace says nothing. */
const HORIZON_MS = 365 * DAY_MS;

interface Counts {
  discountCodes: number;
  newDiscountCodes: number;
  referralPrograms: number;
  integrations: number;
  funnels: number;
  campaigns: number;
  programs: number;
  blogPosts: number;
  newBlogPosts: number;
}

/** By the same counts that the limits are enforced by (docs/contract/billing.md#plan-limits). */
const countMeters = workspaceStatement<Counts, [since: Date]>(
  'billing.meters',
  `SELECT coalesce((SELECT t."activeManual" FROM "DiscountCodeTally" t WHERE t."accountId" = $1), 0) AS "discountCodes",
     (SELECT count(*)::int FROM "DiscountCode" d
       WHERE d."accountId" = $1 AND d.active AND d.source = 'manual' AND d."createdAt" >= $2) AS "newDiscountCodes",
     (SELECT count(*)::int FROM "ReferralProgram" p WHERE p."accountId" = $1) AS "referralPrograms",
     (SELECT count(*)::int FROM "Integration" i WHERE i."accountId" = $1 AND i.status <> 'revoked') AS integrations,
     (SELECT count(*)::int FROM "Funnel" f WHERE f."accountId" = $1 AND f.status = 'live') AS funnels,
     (SELECT count(*)::int FROM "Brief" b WHERE b."accountId" = $1 AND b.status = 'open') AS campaigns,
     (SELECT count(*)::int FROM "Program" p WHERE p."accountId" = $1 AND p.status = 'live') AS programs,
     (SELECT count(*)::int FROM "BlogPost" p WHERE p."accountId" = $1) AS "blogPosts",
     (SELECT count(*)::int FROM "BlogPost" p WHERE p."accountId" = $1 AND p."createdAt" >= $2) AS "newBlogPosts"`,
);

/**
 * Returns when `limit` is reached if `gained` are added in each `duringMs`; null when it is reached already, never, or
 * not before `before`.
 */
function reachedOn(
  now: Date,
  meter: { used: number; limit: number; gained: number; duringMs: number },
  before: Date,
): Date | null {
  const { used, limit, gained, duringMs } = meter;
  if (limit <= 0 || used >= limit || gained <= 0 || duringMs <= 0) return null;
  const at = now.getTime() + ((limit - used) / gained) * duringMs;
  return at < before.getTime() ? new Date(at) : null;
}

/** @param plan the effective plan @param contacts the tracked contacts of this month */
export async function meters(db: WorkspaceDb, plan: Plan, contacts: number): Promise<Meter[]> {
  const [counts] = await db.rows(countMeters, new Date(db.now.getTime() - PACE_DAYS * DAY_MS));
  if (counts === undefined) throw new Error('Counting gives one row.');
  const horizon = new Date(db.now.getTime() + HORIZON_MS);
  const standing = (resource: Exclude<MeterName, 'contacts'>, gained: number): Meter => {
    const [used, limit] = [counts[resource], plan[resource]];
    return {
      resource,
      used,
      limit,
      reachedOn: reachedOn(db.now, { used, limit, gained, duringMs: PACE_DAYS * DAY_MS }, horizon),
    };
  };
  const month = {
    used: contacts,
    limit: plan.contacts,
    gained: contacts,
    duringMs: db.now.getTime() - startOfMonth(db.now).getTime(),
  };
  return [
    {
      resource: 'contacts',
      used: month.used,
      limit: month.limit,
      reachedOn: reachedOn(db.now, month, startOfNextMonth(db.now)),
    },
    standing('discountCodes', counts.newDiscountCodes),
    // Few ever come: they have no pace.
    standing('referralPrograms', 0),
    standing('integrations', 0),
    standing('funnels', 0),
    standing('campaigns', 0),
    standing('programs', 0),
    standing('blogPosts', counts.newBlogPosts),
  ];
}
