/** Calendar days as people, spreadsheets and other services write them. */

/** The part that comes first in 03/04/1990. */
export const DAY_ORDERS = ['dmy', 'mdy'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

const MONTHS =
  'jan(?:uari|uary)?|feb(?:ruari|ruary)?|mar(?:et|ch)?|apr(?:il)?|mei|may|jun[ie]?|jul[iy]?|agu(?:st(?:us)?|s)?|aug(?:ust)?|sep(?:t|tember)?|o[ck]t(?:ober)?|no[vp](?:ember)?|des(?:ember)?|dec(?:ember)?';
/** By the first three letters. */
const MONTH_OF: Readonly<Record<string, number>> = {
  ...{ jan: 1, feb: 2, mar: 3, apr: 4, mei: 5, may: 5, jun: 6, jul: 7, agu: 8, aug: 8, sep: 9 },
  ...{ oct: 10, okt: 10, nov: 11, nop: 11, dec: 12, des: 12 },
};

const YEAR_FIRST = /^(\d{4})([-/.])(\d\d?)\2(\d\d?)(?:[T ].*)?$/;
const YEAR_LAST = /^(\d\d?)([-/. ])(\d\d?)\2(\d{4}|\d\d)(?:[ ,T]+\d\d?[:.]\d\d.*)?$/;
const NO_YEAR = /^(?:--)?(\d\d?)[-/](\d\d?)$/;
const DAY_WORD = new RegExp(String.raw`^(\d\d?)[ -](${MONTHS})\.?(?:[ ,-]+(\d{4}))?$`, 'i');
const WORD_DAY = new RegExp(String.raw`^(${MONTHS})\.? (\d\d?)(?:,? (\d{4}))?$`, 'i');

/** Two digits of a year, as spreadsheets read them: 30 and more are of the last century. */
const CENTURY_FROM = 30;

interface Parts {
  year: number | null;
  month: number;
  day: number;
}

function written({ year, month, day }: Parts): string | null {
  // Without a year 29 February may be meant.
  const lastDay = month >= 1 && month <= 12 ? new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate() : 0;
  if (day < 1 || day > lastDay || (year !== null && year < 1)) return null;
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${year === null ? '-' : String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

const yearOf = (digits: string | undefined): number | null => {
  if (digits === undefined) return null;
  const year = Number(digits);
  return digits.length === 4 ? year : year + (year < CENTURY_FROM ? 2000 : 1900);
};

/** The two numbers whose order is open, with the year that stands behind them. */
function openParts(text: string): { one: number; other: number; year: number | null } | null {
  const last = YEAR_LAST.exec(text);
  if (last !== null) return { one: Number(last[1]), other: Number(last[3]), year: yearOf(last[4]) };
  const none = NO_YEAR.exec(text);
  return none === null ? null : { one: Number(none[1]), other: Number(none[2]), year: null };
}

/** Returns the order of day and month that a date itself shows; null where it may be either, or says nothing. */
export function orderIn(text: string): DayOrder | null {
  // ISO 8601's own form without a year.
  if (text.startsWith('--')) return null;
  const parts = openParts(text);
  if (parts === null || parts.one === parts.other) return null;
  if (parts.one > 12 && parts.other <= 12) return 'dmy';
  return parts.other > 12 && parts.one <= 12 ? 'mdy' : null;
}

/** Checks whether nothing but an order can tell what a date means. */
export const isOpen = (text: string): boolean => {
  const parts = text.startsWith('--') ? null : openParts(text);
  return parts !== null && parts.one !== parts.other && parts.one <= 12 && parts.other <= 12;
};

/**
 * A day as ISO 8601: `1990-11-29`, and of one without a year `--11-29`.
 * @param text trimmed: `29/11/1990`, `11-29`, `29 November 1990`, `Nov 29, 1990`, `1990-11-29`
 * @param order of day and month where the date does not say it
 * @returns null for what is no day, or for one of two days where there is no order
 */
export function readDay(text: string, order: DayOrder | null): string | null {
  const first = YEAR_FIRST.exec(text);
  if (first !== null) return written({ year: Number(first[1]), month: Number(first[3]), day: Number(first[4]) });
  const monthOf = (word = ''): number => MONTH_OF[word.slice(0, 3).toLowerCase()] ?? 0;
  const dayWord = DAY_WORD.exec(text);
  if (dayWord !== null)
    return written({ year: yearOf(dayWord[3]), month: monthOf(dayWord[2]), day: Number(dayWord[1]) });
  const wordDay = WORD_DAY.exec(text);
  if (wordDay !== null)
    return written({ year: yearOf(wordDay[3]), month: monthOf(wordDay[1]), day: Number(wordDay[2]) });
  const parts = openParts(text);
  if (parts === null) return null;
  const { one, other, year } = parts;
  const dayOrder = text.startsWith('--') ? 'mdy' : (orderIn(text) ?? (one === other ? 'mdy' : order));
  if (dayOrder === null) return null;
  return written(dayOrder === 'dmy' ? { year, month: other, day: one } : { year, month: one, day: other });
}
