/** Funnels that exceed the plan (docs/contract/funnels.md#plan): they enrol nobody, and people inside go on. */
import type { Plan } from '@/server/modules/account/billing/plans';

export interface LiveFunnel {
  id: string;
  activatedAt: Date | null;
  /** The trigger of the version in force. */
  trigger: string;
}

/**
 * Returns the ids of the funnels over the limit; the oldest are within. Cart funnels also need a plan with carts.
 * @param live all live funnels of the workspace
 */
export function funnelsOverLimit(
  plan: Pick<Plan, 'funnels' | 'abandonedCart'>,
  live: readonly LiveFunnel[],
): ReadonlySet<string> {
  const oldestFirst = [...live].sort(
    (a, b) => (a.activatedAt?.getTime() ?? 0) - (b.activatedAt?.getTime() ?? 0) || (a.id < b.id ? -1 : 1),
  );
  const beyond = plan.funnels === -1 ? [] : oldestFirst.slice(plan.funnels);
  const carts = plan.abandonedCart === -1 ? [] : live.filter(({ trigger }) => trigger === 'abandoned_cart');
  return new Set([...beyond, ...carts].map(({ id }) => id));
}
