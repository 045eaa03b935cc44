/**
 * The content of columns beyond their types: a text that is one of a few words, JSON of a known shape. Only the schemas
 * that let it in say so, and TypeScript cannot know it of a row; here it is told once, and the rest of the row is
 * checked.
 */
import type { Prisma } from '@/prisma/generated/client';

/** A column's type by the database, of one that is known more exactly. */
type ColumnType<Known> = Known extends string
  ? string
  : Known extends number | bigint | boolean | Date | null | undefined
    ? Known
    : Known extends readonly string[]
      ? readonly string[]
      : unknown;

/** A value or a row of which no more is known than the types of its columns. */
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

/** A document that a schema let in, as Prisma wants it for a JSON column. */
export function castJson(document: Readonly<Record<string, unknown>>): Prisma.InputJsonObject;
export function castJson(document: unknown): unknown {
  return document;
}

/** A JSON column that holds an object, or an empty one. */
export const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
