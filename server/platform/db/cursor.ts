/**
 * Opaque cursors over a keyset (docs/contract/shared.md#lists): base64url of a JSON array with the last row's sort key
 * and id. Never an offset, so a walk neither loses nor repeats a row while others come in.
 */
import { invalid } from '@/server/platform/errors';
import { isStorable } from '@/server/platform/lib/text';

/** The last row of a page: its sort key (an instant in ISO 8601, a text or a number) and its id. */
export interface CursorPosition<Key extends string | number> {
  key: Key;
  id: string;
}

/** Stands for "no cursor" in lists that begin with the newest row, so that one statement serves every page. */
export const NEWEST: CursorPosition<string> = { key: '9999-12-31T23:59:59.999Z', id: 'z' };

/** Makes the cursor that continues after `position`. */
export function encodeCursor(position: CursorPosition<string | number>): string {
  return Buffer.from(JSON.stringify([position.key, position.id])).toString('base64url');
}

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const isCalendarDate = (text: string): boolean =>
  !text.startsWith('0000') && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

/** The permitted shapes of a sort key, so that a forged cursor is a 400 and never reaches the database. */
const KEY_SHAPES = {
  // A day that no calendar has, or the year 0, is a date to JavaScript and an error to PostgreSQL.
  instant: (key: unknown): key is string => typeof key === 'string' && ISO_INSTANT.test(key) && isCalendarDate(key),
  text: (key: unknown): key is string => typeof key === 'string' && isStorable(key) && key.length <= 500,
  // A 32-bit column, as counters are.
  integer: (key: unknown): key is number =>
    typeof key === 'number' && Number.isInteger(key) && Math.abs(key) <= 2_147_483_647,
  // A 64-bit column, as sums of money are.
  amount: (key: unknown): key is number => Number.isSafeInteger(key),
};
export type KeyShape = keyof typeof KEY_SHAPES;
type KeyOf<Shape extends KeyShape> = Shape extends 'integer' | 'amount' ? number : string;

/**
 * Parses a cursor.
 * @throws AppError 400 VALIDATION for a cursor that is not ours
 */
export function decodeCursor<Shape extends KeyShape>(cursor: string, shape: Shape): CursorPosition<KeyOf<Shape>> {
  const parsed = parse(cursor);
  if (Array.isArray(parsed) && parsed.length === 2) {
    const [key, id] = parsed as [unknown, unknown];
    if (KEY_SHAPES[shape](key) && typeof id === 'string' && /^[a-z0-9]{1,40}$/.test(id))
      return { key: key as KeyOf<Shape>, id };
  }
  throw invalid('cursor', 'must be a cursor of this list');
}

function parse(cursor: string): unknown {
  // Buffer skips what is no base64url; only a text that encodes back to itself is one.
  const bytes = Buffer.from(cursor, 'base64url');
  if (cursor.length > 2000 || bytes.toString('base64url') !== cursor) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Drops the placeholder row of an empty page: its LATERAL join returns one row without an id. */
export const joinedRows = <Row extends { id: string | null }>(rows: Row[]): (Row & { id: string })[] =>
  rows.filter((row): row is Row & { id: string } => row.id !== null);

/** A page of rows, and the cursor of the next page. */
export interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
  hasMore: boolean;
}

/**
 * Cuts a page out of `limit + 1` rows; the extra row only tells that there are more.
 * @param keyOf returns a row's sort key, as the statement orders by it
 */
export function cutPage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => Date | string | number,
): Page<Row> {
  const hasMore = rows.length > limit;
  const page = hasMore ? rows.slice(0, limit) : rows;
  const last = page.at(-1);
  if (!hasMore || last === undefined) return { rows: page, nextCursor: null, hasMore: false };
  const key = keyOf(last);
  return {
    rows: page,
    nextCursor: encodeCursor({ key: key instanceof Date ? key.toISOString() : key, id: last.id }),
    hasMore,
  };
}
