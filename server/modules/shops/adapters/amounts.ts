/** Amounts and texts as shops write them, converted to the forms that we store. */
import { clipped } from '@/server/platform/lib/text';
import sanitize from 'sanitize-html';
import { currencyDigits } from '@/server/platform/lib/currency';

/**
 * A decimal number as shops write it, as text or JSON number: PHP writes a quotient with up to 17 digits, and small
 * numbers as 1.0e-5.
 */
const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{0,60}))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * Converts a decimal amount of major units into units of 10^-digits, exactly; half a unit is rounded away from zero.
 * @returns a negative number for a negative amount; null for no amount, or one that is larger than a number can hold
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
 * Converts amounts of orders, checkouts and codes into the smallest unit: ISO 4217's decimals, the rupiah without any.
 * @returns null when the shop sends no amount, or a negative one. NaN for an unreadable amount: no schema accepts NaN,
 * so the row is refused (server/modules/shops/adapters/parsed-rows.ts), and nothing unreadable becomes free
 */
export function smallestUnits(amount: unknown, currency: string): number | null {
  if (isAbsent(amount)) return null;
  const units = scaled(amount, currencyDigits(currency)) ?? Number.NaN;
  return units < 0 ? null : units;
}

/**
 * Converts prices of products (docs/contract/feeds.md#mirrored-products): rupiah whole, every other currency in
 * hundredths.
 * @returns null for a value that is no price
 */
export function productUnits(amount: unknown, currency: string): number | null {
  const units = scaled(amount, currency === 'IDR' ? 0 : 2);
  return units === null || units < 0 ? null : units;
}

/** Writes an amount of the smallest unit as a decimal of major units, as shops do: exact, whatever its size. */
export function decimalOf(units: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(units).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Removes the markup of a description: block elements end a line, and their text stays. */
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
