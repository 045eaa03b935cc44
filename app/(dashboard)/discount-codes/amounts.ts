/** Amounts as people type them (25.50) and as they are stored (2550): integers in the smallest unit of the currency. */
import { currencyDigits } from '@/server/platform/lib/currency';

/** Checks whether a text may stand for a currency: three letters, as the server wants them. */
export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/** The value of a number field: empty is an empty string. */
export type Typed = number | '';

/** NaN where nothing is typed, which the schema refuses. */
export const toSmallest = (typed: Typed, currency: string): number =>
  typed === '' ? Number.NaN : Math.round(typed * 10 ** currencyDigits(currency));

export const fromSmallest = (amount: number, currency: string): number => amount / 10 ** currencyDigits(currency);

/**
 * Converts the value that a NumberInput reports: a number, or a text when it is empty or longer than a number can be.
 */
export function typedNumber(value: number | string): Typed {
  if (value === '' || value === '-') return '';
  const number = Number(value);
  return Number.isNaN(number) ? '' : number;
}
