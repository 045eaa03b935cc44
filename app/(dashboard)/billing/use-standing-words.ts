'use client';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/ui/format';
import { hasLapsed, offerOf, type Overview } from './overview';
import { useDay } from './use-day';

interface StandingWords {
  /** The plan, what is enforced, and what happens when: one or two sentences. */
  sentence: string;
  state: { kind: 'on' | 'off' | 'waiting' | 'failed'; words: string };
}

const KINDS = {
  active: 'on',
  canceling: 'waiting',
  canceled: 'off',
  past_due: 'failed',
  incomplete: 'failed',
} as const;

export function useStandingWords(overview: Overview): StandingWords {
  const t = useTranslations('billing.standing');
  const plans = useTranslations('shell.plans');
  const format = useFormat();
  const day = useDay();
  const { subscription, effectivePlan, payment, payable } = overview;
  const { status, currentPeriodEnd } = subscription;
  const offer = offerOf(overview, subscription.plan);
  const due = payable.find(({ kind, checkoutUrl }) => kind === 'renewal' && checkoutUrl !== null);
  const price =
    payment === null || offer === undefined ? '' : format.money(offer.prices[payment.currency], payment.currency);
  const facts = {
    plan: plans(subscription.plan),
    effective: plans(effectivePlan),
    end: currentPeriodEnd === null ? '' : day(currentPeriodEnd),
    price,
  };
  const state = { kind: KINDS[status], words: t(`status.${status}`) };
  if (subscription.plan === 'svc_internal') return { sentence: t('internal'), state };
  if (hasLapsed(overview))
    return { sentence: t('lapsed', facts), state: { kind: 'failed', words: t('status.lapsed') } };
  if (subscription.plan === 'free')
    return { sentence: t(status === 'incomplete' ? 'incomplete' : status === 'canceled' ? 'canceled' : 'free'), state };
  if (status === 'canceling') return { sentence: t('canceling', facts), state };
  if (status === 'past_due')
    return {
      sentence: t(
        due !== undefined ? 'pastDue' : payment?.provider === 'paypal' ? 'pastDuePaypal' : 'pastDueClosed',
        facts,
      ),
      state,
    };
  if (payment === null) return { sentence: t(currentPeriodEnd === null ? 'grantedOpen' : 'granted', facts), state };
  if (due !== undefined)
    return { sentence: t('renewalOpen', facts), state: { kind: 'waiting', words: t('status.due') } };
  return { sentence: t(`active.${payment.provider}`, facts), state };
}
