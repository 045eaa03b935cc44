/** Rules between fields: zod and JSON Schema say the same of every combination of fields. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  allowedWith,
  atLeastOne,
  exactlyOne,
  neededWith,
  notBoth,
  onlyWith,
  rulesOf,
  withRule,
  type Rule,
} from '@/server/platform/lib/field-rules';
import { isRecord } from '@/server/platform/lib/narrow';

type Values = Record<string, string>;

/** The keywords that rules use, read as JSON Schema's specification defines them. */
function allows(schema: unknown, sent: Values): boolean {
  if (!isRecord(schema)) return true;
  const list = (key: string): unknown[] => (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : []);
  const properties = Object.entries(isRecord(schema.properties) ? schema.properties : {});
  return (
    list('required').every((name) => String(name) in sent) &&
    properties.every(([name, value]) => {
      if (!(name in sent) || !isRecord(value) || Object.keys(value).length === 0) return true;
      const { not = value } = value;
      const { const: only, enum: several = [only] } = not as { const?: unknown; enum?: unknown[] };
      return several.includes(sent[name]) === !('not' in value);
    }) &&
    (!('oneOf' in schema) || list('oneOf').filter((each) => allows(each, sent)).length === 1) &&
    (!('anyOf' in schema) || list('anyOf').some((each) => allows(each, sent))) &&
    (!('not' in schema) || !allows(schema.not, sent)) &&
    (!('if' in schema) || allows(allows(schema.if, sent) ? schema.then : schema.else, sent))
  );
}

const object = z.object({ a: z.string(), b: z.string(), c: z.string() }).partial();
const RULES: Record<string, Rule<'a' | 'b' | 'c'>> = {
  exactlyOne: exactlyOne('a', 'b', 'c'),
  atLeastOne: atLeastOne('a', 'b'),
  notBoth: notBoth('a', 'b'),
  neededWith: neededWith('a', ['x'], 'b', 'c'),
  onlyWith: onlyWith('b', 'a', 'x'),
  allowedWith: allowedWith('b', 'a', ['x']),
};
const VALUES = [undefined, 'x', 'y'];
const combinations: Values[] = VALUES.flatMap((a) =>
  VALUES.flatMap((b) => VALUES.map((c) => JSON.parse(JSON.stringify({ a, b, c })) as Values)),
);

describe.each(Object.entries(RULES))('%s', (_, rule) => {
  const schema = withRule(object, rule, { error: 'no' });

  it('is checked as its JSON Schema says', () => {
    const verdicts = combinations.map((sent) => [sent, schema.safeParse(sent).success] as const);
    expect(verdicts).toEqual(combinations.map((sent) => [sent, rulesOf(schema).every((each) => allows(each, sent))]));
    expect(new Set(verdicts.map(([, taken]) => taken)).size).toBe(2);
  });
});

it('stands beside the rule before it, and names the field at fault', () => {
  const schema = withRule(withRule(object, onlyWith('b', 'a', 'x'), { error: 'with x' }), notBoth('b', 'c'), {
    path: 'c',
    error: ({ b }) => `not with ${String(b)}`,
  });
  expect(rulesOf(schema)).toHaveLength(2);
  const issuesOf = (sent: Values) => schema.safeParse(sent).error?.issues.map(({ path, message }) => [path, message]);
  expect(issuesOf({ a: 'x' })).toEqual([[['b'], 'with x']]);
  expect(issuesOf({ a: 'x', b: '1', c: '2' })).toEqual([[['c'], 'not with 1']]);
});
