/** Amounts and texts as shops write them, as ours are kept. */
import { clipped } from '@/server/lib/text';
import sanitize from 'sanitize-html';
import { currencyDigits } from '@/server/lib/currency';

const DECIMAL = /^(-?)(\d{1,16})(?:\.(\d{0,12}))?$/;

/**
 * A decimal amount of major units in units of 10^-digits, exactly; half a unit is rounded away from zero.
 * @returns null where it is no amount, is below zero, or is larger than a number can hold
 */
export function scaled(amount: unknown, digits: number): number | null {
  const text = typeof amount === 'number' ? String(amount) : amount;
  if (typeof text !== 'string') return null;
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const kept = fraction.slice(0, digits).padEnd(digits, '0');
  const units = BigInt(whole + kept) + ((fraction[digits] ?? '0') >= '5' ? 1n : 0n);
  if ((sign === '-' && units !== 0n) || units > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return Number(units);
}

/** Of orders, checkouts and codes: the smallest unit by ISO 4217's decimals, the rupiah without any. */
export const smallestUnits = (amount: unknown, currency: string): number | null =>
  scaled(amount, currencyDigits(currency));

/** Of products (docs/contract/feeds.md#mirrored-products): rupiah whole, every other currency in hundredths. */
export const productUnits = (amount: unknown, currency: string): number | null =>
  scaled(amount, currency === 'IDR' ? 0 : 2);

/** A description without its markup: block elements end a line, and what is between tags alone is text. */
export function plainText(html: string, units: number): string {
  const marked = html.replaceAll(/<(?:br|\/p|\/li|\/div|\/h[1-6]|\/tr)\b[^<>]{0,200}>/gi, '$&\n');
  const text = sanitize(marked, { allowedTags: [], allowedAttributes: {}, textFilter: (part) => part });
  const unescaped = text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
  const lines = unescaped.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  return clipped(
    lines
      .filter((line, at) => line !== '' || (lines[at - 1] ?? '') !== '')
      .join('\n')
      .trim(),
    units,
  );
}

/** Trimmed and clipped text; null where there is none. */
export function textOr(value: unknown, units: number): string | null {
  if (typeof value !== 'string') return null;
  const trimmed = clipped(value.trim(), units);
  return trimmed === '' ? null : trimmed;
}
