import { isRecord } from '@/server/platform/lib/narrow';

/** Any JSON object: a schema, an operation, the document. */
export type Json = Record<string, unknown>;

/** Returns the value if it is an object, else an empty object. */
export const jsonOf = (value: unknown): Json => (isRecord(value) ? value : {});

/** Returns the objects of a list; an empty list if the value is no list. */
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** The object that a path of keys leads to. */
export function jsonAt(value: unknown, ...path: readonly string[]): Json | undefined {
  const end = path.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), value);
  return isRecord(end) ? end : undefined;
}
