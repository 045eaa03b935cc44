'use client';
/** The effect of a code, in the words of a shopkeeper. */
import { useFormatter, useTranslations, type DateTimeFormatOptions } from 'next-intl';
import { useMemo } from 'react';
import { useFormat } from '@/components/ui/format';
import type { Code } from './code';

/** Returns the format of a day in a list: with its year only when that is not the present one. */
export function dayStyle(...instants: string[]): DateTimeFormatOptions {
  const present = new Date().getFullYear();
  const elsewhen = instants.some((instant) => new Date(instant).getFullYear() !== present);
  return { day: 'numeric', month: 'short', year: elsewhen ? 'numeric' : undefined };
}

export function useCodeWords() {
  const t = useTranslations('discountCodes');
  const format = useFormat();
  const { dateTime, dateTimeRange } = useFormatter();
  return useMemo(
    () => ({
      /** “25% off”, “Free shipping up to Rp20.000”. */
      gives({ type, value, currency }: Pick<Code, 'type' | 'value' | 'currency'>): string {
        if (type === 'shipping_percent' && value === 100) return t('gives.shipping_free');
        return type === 'percent' || type === 'shipping_percent'
          ? t(`gives.${type}`, { percent: format.percent(value / 100) })
          : t(`gives.${type}`, { amount: format.money(value, currency) });
      },

      /** “on 2 products, from Rp150.000”; empty when the code applies to every cart. */
      terms({
        scope,
        productIds,
        tagFilter,
        minPurchaseAmount,
        currency,
      }: Pick<Code, 'scope' | 'productIds' | 'tagFilter' | 'minPurchaseAmount' | 'currency'>): string {
        const parts: string[] = [];
        if (scope === 'products') parts.push(t('terms.products', { count: productIds.length }));
        if (scope === 'tags') parts.push(t('terms.tags', { first: tagFilter[0] ?? '', more: tagFilter.length - 1 }));
        if (minPurchaseAmount !== null && minPurchaseAmount > 0)
          parts.push(t('terms.from', { amount: format.money(minPurchaseAmount, currency) }));
        return parts.join(', ');
      },

      /** “11 – 13 Nov 2026”, “Until 5 Dec 2026”, “Always”. */
      window({ startsAt, expiresAt }: Pick<Code, 'startsAt' | 'expiresAt'>): string {
        if (startsAt !== null && expiresAt !== null)
          return dateTimeRange(new Date(startsAt), new Date(expiresAt), dayStyle(startsAt, expiresAt));
        if (startsAt !== null) return t('window.from', { start: dateTime(new Date(startsAt), dayStyle(startsAt)) });
        return expiresAt === null
          ? t('window.always')
          : t('window.until', { end: dateTime(new Date(expiresAt), dayStyle(expiresAt)) });
      },
    }),
    [format, dateTime, dateTimeRange, t],
  );
}
