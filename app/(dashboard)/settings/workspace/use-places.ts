'use client';
import { useLocale } from 'next-intl';
import { useMemo } from 'react';
import { collator, dateTimeFormat } from '@/server/lib/formats';
import { COUNTRIES, CURRENCIES } from '@/server/resources/accounts/workspace-schema';

interface Option {
  value: string;
  label: string;
}

/** Countries, currencies and time zones in the language of the page; what is chosen is always among them. */
export function usePlaces(chosen: { timeZone: string; country: string; currency: string }): {
  countries: Option[];
  currencies: Option[];
  zones: Option[];
} {
  const locale = useLocale();
  const { timeZone } = chosen;
  const countries = useMemo(
    () => named(COUNTRIES, new Intl.DisplayNames(locale, { type: 'region' })).sort(byLabel(locale)),
    [locale],
  );
  const currencies = useMemo(
    () =>
      named(CURRENCIES, new Intl.DisplayNames(locale, { type: 'currency' })).map(({ value, label }) => ({
        value,
        label: value === label ? value : `${value} · ${label}`,
      })),
    [locale],
  );
  const zones = useMemo(() => {
    const names = new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')]);
    return [...names].sort().map((value) => ({ value, label: `${value.replaceAll('_', ' ')} · ${offsetOf(value)}` }));
  }, [timeZone]);
  return { countries, currencies, zones };
}

const named = (codes: readonly string[], names: Intl.DisplayNames): Option[] =>
  codes.map((value) => ({ value, label: names.of(value) ?? value }));

const byLabel = (locale: string) => {
  const { compare } = collator(locale);
  return (a: Option, b: Option): number => compare(a.label, b.label);
};

/** “GMT+7”, as it is today. */
const offsetOf = (timeZone: string): string =>
  dateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';
