import type { ReactNode } from 'react';

export interface Column<Row, Sort extends string = never> {
  key: string;
  /** The head; before a figure also in the card. */
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  align?: 'end';
  /** Values of `sort` that this column stands for; the first is chosen by the first click on the head. */
  sort?: { ascending?: Sort; descending?: Sort; first?: 'ascending' | 'descending' };
  /**
   * Its place in a card of two lines: the heading (`title`), beside it (`state`), or the corner of both (`corner`, a
   * menu); all others are facts of the second line, which has room for three. What is `hidden` stands in tables only,
   * what is `only` a fact stands in cards only. Title, state and corner never leave the table.
   */
  card?: 'title' | 'state' | 'corner' | 'hidden' | 'only';
  /** In a card it takes the lines that it needs, such as a reason that tells nothing when it is cut. */
  wraps?: boolean;
  /** The least width in rem, padding included, at which it can be read. */
  width?: number;
  /**
   * The rank of the column where a table has no room for all: the lowest leaves first, of equals the last. 0 unless
   * said.
   */
  priority?: number;
  /** The head is for screen readers only. */
  hideHead?: boolean;
}

/** The state of a column in this table. */
export interface Placed<Row, Sort extends string> extends Column<Row, Sort> {
  /** The width of the table in rem from which on the column is shown; absent: always. */
  from?: number;
  /** The number of the fact on a card's second line. */
  fact?: 1 | 2 | 3;
  isLastFact: boolean;
  /** The least width, as given or usual. */
  width: number;
}

const USUAL = { title: 14, state: 8, corner: 4, figure: 7, other: 9 };
/** Under this width of its frame a table becomes cards; the style sheet says the same. */
const CARDS = 36;
/** The style sheet has a rule for each step of width, up to the widest. */
const STEP = 2;
const WIDEST = 80;
const FACTS = [1, 2, 3] as const;

const isFixed = ({ card }: Pick<Column<never>, 'card'>): boolean =>
  card === 'title' || card === 'state' || card === 'corner';

const widthOf = ({ width, card, align }: Pick<Column<never>, 'width' | 'card' | 'align'>): number => {
  if (width !== undefined) return width;
  if (card === 'title' || card === 'state' || card === 'corner') return USUAL[card];
  return align === 'end' ? USUAL.figure : USUAL.other;
};

/**
 * Says of each column from which width of the table on there is room for it and for all that are more important.
 * @param beside rem that rows need beside their columns
 */
export function placed<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  beside: number,
): Placed<Row, Sort>[] {
  const inTable = columns.filter(({ card }) => card !== 'only');
  let needed = beside + inTable.filter(isFixed).reduce((sum, column) => sum + widthOf(column), 0);
  const from = new Map<string, number>();
  for (const column of inTable
    .filter((each) => !isFixed(each))
    .sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0))) {
    needed += widthOf(column);
    if (needed > CARDS) from.set(column.key, Math.min(WIDEST, Math.ceil(needed / STEP) * STEP));
  }
  const facts = columns.filter((column) => !isFixed(column) && column.card !== 'hidden').slice(0, FACTS.length);
  return columns.map((column) => {
    const fact = FACTS[facts.indexOf(column)];
    return {
      ...column,
      width: widthOf(column),
      isLastFact: column === facts.at(-1),
      ...(from.has(column.key) && { from: from.get(column.key) ?? 0 }),
      ...(fact !== undefined && { fact }),
    };
  });
}
