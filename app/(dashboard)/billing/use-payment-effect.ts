'use client';
import { useTranslations } from 'next-intl';
import type { PaymentEffect, PaidPlanId } from './overview';
import { useDay } from './use-day';

/** Returns a sentence on what paying an invoice does. */
export function usePaymentEffect(): (effect: PaymentEffect, plan: PaidPlanId) => string {
  const t = useTranslations('billing.effect');
  const plans = useTranslations('shell.plans');
  const day = useDay();
  return (effect, plan) => {
    const facts = { plan: plans(plan), until: day(effect.until) };
    switch (effect.kind) {
      case 'begins':
        return t('begins', facts);
      case 'prolongs':
        return t('prolongs', { ...facts, from: day(effect.from) });
      case 'replaces':
        return effect.endsOn === null
          ? t('endsOpen', { ...facts, ends: plans(effect.ends) })
          : t('ends', { ...facts, ends: plans(effect.ends), endsOn: day(effect.endsOn) });
    }
  };
}
