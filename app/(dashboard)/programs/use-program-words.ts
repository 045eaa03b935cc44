'use client';
import { useTranslations } from 'next-intl';
import type { Program } from '@/app/(dashboard)/collaborations/creator';
import { useFormat } from '@/components/ui/format';

/** Returns words for what a program pays and gives. */
export function useProgramWords() {
  const t = useTranslations('creators.programs.words');
  const format = useFormat();
  return {
    /** Empty while nothing is said. */
    pays: ({ commission }: Pick<Program, 'commission'>): string => {
      if (commission === null) return '';
      const each =
        commission.type === 'fixed'
          ? t('each', { amount: format.money(commission.amount ?? 0, commission.currency ?? '') })
          : t('percent', { percent: format.percent((commission.rate ?? 0) / 10_000) });
      return commission.maxPerOrder === null
        ? each
        : t('capped', { each, amount: format.money(commission.maxPerOrder, commission.currency ?? 'IDR') });
    },
  };
}
