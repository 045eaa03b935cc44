import { problemOf } from '@/components/ui/problem';

/** Names of the fields without which something cannot begin; null when it failed for something else. */
export function missingOf<Field extends string>(error: unknown, fields: readonly Field[]): Field[] | null {
  const { code, details } = problemOf(error);
  if (code !== 'INCOMPLETE' || !Array.isArray(details?.missing)) return null;
  const missing: readonly unknown[] = details.missing;
  return fields.filter((field) => missing.includes(field));
}
