/**
 * Computes a workspace's subscription row from the facts of its invoices: the states of
 * docs/contract/billing.md#subscription.
 */
import { coverageOf, type Coverage, type PaidInvoice } from '@/server/modules/account/billing/paid-periods';
import { hasLapsed } from '@/server/modules/account/billing/plan-expiry';
import type { PaidPlanId } from '@/server/modules/account/billing/plans';
import type { Currency, InvoiceKind, InvoiceStatus, SubscriptionStatus } from '@/server/modules/account/billing/schema';
import type { PaymentProviderId } from '@/server/modules/account/billing/payments/payment';

/** The worker requests a renewal this long before the period ends, in milliseconds. */
export const RENEWAL_LEAD_MS = 24 * 60 * 60_000;

/** The known facts of an invoice. */
export interface InvoiceFacts {
  id: string;
  kind: InvoiceKind;
  plan: PaidPlanId;
  status: InvoiceStatus;
  provider: PaymentProviderId;
  currency: Currency;
  email: string;
  upstreamSubscriptionId: string | null;
  periodStart: Date | null;
  paidAt: Date | null;
  failedAt: Date | null;
  endedAt: Date | null;
}

/** The columns of the row that are computed from the invoices. */
export interface SubscriptionState {
  plan: string;
  status: SubscriptionStatus;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  provider: PaymentProviderId | null;
  upstreamId: string | null;
  currency: Currency | null;
  email: string | null;
  renewsAt: Date | null;
}

export interface ComputedSubscription {
  /** Null: the stored row, or its absence, does not change. */
  row: SubscriptionState | null;
  coverage: Coverage | null;
  /** First invoices of subscriptions that were paid for and replaced since, and that still go on at their provider. */
  replaced: InvoiceFacts[];
}

/**
 * Returns the value that an invoice shares with its renewals, also when the provider's answer to the checkout was lost.
 */
export const subscriptionOf = (invoice: Pick<InvoiceFacts, 'id' | 'upstreamSubscriptionId'>): string =>
  invoice.upstreamSubscriptionId ?? invoice.id;

/** Returns the paid invoices, whatever their status: a payment also counts for an invoice that was void by then. */
export const paymentsOf = (invoices: readonly InvoiceFacts[]): PaidInvoice[] =>
  invoices.flatMap((invoice) =>
    invoice.paidAt === null ? [] : [{ ...invoice, paidAt: invoice.paidAt, subscriptionId: subscriptionOf(invoice) }],
  );

/**
 * @param stored the stored row; null: there is none
 * @param asksForRenewals true when the worker requests renewals from this provider; false: the provider renews by
 * itself
 */
export function computeSubscription(
  stored: SubscriptionState | null,
  invoices: readonly InvoiceFacts[],
  now: Date,
  asksForRenewals: (provider: PaymentProviderId) => boolean,
): ComputedSubscription {
  const coverage = coverageOf(paymentsOf(invoices));
  const firsts = invoices.filter(({ kind }) => kind === 'first');
  const replaced = firsts.filter(
    (invoice) =>
      invoice.paidAt !== null && invoice.endedAt === null && subscriptionOf(invoice) !== coverage?.subscriptionId,
  );
  const paid = coverage === null ? null : rowOf(coverage, invoices, asksForRenewals);
  const running = paid !== null && !hasLapsed({ ...paid, cancelAt: null }, now);
  if (!running && !wasGranted(stored, now) && firsts.some((invoice) => failedSince(invoice, coverage?.periodEnd))) {
    return { row: { ...(stored ?? NOTHING), plan: 'free', status: 'incomplete' }, coverage, replaced };
  }
  // Over, and rewritten by a gated write since: it stays so until something is paid.
  const isKept = coverage !== null && stored?.plan === coverage.plan && stored.upstreamId === coverage.subscriptionId;
  return { row: running || isKept ? paid : null, coverage, replaced };
}

const NOTHING = {
  currentPeriodStart: null,
  currentPeriodEnd: null,
  provider: null,
  upstreamId: null,
  currency: null,
  email: null,
  renewsAt: null,
};

/** True for a plan that an operator gave, without any payment. */
export const wasGranted = (stored: SubscriptionState | null, now: Date): boolean =>
  stored !== null &&
  stored.upstreamId === null &&
  stored.plan !== 'free' &&
  (stored.plan === 'svc_internal' || stored.currentPeriodEnd === null || stored.currentPeriodEnd >= now);

const failedSince = (invoice: InvoiceFacts, end: Date | undefined): boolean =>
  invoice.paidAt === null && invoice.failedAt !== null && (end === undefined || invoice.failedAt > end);

function rowOf(
  coverage: Coverage,
  invoices: readonly InvoiceFacts[],
  asksForRenewals: (provider: PaymentProviderId) => boolean,
): SubscriptionState {
  const own = invoices.filter((invoice) => subscriptionOf(invoice) === coverage.subscriptionId);
  const first = own.find(({ kind }) => kind === 'first') ?? own[0];
  if (first === undefined) throw new Error('A subscription was paid for that no invoice belongs to.');
  const ended = own.some(({ endedAt }) => endedAt !== null);
  const renewals = own.filter(
    ({ kind, paidAt, periodStart }) =>
      kind === 'renewal' && paidAt === null && periodStart !== null && periodStart >= coverage.periodEnd,
  );
  const refused = renewals.some(({ status }) => status === 'failed' || status === 'void');
  return {
    plan: coverage.plan,
    status: ended ? 'canceling' : refused ? 'past_due' : 'active',
    currentPeriodStart: coverage.periodStart,
    currentPeriodEnd: coverage.periodEnd,
    provider: first.provider,
    upstreamId: coverage.subscriptionId,
    currency: first.currency,
    email: first.email,
    renewsAt:
      ended || renewals.length > 0 || !asksForRenewals(first.provider)
        ? null
        : new Date(coverage.periodEnd.getTime() - RENEWAL_LEAD_MS),
  };
}
