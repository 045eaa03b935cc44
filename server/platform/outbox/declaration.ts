/**
 * The mapping of changes of rows to events. A resource says it in its events.ts, with the rows as the database had them
 * and the presenters that REST has; server/platform/outbox takes the changes from the outbox, in the order of their
 * writing, after their commit.
 */
import type * as z from 'zod';
import type { EventType } from '@/server/modules/account/webhooks/event-types-schema';

/** The effect of one transaction on a row, from first to last. */
export type RowChange<Row> =
  | { operation: 'insert'; before: null; after: Row }
  | { operation: 'update'; before: Row; after: Row }
  | { operation: 'delete'; before: Row; after: null };
export type Operation = RowChange<never>['operation'];

/** Something that listeners are reported. `data` is made when somebody wants it: most events are of interest to few. */
export interface DomainEvent {
  type: EventType;
  data: () => Record<string, unknown>;
}

export type Payloads = Readonly<Partial<Record<EventType, z.ZodType>>>;

export interface TableEvents<Row = never> {
  table: string;
  /** The operations that are captured; each has its trigger (the migration that a test compares with this). */
  on: readonly Operation[];
  /**
   * The column that names what the change is of: changes of one subject keep their order. It tells the rows of an
   * update apart.
   */
  subject: keyof Row & string;
  /** Columns that tell rows of a subject apart, where it has several. */
  within?: readonly (keyof Row & string)[];
  /** Columns that no event needs: secrets, and what is large. */
  leftOut?: readonly (keyof Row & string)[];
  /** A row that is deleted along with the one of another table that its column `by` names is not captured. */
  goesWith?: { table: string; by: keyof Row & string };
  /** Its events, each with the schema that its `data` has gone through: what the OpenAPI document says of it. */
  payloads: Payloads;
  eventsOf(change: RowChange<Row>): DomainEvent[];
}

/** A table's events once its row's type no longer matters. */
export type AnyTableEvents = Omit<TableEvents<Record<string, unknown>>, 'eventsOf'> & {
  eventsOf(change: RowChange<Record<string, unknown>>): DomainEvent[];
};

/**
 * Declares the events of a table.
 * @template Row the columns that are looked at, with the types that a statement would give them
 */
export const defineEvents = <Row extends object>(events: TableEvents<Row>): AnyTableEvents =>
  // The rows of a table have the type that is declared for it (rows.ts).
  events as unknown as AnyTableEvents;
