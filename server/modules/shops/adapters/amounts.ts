/** Amounts and texts as shops write them, as ours are kept. */
import { clipped } from '@/server/platform/lib/text';
import sanitize from 'sanitize-html';
import { currencyDigits } from '@/server/platform/lib/currency';

/**
 * A decimal as shops write it, in a text or as a JSON number: PHP writes a quotient with up to 17 digits, small ones as
 * 1.0e-5.
 */
const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{0,60}))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * A decimal amount of major units in units of 10^-digits, exactly; half a unit is rounded away from zero.
 * @returns below zero for what is; null where it is no amount, or is larger than a number can hold
 */
export function scaled(amount: unknown, digits: number): number | null {
  const text = typeof amount === 'number' ? String(amount) : amount;
  if (typeof text !== 'string') return null;
  const [, sign = '', whole, fraction = '', exponent = '0'] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  // The point moves by the exponent and by the currency's decimals: what is left of it are units.
  const shift = digits + Number(exponent) - fraction.length;
  const all = BigInt(whole + fraction);
  const units = shift >= 0 ? all * 10n ** BigInt(shift) : halfUp(all, 10n ** BigInt(-shift));
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return units === 0n ? 0 : Number(sign === '-' ? -units : units);
}

const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

const isAbsent = (amount: unknown): boolean => amount === undefined || amount === null || amount === '';

/**
 * Converts amounts of orders, checkouts and codes: the smallest unit by ISO 4217's decimals, the rupiah without any.
 * @returns null where nothing is told, or less than nothing. NaN of what cannot be read: no schema takes it, so the row
 * is
 *   refused (server/modules/shops/adapters/parsed-rows.ts), and nothing unreadable becomes free
 */
export function smallestUnits(amount: unknown, currency: string): number | null {
  if (isAbsent(amount)) return null;
  const units = scaled(amount, currencyDigits(currency)) ?? Number.NaN;
  return units < 0 ? null : units;
}

/**
 * Converts prices of products (docs/contract/feeds.md#mirrored-products): rupiah whole, every other currency in
 * hundredths.
 * @returns null where it is no price
 */
export function productUnits(amount: unknown, currency: string): number | null {
  const units = scaled(amount, currency === 'IDR' ? 0 : 2);
  return units === null || units < 0 ? null : units;
}

/** An amount in the smallest unit as the decimal of major ones that shops write: exact, whatever its size. */
export function decimalOf(units: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(units).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

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
