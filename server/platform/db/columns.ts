/**
 * The columns of a table as Prisma's schema has them, for statements: what is added to the schema is in every one of
 * them. Called while modules load, so that a statement's text, and with it its prepared name, is made once.
 */
import { Prisma } from '@/prisma/generated/client';

export type TableName = Prisma.ModelName;

/** The columns of a table, without those of its relations. */
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

/** The value that Prisma writes into a JSON column that is to hold nothing. */
export const NO_JSON = Prisma.DbNull;

/** `d."id", d."code"`; without an alias `"id", "code"`, as INSERT and SET have it. */
export const listed = (names: readonly string[], alias?: string): string =>
  names.map((name) => (alias === undefined ? `"${name}"` : `${alias}."${name}"`)).join(', ');

/**
 * Every column of a table but `without`, as SELECT and RETURNING have them. @param alias the table's name in the
 * statement
 */
export const columnsOf = <Table extends TableName>(
  table: Table,
  alias: string,
  ...without: readonly ColumnOf<Table>[]
): string => listed(namesOf(table, ...without), alias);
