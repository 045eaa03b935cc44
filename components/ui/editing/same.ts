import { isRecord } from '@/server/platform/lib/narrow';
/** Values of fields, compared and gone through. */

export type Values = Record<string, unknown>;

/** Checks whether both say the same; the order of keys says nothing, nor does a key without a value. */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => same(value, other[at]));
  if (!isRecord(one) || !isRecord(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => same(one[key], other[key]));
}

/** Returns the differences of two maps, key by key. */
export const changedKeys = <Value>(
  before: Record<string, Value>,
  after: Record<string, Value>,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => !same(value, before[key])));

/**
 * Returns the differences of two inputs, field by field, so that saving leaves alone what somebody else changed
 * meanwhile.
 */
export const changesOf = <Input>(before: Input, after: Input): Partial<Input> =>
  changedKeys(before as Values, after as Values) as Partial<Input>;
