/** A kind of thing that files bring and this tab writes: products, codes. What differs between them stands here. */
import type { ReactNode } from 'react';
import type { ColumnSummary } from '@/components/csv/inspect';
import type { RowMapping, RowRead } from '@/components/csv/row';

/** The figures of what the file would do, or did. A thing that stands twice counts once as new, and then as known. */
export interface RowFigures {
  created: number;
  /** Here already. */
  known: number;
}

export interface RowKind<Item extends object, Field extends string, Problem extends string> {
  fields: readonly Field[];
  guess: (columns: readonly ColumnSummary[]) => RowMapping<Field>;
  /** Checks whether the mapping says enough; otherwise every row would be refused. */
  isUsable: (mapping: RowMapping<Field>) => boolean;
  read: (cells: readonly string[], mapping: RowMapping<Field>) => RowRead<Item, Field, Problem>;
  /** Returns the key that tells one thing from another. */
  keyOf: (item: Item) => string;
  /** Counts how many of these are here. At most PIECE (work.ts) a call. */
  countKnown: (keys: string[], signal: AbortSignal) => Promise<number>;
  /** Writes them. Sent again, it does no more than once. */
  write: (items: Item[], signal: AbortSignal) => Promise<RowFigures>;
  /**
   * Returns the number of things that a file with these figures writes: whether what is known is replaced, or left
   * alone.
   */
  writes: (figures: RowFigures) => number;
  /** Called when something was written, also before a failure. */
  onWritten: () => void;
  /** A thing as the list of the first ones shows it. */
  show: (item: Item) => ReactNode;
  words: RowWords<Field, Problem>;
}

interface RowWords<Field extends string, Problem extends string> {
  title: string;
  lead: string;
  dropHelp: string;
  back: { href: string; label: string };
  /** Over the first of them. */
  first: string;
  field: (field: Field) => string;
  /** The message on what the mapping has to say. */
  unusable: string;
  problem: (problem: Problem, field: Field | null) => string;
  wouldBeKnown: string;
  wasKnown: string;
  /** The message on what becomes of the things that are here already. */
  known: string;
  /** On the button that writes so many. */
  write: (count: number) => string;
  /** To where they are. */
  see: string;
}
