/** Faults of a form in the words of the person, from the resource's own schema and from the server's answer. */
import type { useTranslations } from 'next-intl';
import type * as z from 'zod';

type Words = ReturnType<typeof useTranslations<'fields'>>;

/**
 * A resource's own words, before the general ones: by field (`value`), or by field and kind (`value.tooBig`).
 * Kinds are the keys of app/i18n/en/fields.json.
 */
export type FieldProblems = Readonly<Record<string, string>>;

type Kind =
  | { kind: 'required' | 'number' | 'date' | 'format' | 'email' | 'choice' | 'invalid' }
  | { kind: 'tooShort' | 'tooFew' | 'tooSmall'; min: number }
  | { kind: 'tooLong' | 'tooMany' | 'tooBig'; max: number };

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  );
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

function kindOf(issue: z.core.$ZodIssue, value: unknown): Kind {
  if (isMissing(value)) return { kind: 'required' };
  switch (issue.code) {
    case 'too_small': {
      const min = Number(issue.minimum);
      if (issue.origin === 'string') return { kind: 'tooShort', min };
      return issue.origin === 'array' ? { kind: 'tooFew', min } : { kind: 'tooSmall', min };
    }
    case 'too_big': {
      const max = Number(issue.maximum);
      if (issue.origin === 'string') return { kind: 'tooLong', max };
      return issue.origin === 'array' ? { kind: 'tooMany', max } : { kind: 'tooBig', max };
    }
    case 'invalid_type':
      return { kind: issue.expected === 'number' || issue.expected === 'int' ? 'number' : 'invalid' };
    case 'invalid_format':
      return { kind: issue.format === 'email' ? 'email' : issue.format === 'datetime' ? 'date' : 'format' };
    case 'invalid_value':
      return { kind: 'choice' };
    default:
      return { kind: 'invalid' };
  }
}

function inWords(fault: Kind, t: Words): string {
  if ('min' in fault) return t(fault.kind, { min: fault.min });
  if ('max' in fault) return t(fault.kind, { max: fault.max });
  return t(fault.kind);
}

/** Returns the faults of the resource's schema: field → words, the first fault of each. */
export function schemaErrors(
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
  t: Words,
  problems: FieldProblems,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    const fault = kindOf(issue, at(input, issue.path));
    errors[path] ??= problems[`${path}.${fault.kind}`] ?? problems[path] ?? inWords(fault, t);
  }
  return errors;
}

/**
 * Returns the faults of the server's 400 VALIDATION: field → words. The server says more than the schema only about
 * rules of the resource.
 */
export function serverErrors(
  issues: readonly { path: string; message: string }[],
  problems: FieldProblems,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path] ??= problems[path] ?? message;
  return errors;
}
