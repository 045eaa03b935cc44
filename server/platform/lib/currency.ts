/** The number of decimals of a currency, and amounts as a language writes them: in the dashboard and in e-mails. */
import { numberFormat } from '@/server/platform/lib/formats';

/**
 * Returns the decimals between the smallest unit, which amounts are stored in, and the major unit. The rupiah has none
 * here: nobody uses the two that ISO 4217 gives it (docs/contract/feeds.md#feed).
 */
export function currencyDigits(currency: string): number {
  if (currency === 'IDR') return 0;
  try {
    return numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Converts an amount from the smallest unit to major units: 12345 USD is 123.45, 150000 IDR is 150000. */
export function majorUnits(amount: number, currency: string): number {
  const digits = currencyDigits(currency);
  return digits === 0 ? amount : Number(`${amount}e-${digits}`);
}

/**
 * Formats an amount of the smallest unit: 150000 IDR is “Rp150.000” in Indonesian and “IDR 150,000” in English.
 * @param digits decimals between the unit of `amount` and the major one, if not the currency's own
 */
export function formatMoney(
  amount: number,
  currency: string,
  locale: string,
  digits = currencyDigits(currency),
): string {
  const value = amount / 10 ** digits;
  try {
    const parts = numberFormat(locale, {
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
    return `${currency} ${numberFormat(locale).format(value)}`;
  }
}
