/**
 * Maps changes of rows to events. A resource declares the mapping in its events.ts, with the rows as stored and the
 * presenters of REST; server/platform/outbox reads the changes from the outbox after their commit, in the order of
 * their writing.
 */
import type * as z from 'zod';
import type { EventType } from '@/server/modules/account/webhooks/event-types-schema';

/** The effect of one transaction on a row, from first to last. */
export type RowChange<Row> =
  | { operation: 'insert'; before: null; after: Row }
  | { operation: 'update'; before: Row; after: Row }
  | { operation: 'delete'; before: Row; after: null };
export type Operation = RowChange<never>['operation'];

/** An event for webhook endpoints. `data` is made only when somebody wants the event, which is rare. */
export interface DomainEvent {
  type: EventType;
  data: () => Record<string, unknown>;
}

export type Payloads = Readonly<Partial<Record<EventType, z.ZodType>>>;

export interface TableEvents<Row = never> {
  table: string;
  /** The captured operations; each has its trigger in a migration, which a test compares with this list. */
  on: readonly Operation[];
  /**
   * The column that names a change's subject. Changes of one subject keep their order. It also tells the rows of one
   * UPDATE apart.
   */
  subject: keyof Row & string;
  /** Columns that tell rows of one subject apart, if it has several. */
  within?: readonly (keyof Row & string)[];
  /** Columns that no event needs: secrets and large values. */
  leftOut?: readonly (keyof Row & string)[];
  /** A row is not captured when it is deleted together with the row of another table that its column `by` names. */
  goesWith?: { table: string; by: keyof Row & string };
  /** The events, each with the schema that its `data` passes; the OpenAPI document describes them by it. */
  payloads: Payloads;
  eventsOf(change: RowChange<Row>): DomainEvent[];
}

/** A table's events without the row's type, for code that handles all tables. */
export type AnyTableEvents = Omit<TableEvents<Record<string, unknown>>, 'eventsOf'> & {
  eventsOf(change: RowChange<Record<string, unknown>>): DomainEvent[];
};

/**
 * Declares the events of a table.
 * @template Row the columns that are read, with the types that a statement would return
 */
export const defineEvents = <Row extends object>(events: TableEvents<Row>): AnyTableEvents =>
  // The rows of a table have the type that is declared for it (rows.ts).
  events as unknown as AnyTableEvents;
