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
 * The value or row, as what let it in says. A column that is missing, or is of another type or nullable, does not
 * compile; whatever else a row has is dropped by the output schema.
 *
 * It checks nothing when it runs, so it is for two kinds of columns only, and only as Prisma's types have them: JSON,
 * and a text that is one of a few words, where a schema or a check of the database let the value in. It is not for
 * - a row whose statement can say it: `workspaceStatement<Row>` names what its columns hold, and
 *   statement-types.test.ts compares that with PostgreSQL;
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
