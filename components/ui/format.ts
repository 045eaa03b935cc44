'use client';
/** Money, numbers and instants as the person's language writes them. */
import { useLocale, useTimeZone } from 'next-intl';
import { useMemo } from 'react';
import { formatMoney } from '@/server/platform/lib/currency';
import { collator, dateTimeFormat, numberFormat, relativeTimeFormat } from '@/server/platform/lib/formats';

const MINUTE = 60;
const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['week', 7 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];

/** “3 minutes ago”, “tomorrow”; under a minute “now”. */
export function formatRelative(instant: Date, now: Date, locale: string): string {
  const seconds = (instant.getTime() - now.getTime()) / 1000;
  const format = relativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
}

/** The functions above, bound to the person's language and the workspace's time zone. */
export function useFormat() {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return useMemo(() => {
    const date = (options: Intl.DateTimeFormatOptions, at: string | Date) =>
      dateTimeFormat(locale, options).format(new Date(at));
    const number = (value: number, options?: Intl.NumberFormatOptions) => numberFormat(locale, options).format(value);
    const percent = (ratio: number, maximumFractionDigits = 0) =>
      number(ratio, { style: 'percent', maximumFractionDigits });
    const size = (value: number, unit: 'kilobyte' | 'megabyte', maximumFractionDigits: number) =>
      number(value, { style: 'unit', unit, maximumFractionDigits });
    return {
      /** Orders names as the person's language does, on the server as in the browser. */
      compare: collator(locale).compare,
      money: (amount: number, currency: string) => formatMoney(amount, currency, locale),
      number: (value: number) => number(value),
      /** “1.2K”, for the axis of a chart. */
      compact: (value: number) => number(value, { notation: 'compact', maximumFractionDigits: 1 }),
      /** Formats a ratio: 0.25 is “25%”. */
      percent: (ratio: number) => percent(ratio),
      /** Formats a small ratio: 0.0031 is “0.31%”. */
      rate: (ratio: number) => percent(ratio, 2),
      /** Formats a part of a whole: what is there is never 0 %. */
      share: (ratio: number) => (ratio > 0 && ratio < 0.01 ? `<${percent(0.01)}` : percent(ratio)),
      /** Formats the size of a file: “48 kB”, “1.2 MB”. */
      bytes: (value: number) =>
        value < 1_000_000 ? size(Math.max(1, value / 1000), 'kilobyte', 0) : size(value / 1_000_000, 'megabyte', 1),
      dateTime: (instant: string | Date) => date({ dateStyle: 'medium', timeStyle: 'short', timeZone }, instant),
      /** With weekday, seconds and zone. */
      exact: (instant: string | Date) => date({ dateStyle: 'full', timeStyle: 'long', timeZone }, instant),
      /** Formats a calendar day without a zone, `2026-01-31`. */
      day: (isoDay: string) => date({ day: 'numeric', month: 'short', timeZone: 'UTC' }, `${isoDay}T00:00:00Z`),
      relative: (instant: string | Date, now: Date) => formatRelative(new Date(instant), now, locale),
    };
  }, [locale, timeZone]);
}
