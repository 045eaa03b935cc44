/**
 * The end of a paid plan (docs/contract/billing.md#effective-plan): one rule, for enforcing limits and for showing
 * them.
 */
import { RENEWS_BY_ITSELF, type PaymentProviderId } from '@/server/modules/account/billing/payments/payment';

/** The fields of the subscription's row that decide. */
export interface Term {
  plan: string;
  status: string;
  provider: string | null;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
}

/**
 * A vendor that renews by itself charges on the right day, at an hour of its own: until then nobody falls back to free.
 */
const GRACE_MS = 24 * 60 * 60_000;

/** A subscription that is to end, or whose payment failed, has no grace: nothing is going to be collected. */
const graceOf = ({ status, provider }: Term): number =>
  status === 'active' && RENEWS_BY_ITSELF.has(provider as PaymentProviderId) ? GRACE_MS : 0;

/** Checks whether the row has a paid plan whose paid time is over. */
export function hasLapsed(term: Term, now: Date): boolean {
  const { plan, currentPeriodEnd, cancelAt } = term;
  if (plan === 'free' || plan === 'svc_internal') return false;
  return (
    (currentPeriodEnd !== null && currentPeriodEnd.getTime() + graceOf(term) < now.getTime()) ||
    (cancelAt !== null && cancelAt < now)
  );
}
