/** The field that a column stands for, by its name alone. */
import { wordsOf } from '@/components/csv/contact-columns';
import type { ColumnSummary } from '@/components/csv/inspect';
import type { RowMapping } from '@/components/csv/row';

/**
 * The guess for every column that is not empty. No field is guessed twice: the more certain name wins, then the first
 * column.
 * @param names of each field in small words, the more certain first
 */
export function guessByName<Field extends string>(
  columns: readonly ColumnSummary[],
  fields: readonly Field[],
  names: Readonly<Record<Field, readonly string[]>>,
): RowMapping<Field> {
  const mapping: RowMapping<Field> = columns.map(() => null);
  const words = columns.map(({ header }) => wordsOf(header));
  for (const field of fields) {
    const ranked = words
      .map((name, at) => ({ at, rank: names[field].indexOf(name) }))
      .filter(({ at, rank }) => rank !== -1 && (columns[at]?.filled ?? 0) > 0)
      .sort((a, b) => a.rank - b.rank || a.at - b.at);
    const best = ranked.find(({ at }) => mapping[at] === null);
    if (best !== undefined) mapping[best.at] = field;
  }
  return mapping;
}
