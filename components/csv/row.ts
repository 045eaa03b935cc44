/** The result of reading a row of a file: a thing that can be written, or the reason why it is none. */
export type RowRead<Item extends object, Field extends string, Problem extends string> =
  | { item: Item; problem: null }
  /** `field`: what is wrong, where it is one column. */
  | { item: null; problem: Problem; field: Field | null };

/** One for each column, in the order of the file; null: it is not imported. */
export type RowMapping<Field extends string> = (Field | null)[];
