import type { useTranslations } from 'next-intl';

type Words = ReturnType<typeof useTranslations<'funnels'>>;

/** Why somebody left. Reasons of steps are the merchant's own words. */
export const exitWords = (t: Words, reason: string): string =>
  t.has(`exitReasons.${reason}` as 'exitReasons.goal') ? t(`exitReasons.${reason}` as 'exitReasons.goal') : reason;

/** Why a message was not made or did not leave. */
export const skipWords = (t: Words, reason: string): string =>
  t.has(`skips.${reason}` as 'skips.NO_CHANNEL') ? t(`skips.${reason}` as 'skips.NO_CHANNEL') : reason;
