'use client';
/** Money, numbers and instants as the person's language writes them. */
import { useLocale, useTimeZone } from 'next-intl';
import { useMemo } from 'react';

const MINUTE = 60;
const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['week', 7 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];

/** Decimals of a currency as amounts are stored: ISO 4217 gives the rupiah two, but nobody uses them, nor do we (3 §4.6). */
export function currencyDigits(currency: string): number {
  if (currency === 'IDR') return 0;
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** An amount in the smallest unit: 150000 IDR is “Rp150.000” in Indonesian and “IDR 150,000” in English. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const digits = currencyDigits(currency);
  const value = amount / 10 ** digits;
  try {
    const parts = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).formatToParts(value);
    // Indonesian spelling sets “Rp” right before the figure; Intl leaves a space.
    return parts
      .filter((part, at) => !(locale === 'id' && part.type === 'literal' && parts[at - 1]?.value === 'Rp'))
      .map((part) => part.value)
      .join('');
  } catch {
    return `${currency} ${new Intl.NumberFormat(locale).format(value)}`;
  }
}

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
    return {
      money: (amount: number, currency: string) => formatMoney(amount, currency, locale),
      number: (value: number) => number.format(value),
      /** “1.2K”, for the axis of a chart. */
      compact: (value: number) => compact.format(value),
      /** Of a ratio: 0.25 is “25%”. */
      percent: (ratio: number) => percent.format(ratio),
      dateTime: (instant: string | Date) => dateTime.format(new Date(instant)),
      /** With weekday, seconds and zone. */
      exact: (instant: string | Date) => exact.format(new Date(instant)),
      /** Of a calendar day without a zone, `2026-01-31`. */
      day: (isoDay: string) => day.format(new Date(`${isoDay}T00:00:00Z`)),
      relative: (instant: string | Date, now: Date) => formatRelative(new Date(instant), now, locale),
    };
  }, [locale, timeZone]);
}
