'use client';
import { DAY_MS } from '@/server/platform/lib/durations';
import { useLocale } from 'next-intl';
import { useMemo } from 'react';
import { dateTimeFormat } from '@/server/platform/lib/formats';

/** 5 January 1970 was a Monday. */
const MONDAY_MS = Date.UTC(1970, 0, 5);
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Names of days, 1 (Monday) to 7, as the person's language has them. */
export function useWeekdays(): { short: (day: number) => string; long: (day: number) => string } {
  const locale = useLocale();
  return useMemo(() => {
    const of = (weekday: 'short' | 'long') => {
      const format = dateTimeFormat(locale, { weekday, timeZone: 'UTC' });
      return (day: number) => format.format(MONDAY_MS + (day - 1) * DAY_MS);
    };
    return { short: of('short'), long: of('long') };
  }, [locale]);
}
