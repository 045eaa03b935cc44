/** The value of a cell, by its look. All take a trimmed value. */
import { digitsOf, GROUPING, splitAmount } from '@/components/csv/amount';
import type { Language } from '@/server/platform/lib/language';

const NOTHING = new Set(['', '-', '–', '—', 'n/a', '#n/a', 'null']);

/** An empty cell, and what people and programs write for one. */
export const isNothing = (value: string): boolean => NOTHING.has(value) || NOTHING.has(value.toLowerCase());

/** Loose on purpose: whether an address is valid is the server's to say. */
export const isEmail = (value: string): boolean =>
  value.includes('@') && /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(value);

/** A phone as people and spreadsheets write it: 8 to 15 digits, a leading apostrophe of Excel let through. */
export function isPhone(value: string): boolean {
  if (value.length > 30 || !/^'?\+?[\d\s().-]+$/.test(value)) return false;
  const digits = value.replace(/\D/g, '').length;
  return digits >= 8 && digits <= 15;
}

/** 6.28E+11: what a spreadsheet makes of a long number. Its digits are lost, so it cannot be turned back. */
export const isScientific = (value: string): boolean => /^\+?\d([.,]\d+)?E\+?\d{1,2}$/i.test(value);

/**
 * A number that means the same to everybody: no leading zeros (those are codes), no grouping, 15 digits at most.
 * `1.250` is a thousand to some and a little over one to others, so it is none.
 */
export const isNumber = (value: string): boolean =>
  /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(value) && !/^-?[1-9]\d{0,2}\.\d{3}$/.test(value);

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A whole number of more digits is a code, such as that of an identity card. */
const MOST_WHOLE_DIGITS = 15;
/** More digits than a number keeps: it would be another one when it is read back. */
const MOST_DIGITS = 17;

/**
 * A number as people write it, with its currency and its grouping: `Rp 150.000,-`, `1.500,5`, `$1,299.00`.
 * @param language of the workspace: whether `1.250` or `1,250` is a thousand and a quarter
 * @returns null where it is none, or cannot be told from another: `1,250` where commas stand before decimals, that
 * could
 *   be a thousand as well
 */
export function readNumber(value: string, language: Language): number | null {
  if (isNumber(value)) return Number(value);
  const [, sign = '', amount = ''] = /^(-?)(.*)$/.exec(value) ?? [];
  // Digits apart are a phone, leading zeros a code.
  if (/\d\s+\d/.test(amount)) return null;
  const { number, written } = splitAmount(amount);
  // Letters beside it that are no currency make it a code or something counted: `SKU123`, `12 pcs`.
  if (written !== null && !CURRENCIES.has(written)) return null;
  const bare = number.replace('$', '');
  const digits = /^'?0\d/.test(bare) ? null : digitsOf(bare, GROUPING[language], written !== 'IDR');
  if (digits === null) return null;
  const [whole, decimals] = digits;
  if (whole.length > MOST_WHOLE_DIGITS || `${whole}${decimals}`.replace(/^0+/, '').length > MOST_DIGITS) return null;
  return Number(`${sign}${whole}.${decimals}`);
}

/**
 * The cell without the apostrophe that makes it harmless in a spreadsheet (write.ts), or that Excel puts before text.
 */
export const withoutApostrophe = (value: string): string =>
  /^'[=+\-@＝＋－＠\t\r\n\d]/.test(value) ? value.slice(1) : value;
