/** The effect of a payment, shown before anybody pays: the same computation as after the payment (paid-periods.ts). */
import type { Services } from '@/server/platform/access/context';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { coverageOf, type PaidInvoice } from '@/server/modules/account/billing/paid-periods';
import { planOf } from '@/server/modules/account/billing/plans';
import type { PaymentEffect } from '@/server/modules/account/billing/schema';
import { readSubscription } from '@/server/modules/account/billing/recompute-subscription';
import {
  paymentsOf,
  subscriptionOf,
  wasGranted,
  type InvoiceFacts,
  type SubscriptionState,
} from '@/server/modules/account/billing/subscription-state';

/** Something that can be paid: an invoice, or a checkout that is not open yet. */
export type Payable = Pick<PaidInvoice, 'plan'> & Pick<InvoiceFacts, 'id' | 'upstreamSubscriptionId'>;

/** A new checkout for a month of the plan. */
export const newCheckout = (plan: PaidInvoice['plan']): Payable => ({
  id: `a new checkout of ${plan}`,
  plan,
  upstreamSubscriptionId: null,
});

/** @returns null when the payment would buy nothing: a renewal of a plan that another plan has replaced */
export function effectOf(
  { stored, invoices }: { stored: SubscriptionState | null; invoices: readonly InvoiceFacts[] },
  payable: Payable,
  now: Date,
): PaymentEffect | null {
  const paid = paymentsOf(invoices);
  const before = coverageOf(paid);
  const after = coverageOf([
    ...paid,
    { id: payable.id, plan: payable.plan, subscriptionId: subscriptionOf(payable), paidAt: now },
  ]);
  const bought = after?.periods.get(payable.id);
  if (bought === undefined) return null;
  const { start, end: until } = bought;
  if (before !== null && before.periodEnd >= now)
    return before.plan === payable.plan
      ? { kind: 'prolongs', from: start, until }
      : { kind: 'replaces', until, ends: before.plan, endsOn: before.periodEnd };
  if (stored !== null && wasGranted(stored, now))
    return { kind: 'replaces', until, ends: planOf(stored.plan).id, endsOn: stored.currentPeriodEnd };
  return { kind: 'begins', until };
}

/** Returns the effect of paying an invoice now; null for a paid invoice, and for an unknown one. */
export async function effectOfInvoice(
  { payments }: Pick<Services, 'payments'>,
  db: WorkspaceDb,
  id: string,
): Promise<PaymentEffect | null> {
  const [invoice, standing] = await Promise.all([
    db.prisma.invoice.findUnique({ where: { accountId_id: { accountId: db.accountId, id } } }),
    readSubscription(db, payments),
  ]);
  if (invoice === null || invoice.paidAt !== null) return null;
  return effectOf(standing, invoice as typeof invoice & Payable, db.now);
}
