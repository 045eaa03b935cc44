/** The plan that limits are enforced by (1 §2.5), as against the plan as stored. */
import { workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import { planOf, type Plan } from '@/server/resources/billing/plans';

/** What PLAN_LIMIT calls the things it limits (4 §H). */
export type LimitedResource = 'contacts' | 'discountCodes' | 'referralPrograms' | 'blogPosts' | 'segments' | 'pixels' | 'abandonedCart' | 'feeds';

/** A row whose period is over becomes free / canceled as it is read; the condition travels with the write. */
const resolvePlan = workspaceStatement<{ plan: string }, [now: Date]>(
  'billing.effective-plan',
  `WITH lapsed AS (
     UPDATE "Subscription" SET plan = 'free', status = 'canceled', "updatedAt" = $2
     WHERE "accountId" = $1 AND plan NOT IN ('free', 'svc_internal') AND ("currentPeriodEnd" < $2 OR "cancelAt" < $2)
     RETURNING plan)
   SELECT coalesce((SELECT plan FROM lapsed), (SELECT plan FROM "Subscription" WHERE "accountId" = $1), 'free') AS plan`,
);

/**
 * The workspace's plan at this moment: free without a row, and free once currentPeriodEnd or cancelAt has passed.
 * Every gated write asks, before its transaction, so that the rewritten row stays also when the write is refused.
 */
export async function effectivePlan(db: WorkspaceDb): Promise<Plan> {
  const [row] = await db.rows(resolvePlan, db.now);
  return planOf(row?.plan ?? 'free');
}

/**
 * Refuses when the plan does not allow what now exists. Called after the write, in its transaction, with a count that
 * the write itself has locked, so that two writes at once cannot both be the last one.
 * @throws AppError PLAN_LIMIT, with the details of 4 §B.
 */
export function requireWithinLimit(plan: Plan, resource: LimitedResource, count: number): void {
  const limit = plan[resource];
  if (limit === -1 || count <= limit) return;
  throw new AppError('PLAN_LIMIT', {
    message: limit === 0 ? `The ${plan.name} plan does not include this.` : `The ${plan.name} plan allows ${limit} of these.`,
    details: { plan: plan.id, resource, limit },
  });
}
