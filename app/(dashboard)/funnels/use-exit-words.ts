'use client';
import { useTranslations } from 'next-intl';

/** Why somebody left a funnel. Reasons of steps are the merchant's own words. */
export function useExitWords() {
  const t = useTranslations('enrolments.exits');
  return (reason: string): string => (t.has(reason as 'goal') ? t(reason as 'goal') : reason);
}
