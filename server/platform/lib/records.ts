/** Typed keys and entries, for records that have exactly the keys of their type. */

export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[];
export function keysOf(record: object): string[] {
  return Object.keys(record);
}

export function entriesOf<Key extends string, Value>(
  record: Readonly<Partial<Record<Key, Value>>>,
): (readonly [Key, Value])[];
export function entriesOf(record: object): (readonly [string, unknown])[] {
  return Object.entries(record);
}

/** Checks whether a value is in a list. */
export const isOneOf = <Each>(values: readonly Each[], value: unknown): value is Each =>
  values.some((each) => each === value);
