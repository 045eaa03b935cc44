'use client';
/** Money, numbers and instants as the person's language writes them. */
import { useLocale, useTimeZone } from 'next-intl';
import { useMemo } from 'react';
import { formatMoney } from '@/server/lib/currency';

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
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
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
    const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone });
    const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const number = new Intl.NumberFormat(locale);
    const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
    const fine = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
    const size = (unit: 'kilobyte' | 'megabyte', maximumFractionDigits: number) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits });
    const [kilobytes, megabytes] = [size('kilobyte', 0), size('megabyte', 1)];
    const { compare } = new Intl.Collator(locale);
    return {
      /** Orders names as the person's language does, on the server as in the browser. */
      compare,
      money: (amount: number, currency: string) => formatMoney(amount, currency, locale),
      number: (value: number) => number.format(value),
      /** “1.2K”, for the axis of a chart. */
      compact: (value: number) => compact.format(value),
      /** Of a ratio: 0.25 is “25%”. */
      percent: (ratio: number) => percent.format(ratio),
      /** Of a small ratio: 0.0031 is “0.31%”. */
      rate: (ratio: number) => fine.format(ratio),
      /** Of a part of a whole: what is there is never 0 %. */
      share: (ratio: number) => (ratio > 0 && ratio < 0.01 ? `<${percent.format(0.01)}` : percent.format(ratio)),
      /** Of a file: “48 kB”, “1.2 MB”. */
      bytes: (value: number) =>
        value < 1_000_000 ? kilobytes.format(Math.max(1, value / 1000)) : megabytes.format(value / 1_000_000),
      dateTime: (instant: string | Date) => dateTime.format(new Date(instant)),
      /** With weekday, seconds and zone. */
      exact: (instant: string | Date) => exact.format(new Date(instant)),
      /** Of a calendar day without a zone, `2026-01-31`. */
      day: (isoDay: string) => day.format(new Date(`${isoDay}T00:00:00Z`)),
      relative: (instant: string | Date, now: Date) => formatRelative(new Date(instant), now, locale),
    };
  }, [locale, timeZone]);
}
