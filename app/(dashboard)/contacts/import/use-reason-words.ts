'use client';
import { useTranslations } from 'next-intl';

/**
 * Why a row is refused, and what helps; a reason that names a field's fault is said as it is.
 * @param isWarning the row goes in all the same
 */
export function useReasonWords(isWarning = false): (reason: string) => { what: string; fix: string | null } {
  const t = useTranslations(isWarning ? 'contacts.import.warnings' : 'contacts.import.reasons');
  return (reason) => {
    const key = reason as 'INVALID_EMAIL';
    if (!t.has(`${key}.what`)) return { what: reason, fix: null };
    return { what: t(`${key}.what`), fix: t(`${key}.fix`) };
  };
}
