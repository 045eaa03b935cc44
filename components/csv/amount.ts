/** Amounts as people and shops write them: the currency beside the number, and what points and commas mean in it. */
import type { Language } from '@/server/lib/language';

/** Longer ones first: S$ is no $. */
const SYMBOLS: readonly (readonly [symbol: string, currency: string])[] = [
  ['S$', 'SGD'],
  ['Rp', 'IDR'],
  ['RM', 'MYR'],
  ['€', 'EUR'],
  ['£', 'GBP'],
];

/** What stands between thousands; the other of the two stands before decimals. */
export const GROUPING: Record<Language, '.' | ','> = { en: ',', id: '.' };

/** The currency that is written with a number, and the number alone. */
export function splitAmount(text: string): { number: string; written: string | null } {
  const bare = text.replace(/[\s\u00a0\u202f]+/g, '');
  for (const [symbol, currency] of SYMBOLS) {
    const at = bare.toLowerCase().indexOf(symbol.toLowerCase());
    if (at !== -1 && !/^[a-z]{3}|[a-z]{3}$/i.test(bare))
      return { number: bare.slice(0, at) + bare.slice(at + symbol.length), written: currency };
  }
  const code = /^[a-z]{3}|[a-z]{3}$/i.exec(bare)?.[0];
  return code === undefined
    ? { number: bare, written: null }
    : { number: bare.replace(code, ''), written: code.toUpperCase() };
}

/**
 * Whole units and the digits of decimals; null where it cannot be told what a point or comma means.
 * @param grouping what the language has between thousands
 */
export function digitsOf(
  number: string,
  grouping: '.' | ',',
  hasDecimals: boolean,
): [whole: string, decimals: string] | null {
  // “150.000,-” is how Indonesian shops write an even amount; “Rp. 5” has a point that belongs to the word.
  const text = number.replace(/^\./, '').replace(/,-+$/, '').replaceAll("'", '');
  if (!/^\d+(?:[.,]\d+)*$/.test(text)) return null;
  const [, before = '', mark, after = ''] = /^(.*)([.,])(\d+)$/.exec(text) ?? [];
  if (mark === undefined) return [text, ''];
  const isAlone = !/[.,]/.test(before);
  const isGrouped = (part: string, by: string): boolean =>
    part.split(by).every((piece, at) => /^\d+$/.test(piece) && (at === 0 ? piece.length <= 3 : piece.length === 3));
  if (!isAlone && before.includes(mark)) return isGrouped(text, mark) ? [text.replaceAll(mark, ''), ''] : null;
  if (isAlone && after.length === 3)
    return (mark === grouping || !hasDecimals) && isGrouped(text, mark) ? [before + after, ''] : null;
  const other = mark === '.' ? ',' : '.';
  if (after.length > 2 || !(isAlone || isGrouped(before, other))) return null;
  return [before.replaceAll(other, ''), after];
}
