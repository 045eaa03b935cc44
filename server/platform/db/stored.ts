/**
 * Types for columns whose content is known better than their database type: a text that is one of a few words, JSON of
 * a known shape. Only the schemas that accepted the values know this. Here it is stated once, and TypeScript checks the
 * rest of the row.
 */
import type { Prisma } from '@/prisma/generated/client';

/** The database's type for a column whose values are known more exactly. */
type ColumnType<Known> = Known extends string
  ? string
  : Known extends number | bigint | boolean | Date | null | undefined
    ? Known
    : Known extends readonly string[]
      ? readonly string[]
      : unknown;

/** A value or a row of which only the column types are known. */
export type Stored<Known> = Known extends string ? string : { [Column in keyof Known]: ColumnType<Known[Column]> };

/**
 * Types a value or row as the schema that accepted it. A missing column, or one of another type or nullable, does not
 * compile; further columns of a row are dropped by the output schema.
 *
 * Nothing is checked at run time, so this is for two kinds of columns only, with Prisma's types: JSON, and a text that
 * is one of a few words, if a schema or a check of the database accepted the value. It is not for
 * - a row whose statement can state the type: `workspaceStatement<Row>` names what its columns hold, and
 * statement-types.test.ts compares that with PostgreSQL;
 * - a value that a small function can narrow (`isProviderId`, `objectIn`), or that nothing has checked yet.
 */
export function castStored<Known>(value: Stored<NoInfer<Known>>): Known;
export function castStored(value: unknown): unknown {
  return value;
}

/** Types an accepted document as Prisma expects it for a JSON column. */
export function castJson(document: Readonly<Record<string, unknown>>): Prisma.InputJsonObject;
export function castJson(document: unknown): unknown {
  return document;
}

/** Returns the object of a JSON column; an empty one for any other value. */
export const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
