/**
 * Funnels that a plan has no room for any more (docs/contract/funnels.md#plan): they let nobody in, and who is inside
 * goes on.
 */
import type { Plan } from '@/server/modules/account/billing/plans';

export interface LiveFunnel {
  id: string;
  activatedAt: Date | null;
  /** The trigger of the version in force. */
  trigger: string;
}

/**
 * The oldest stay; ids of the others. Those about carts need the plan's carts as well. @param live all of the workspace
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
