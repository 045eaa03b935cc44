/**
 * The end of a paid plan (docs/contract/billing.md#effective-plan): its one rule, both for enforcing limits and for
 * showing what is enforced.
 */
import { RENEWS_BY_ITSELF, type PaymentProviderId } from '@/server/modules/account/billing/payments/payment';

/** The parts of the subscription's row that decide. */
export interface Term {
  plan: string;
  status: string;
  provider: string | null;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
}

/**
 * A vendor that renews by itself collects on the right day, at an hour of its own: nobody is on free while it gets to
 * it.
 */
const GRACE_MS = 24 * 60 * 60_000;

/** A subscription that is to end, or whose payment failed, has no grace: nothing is going to be collected. */
const graceOf = ({ status, provider }: Term): number =>
  status === 'active' && RENEWS_BY_ITSELF.has(provider as PaymentProviderId) ? GRACE_MS : 0;

/** Checks whether the row names a paid plan that is not paid for any more. */
export function hasLapsed(term: Term, now: Date): boolean {
  const { plan, currentPeriodEnd, cancelAt } = term;
  if (plan === 'free' || plan === 'svc_internal') return false;
  return (
    (currentPeriodEnd !== null && currentPeriodEnd.getTime() + graceOf(term) < now.getTime()) ||
    (cancelAt !== null && cancelAt < now)
  );
}
