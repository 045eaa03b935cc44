/** Keys and entries with their types: of records that were made with these keys and no others. */

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

/** Checks whether a value is one of a list's. */
export const isOneOf = <Each>(values: readonly Each[], value: unknown): value is Each =>
  values.some((each) => each === value);
