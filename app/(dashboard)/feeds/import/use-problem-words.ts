'use client';
import { useTranslations } from 'next-intl';
import type { Refusal } from './work';

/** Why a row is refused, in words that name the column's meaning where it is about one. */
export function useProblemWords(): (refusal: Pick<Refusal, 'problem' | 'field'>) => string {
  const t = useTranslations('feeds.import');
  return ({ problem, field }) =>
    problem === 'VALUE'
      ? t('problems.VALUE', { field: field === null ? '–' : t(`fields.${field}`) })
      : t(`problems.${problem}`);
}
