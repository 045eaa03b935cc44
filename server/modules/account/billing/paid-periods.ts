/**
 * The plan that a workspace has paid for, and until when: a pure function of its paid invoices. Only the time of
 * payment counts, not the time when we learned of it. So callbacks that come twice, late or in the wrong order give the
 * same result.
 */
import { addMonths } from '@/server/platform/lib/calendar';
import type { PaidPlanId } from '@/server/modules/account/billing/plans';

export interface PaidInvoice {
  id: string;
  plan: PaidPlanId;
  /** The provider's subscription id; the same for an invoice and its renewals. */
  subscriptionId: string;
  paidAt: Date;
}

export interface Coverage {
  plan: PaidPlanId;
  /** The subscription that continues: the one that was paid last. */
  subscriptionId: string;
  periodStart: Date;
  periodEnd: Date;
  /**
   * The period that each invoice has paid for, by the invoice's id. An invoice without a period bought nothing: it
   * renewed a subscription that another plan had replaced.
   */
  periods: ReadonlyMap<string, { start: Date; end: Date }>;
}

/** Months of one plan without a gap, counted from the first month, so that a short month costs no days. */
interface Run {
  plan: PaidPlanId;
  subscriptionId: string;
  began: Date;
  months: number;
  /** The start of the period that people are shown. */
  periodStart: Date;
}

const endOf = (run: Run): Date => addMonths(run.began, run.months);

/**
 * Computes the paid periods; each invoice pays for a month. An invoice of the running plan extends it from its end, for
 * any subscription, so that nobody pays twice for the same days. An invoice of another plan begins at once and ends the
 * plan before. Without a running plan an invoice begins at once, too.
 */
export function coverageOf(invoices: readonly PaidInvoice[]): Coverage | null {
  const inOrder = [...invoices].sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime() || (a.id < b.id ? -1 : 1));
  const periods = new Map<string, { start: Date; end: Date }>();
  const replaced = new Set<string>();
  let run: Run | null = null;
  for (const { id, plan, subscriptionId, paidAt } of inOrder) {
    const running: Run | null = run !== null && endOf(run) >= paidAt ? run : null;
    // A vendor charged what was replaced before it heard of that.
    const isLeftover = running !== null && replaced.has(subscriptionId);
    if (isLeftover && running.plan !== plan) continue;
    if (!isLeftover) {
      if (run !== null) replaced.add(run.subscriptionId);
      replaced.delete(subscriptionId);
    }
    const next: Run =
      running?.plan === plan
        ? prolonged(running, isLeftover ? running.subscriptionId : subscriptionId)
        : { plan, subscriptionId, began: paidAt, months: 1, periodStart: paidAt };
    periods.set(id, { start: addMonths(next.began, next.months - 1), end: endOf(next) });
    run = next;
  }
  return run === null
    ? null
    : {
        plan: run.plan,
        subscriptionId: run.subscriptionId,
        periodStart: run.periodStart,
        periodEnd: endOf(run),
        periods,
      };
}

/**
 * Extends a run by a month. A renewal begins a new period; a checkout for the running plan makes the present period
 * longer.
 */
const prolonged = (run: Run, subscriptionId: string): Run => ({
  ...run,
  subscriptionId,
  months: run.months + 1,
  periodStart: subscriptionId === run.subscriptionId ? endOf(run) : run.periodStart,
});
