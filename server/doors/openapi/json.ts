import { isRecord } from '@/server/platform/lib/narrow';

/** JSON of which only its form is known: a schema, an operation, the document. */
export type Json = Record<string, unknown>;

/** An object, or an empty one in place of anything else. */
export const jsonOf = (value: unknown): Json => (isRecord(value) ? value : {});

/** The objects of a list; none where it is no list. */
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** The object that a path of keys leads to. */
export function jsonAt(value: unknown, ...path: readonly string[]): Json | undefined {
  const end = path.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), value);
  return isRecord(end) ? end : undefined;
}
