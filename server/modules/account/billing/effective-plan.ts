/** The plan that decides the limits now (docs/contract/billing.md#effective-plan), in contrast to the stored plan. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { hasLapsed, type Term } from '@/server/modules/account/billing/plan-expiry';
import { planOf, PLANS, type Plan } from '@/server/modules/account/billing/plans';
import { SUBSCRIPTION_UPDATE } from '@/server/modules/account/billing/subscription-audit';

/** The names of limited things in PLAN_LIMIT errors (docs/contract/billing.md#plan-limits). */
export type LimitedResource =
  | 'contacts'
  | 'discountCodes'
  | 'discountBatches'
  | 'referralPrograms'
  | 'blogPosts'
  | 'segments'
  | 'pixels'
  | 'abandonedCart'
  | 'feeds'
  | 'integrations'
  | 'funnels'
  | 'campaigns'
  | 'programs';

const findTerm = workspaceStatement<Term>(
  'billing.term',
  `SELECT s.plan, s.status, s.provider, s."currentPeriodEnd", s."cancelAt" FROM "Subscription" s
    WHERE s."accountId" = $1`,
);

/**
 * Makes an expired row free / canceled. The audit log names the service, not the user of the current request. A row
 * that has changed since stays: another gated write was first, or there was a payment.
 */
const writeLapse = workspaceStatement<
  never,
  [plan: string, status: string, currentPeriodEnd: Date | null, cancelAt: Date | null, now: Date]
>(
  'billing.write-lapse',
  `WITH lapsed AS (
     UPDATE "Subscription" SET plan = 'free', status = 'canceled', "updatedAt" = $6::timestamptz
     WHERE "accountId" = $1 AND (plan, status, "currentPeriodEnd", "cancelAt")
       IS NOT DISTINCT FROM ($2::text, $3::text, $4::timestamptz, $5::timestamptz)
     RETURNING "accountId")
   INSERT INTO "AuditEntry" ("accountId", "actorKind", action, "targetType", "targetId", data, "createdAt")
   SELECT "accountId", 'system', '${SUBSCRIPTION_UPDATE}', 'subscription', "accountId",
     jsonb_build_object('plan', 'free', 'status', 'canceled', 'until', NULL, 'previousPlan', $2::text, 'previousStatus',
       $3::text), $6::timestamptz FROM lapsed`,
);

/** Returns the effective plan, and whether it is free because the stored plan has expired. Writes nothing. */
export async function judgePlan(db: Pick<WorkspaceDb, 'rows' | 'now'>): Promise<{ plan: Plan; isOver: boolean }> {
  const [term] = await db.rows(findTerm);
  if (term === undefined) return { plan: PLANS.free, isOver: false };
  const isOver = hasLapsed(term, db.now);
  return { plan: isOver ? PLANS.free : planOf(term.plan), isOver };
}

/**
 * Returns the effective plan for display: free without a row, and free after currentPeriodEnd or cancelAt. Writes
 * nothing.
 */
export async function readEffectivePlan(db: Pick<WorkspaceDb, 'rows' | 'now'>): Promise<Plan> {
  return (await judgePlan(db)).plan;
}

/**
 * Returns the effective plan for a gated write, and makes an expired row free / canceled. Every gated write calls this
 * before its transaction, so that the rewritten row stays even if the write is refused.
 */
export async function effectivePlan(db: WorkspaceDb): Promise<Plan> {
  const [term] = await db.rows(findTerm);
  if (term === undefined) return PLANS.free;
  if (!hasLapsed(term, db.now)) return planOf(term.plan);
  await db.rows(writeLapse, term.plan, term.status, term.currentPeriodEnd, term.cancelAt, db.now);
  return PLANS.free;
}

/**
 * Refuses when the plan does not allow the present number. Called after the write, in its transaction, with a count
 * that the write has locked, so that two writes at once cannot both be the last one.
 * @throws AppError PLAN_LIMIT, with details `{ plan, resource, limit }`.
 */
export function requireWithinLimit(plan: Plan, resource: LimitedResource, count: number): void {
  const limit = plan[resource];
  if (limit === -1 || count <= limit) return;
  throw new AppError('PLAN_LIMIT', {
    message:
      limit === 0
        ? `The ${plan.name} plan does not include this. Choose a larger plan.`
        : `The ${plan.name} plan allows ${limit} of these. Choose a larger plan for more.`,
    details: { plan: plan.id, resource, limit },
  });
}
