/**
 * Records automatic changes of a subscription: payments, missed payments, and its end
 * (docs/contract/audit-log.md#what-is-recorded).
 */
import type { StatementTx } from '@/server/platform/db/workspace';
import type { SubscriptionState } from '@/server/modules/account/billing/subscription-state';

export const SUBSCRIPTION_UPDATE = 'billing.subscription_update';

/**
 * Records a new plan, status or period. Actions of people are recorded where they happen (checkout.ts, cancel.ts).
 * @param before null: there was no row
 */
export async function recordUpdate(
  tx: StatementTx,
  before: SubscriptionState | null,
  after: SubscriptionState,
): Promise<void> {
  const { plan, status, currentPeriodEnd } = before ?? { plan: 'free', status: 'active', currentPeriodEnd: null };
  const isNews =
    plan !== after.plan || status !== after.status || currentPeriodEnd?.getTime() !== after.currentPeriodEnd?.getTime();
  if (tx.actor.kind !== 'system' || !isNews) return;
  const until = after.currentPeriodEnd?.toISOString() ?? null;
  await tx.audit({
    action: SUBSCRIPTION_UPDATE,
    targetType: 'subscription',
    targetId: tx.accountId,
    data: { plan: after.plan, status: after.status, until, previousPlan: plan, previousStatus: status },
  });
}
