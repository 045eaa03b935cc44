import type { useTranslations } from 'next-intl';

type Words = ReturnType<typeof useTranslations<'funnels'>>;

/** Why a message was not made or did not leave. */
export const skipWords = (t: Words, reason: string): string =>
  t.has(`skips.${reason}` as 'skips.NO_CHANNEL') ? t(`skips.${reason}` as 'skips.NO_CHANNEL') : reason;
