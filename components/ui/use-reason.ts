'use client';
import { useTranslations } from 'next-intl';

/**
 * The reason of a message that did not arrive, for people: codes of ours in the reader's language, a vendor's words as
 * they are.
 */
export function useReason(): (reason: string) => string {
  const t = useTranslations('ui');
  return (reason) => (reason === 'SAME_ADDRESS' ? t('sameAddress') : reason);
}
