/** Converts rows from the outbox's JSON into what a statement would return: instants as Date, int8 as bigint. */
import type { Pool } from 'pg';
import type { Row } from '@/server/platform/outbox/fold';

const TYPED_COLUMNS = {
  name: 'events.typed-columns',
  text: `SELECT c.relname AS "table", a.attname AS name, a.atttypid = 'int8'::regtype AS "isBigint"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1) AND a.attnum > 0 AND NOT a.attisdropped
      AND a.atttypid IN ('int8'::regtype, 'timestamptz'::regtype)`,
};

export type ReadRow = (table: string, row: Row | null) => Row | null;

/** Returns a reader of rows; reads the column types of these tables once. */
export async function rowReader(pool: Pool, tables: readonly string[]): Promise<ReadRow> {
  const { rows: columns } = await pool.query<{ table: string; name: string; isBigint: boolean }>({
    ...TYPED_COLUMNS,
    values: [tables],
  });
  const readers = new Map(
    tables.map((table) => [
      table,
      columns
        .filter((column) => column.table === table)
        .map(({ name, isBigint }) => ({ name, read: isBigint ? toBigint : toDate })),
    ]),
  );
  return (table, row) => {
    if (row === null) return null;
    for (const { name, read } of readers.get(table) ?? [])
      if (row[name] !== null && row[name] !== undefined) row[name] = read(row[name]);
    return row;
  };
}

/** Converts an amount, which JSON holds exactly because it is at most 2^53 − 1 (server/platform/lib/fields.ts). */
const toBigint = (value: unknown): bigint => BigInt(value as number);
const toDate = (value: unknown): Date => new Date(value as string);
