'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';

const DAY = 24;

/** “4 hours”, “2 days”. */
export function useDelayWords(): (hours: number) => string {
  const t = useTranslations('abandonedCart.delay');
  return useCallback(
    (hours) => (hours >= DAY && hours % DAY === 0 ? t('days', { count: hours / DAY }) : t('hours', { count: hours })),
    [t],
  );
}
