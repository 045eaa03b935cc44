'use client';
import { useTranslations } from 'next-intl';

/** Why a row is refused, and what helps; a reason that names a field's fault is said as it is. */
export function useReasonWords(): (reason: string) => { what: string; fix: string | null } {
  const t = useTranslations('contacts.import.reasons');
  return (reason) => {
    const key = reason as 'PLAN_LIMIT';
    if (!t.has(`${key}.what`)) return { what: reason, fix: null };
    return { what: t(`${key}.what`), fix: t(`${key}.fix`) };
  };
}
