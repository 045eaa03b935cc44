/**
 * The columns of a table in Prisma's schema, for SQL statements: a new column of the schema appears in every statement.
 * Called while modules load, so that a statement's text and its prepared name are made once.
 */
import { Prisma } from '@/prisma/generated/client';

export type TableName = Prisma.ModelName;

/** The columns of a table, without relations. */
export type ColumnOf<Table extends TableName> = keyof (typeof Prisma)[`${Table}ScalarFieldEnum`] & string;

/** The names of a table's columns in the order of the schema, all but `without`. */
export function namesOf<Table extends TableName, Without extends ColumnOf<Table> = never>(
  table: Table,
  ...without: readonly Without[]
): Exclude<ColumnOf<Table>, Without>[] {
  const isWanted = (name: string): name is Exclude<ColumnOf<Table>, Without> =>
    !without.some((column) => column === name);
  return Object.keys(Prisma[`${table}ScalarFieldEnum`]).filter(isWanted);
}

/** The value with which Prisma writes NULL into a JSON column. */
export const NO_JSON = Prisma.DbNull;

/** Returns `d."id", d."code"`; without an alias `"id", "code"`, as INSERT and SET need. */
export const listed = (names: readonly string[], alias?: string): string =>
  names.map((name) => (alias === undefined ? `"${name}"` : `${alias}."${name}"`)).join(', ');

/**
 * Returns every column of a table except `without`, as SELECT and RETURNING need. @param alias the table's name in the
 * statement
 */
export const columnsOf = <Table extends TableName>(
  table: Table,
  alias: string,
  ...without: readonly ColumnOf<Table>[]
): string => listed(namesOf(table, ...without), alias);
