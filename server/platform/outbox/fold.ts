/** Folds the steps of one transaction on a row into one change, from the first row to the last. Pure. */
import type { AnyTableEvents, RowChange } from '@/server/platform/outbox/declaration';

export type Row = Record<string, unknown>;

/** One row of the outbox: a change, with the table's row as stored. */
export interface Noted {
  id: bigint;
  table: AnyTableEvents;
  operation: 'insert' | 'update' | 'delete';
  subjectId: string;
  transaction: bigint;
  before: Row | null;
  after: Row | null;
  /** The service's time. */
  at: Date;
  listeners: readonly string[];
  /** The number of attempts that were in vain. */
  attempts: number;
}

/** The effect of one transaction on one row. */
export interface Change extends Omit<Noted, 'id' | 'operation' | 'before' | 'after'> {
  /** Identifies the row within its workspace. */
  key: string;
  /** The ids of the notes that the change was made of. */
  ids: bigint[];
  row: RowChange<Row>;
}

const keyOf = ({ table: { within = [] }, subjectId, before, after }: Noted): string =>
  [...within.map((column) => String((after ?? before)?.[column])), subjectId].join(' ');

/** @returns null for a row that was created and deleted in one transaction, or whose changes cancel out */
function rowChange(before: Row | null, after: Row | null): RowChange<Row> | null {
  if (after !== null)
    return before === null ? { operation: 'insert', before, after } : { operation: 'update', before, after };
  return before === null ? null : { operation: 'delete', before, after };
}

/**
 * Returns changes in the order of their first notes.
 * @param notes in the order of their writing; all notes of a subject and transaction together
 */
export function fold(notes: readonly Noted[]): Change[] {
  const steps = new Map<string, Noted[]>();
  for (const note of notes) {
    const name = `${note.transaction} ${note.table.table} ${keyOf(note)}`;
    const earlier = steps.get(name);
    if (earlier === undefined) steps.set(name, [note]);
    else earlier.push(note);
  }
  return [...steps.values()].flatMap((notesOfRow) => {
    const [first] = notesOfRow;
    const last = notesOfRow.at(-1);
    if (first === undefined || last === undefined) return [];
    const row = rowChange(first.before, last.after);
    if (row === null) return [];
    const { table, subjectId, transaction, at, listeners, attempts } = last;
    const ids = notesOfRow.map(({ id }) => id);
    return [{ table, subjectId, transaction, at, listeners, attempts, key: keyOf(last), ids, row }];
  });
}
