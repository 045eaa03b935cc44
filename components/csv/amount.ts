/** Amounts as people and shops write them: the currency beside the number, and what points and commas mean in it. */
import type { Language } from '@/server/platform/lib/language';

/** Longer ones first: S$ is no $. */
const SYMBOLS: readonly (readonly [symbol: string, currency: string])[] = [
  ['S$', 'SGD'],
  ['Rp', 'IDR'],
  ['RM', 'MYR'],
  ['€', 'EUR'],
  ['£', 'GBP'],
];

type Mark = '.' | ',';

/** The mark between thousands; the other of the two stands before decimals. */
export const GROUPING: Record<Language, Mark> = { en: ',', id: '.' };

/** “Rp. 5” has a point that belongs to the word. */
const POINT_OF_WORD = /^\./;

/** The currency that is written with a number, and the number alone. */
export function splitAmount(text: string): { number: string; written: string | null } {
  const bare = text.replace(/[\s\u00a0\u202f]+/g, '');
  for (const [symbol, currency] of SYMBOLS) {
    const at = bare.toLowerCase().indexOf(symbol.toLowerCase());
    if (at !== -1 && !/^[a-z]{3}|[a-z]{3}$/i.test(bare))
      return {
        number: (bare.slice(0, at) + bare.slice(at + symbol.length)).replace(POINT_OF_WORD, ''),
        written: currency,
      };
  }
  const code = /^[a-z]{3}|[a-z]{3}$/i.exec(bare)?.[0];
  return code === undefined
    ? { number: bare, written: null }
    : { number: bare.replace(code, '').replace(POINT_OF_WORD, ''), written: code.toUpperCase() };
}

/**
 * A number with one mark between its thousands and the other before its decimals. A group of thousands never begins
 * with 0.
 */
const WRITTEN: Record<Mark, RegExp> = {
  '.': /^(0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/,
  ',': /^(0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/,
};

/**
 * Whole units and the digits of decimals. The number itself says in most cases what its points and commas mean:
 * `0,125`, `1,2345` and `1.500,25` can be read in one way only. The language decides where there are two: `1,250`.
 * @param grouping what the language has between thousands
 * @param hasDecimals false for a currency without decimals: of two readings only the one of thousands can be meant
 * @returns null for what is no number, and for one of two readings that the language would read with decimals
 */
export function digitsOf(
  number: string,
  grouping: Mark,
  hasDecimals: boolean,
): [whole: string, decimals: string] | null {
  // “150.000,-” is how Indonesian shops write an even amount; the Swiss write 1'250.
  const text = number.replace(/,-+$/, '').replace(/(\d)'(?=\d{3})/g, '$1');
  if (/^\d+$/.test(text)) return [text, ''];
  const read = (by: Mark): [whole: string, decimals: string] | null => {
    const [, whole, decimals = ''] = WRITTEN[by].exec(text) ?? [];
    return whole === undefined ? null : [whole.replaceAll(by, ''), decimals];
  };
  const other = grouping === '.' ? ',' : '.';
  const [usual, unusual] = [read(grouping), read(other)];
  if (usual === null || unusual === null) return usual ?? unusual;
  if (usual[1] === '') return usual;
  return hasDecimals ? null : unusual;
}
