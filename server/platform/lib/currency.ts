/** The number of decimals of a currency, and amounts as a language writes them: in the dashboard and in e-mails. */
import { numberFormat } from '@/server/platform/lib/formats';

/**
 * Decimals between the smallest unit, as amounts are stored, and the major one. Nobody uses the two that ISO 4217 gives
 * the rupiah, nor do we (docs/contract/feeds.md#feed).
 */
export function currencyDigits(currency: string): number {
  if (currency === 'IDR') return 0;
  try {
    return numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** An amount in the smallest unit as a number of major ones: 12345 USD is 123.45, 150000 IDR is 150000. */
export function majorUnits(amount: number, currency: string): number {
  const digits = currencyDigits(currency);
  return digits === 0 ? amount : Number(`${amount}e-${digits}`);
}

/**
 * An amount in the smallest unit: 150000 IDR is “Rp150.000” in Indonesian and “IDR 150,000” in English.
 * @param digits decimals between the unit of `amount` and the major one, where it is not the currency's own
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
