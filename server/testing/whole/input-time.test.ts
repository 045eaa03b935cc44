/**
 * No text of a request takes its schema more than time in proportion to its length, whatever it is made of: every text
 * of every procedure's input, made of pieces that expressions are known to be slow on.
 */
import { expect, it } from 'vitest';
import * as z from 'zod';
import { procedures } from '@/server/doors/rest-routes';
import type { Json } from '@/server/testing/json-schema';

const UNITS = 100_000;
/** What takes quadratic time takes ten seconds or more for so many; all others a millisecond or two. */
const LONGEST_MS = 250;
const HEADS = ['', 'https://a', '{cartUrl|', 'a@'];
const PIECES = [
  'a',
  '.',
  '-',
  ' ',
  '\r',
  '\n',
  '@',
  '0',
  '/',
  '+',
  'a.',
  'a-',
  '"',
  '\\"',
  '<',
  '{',
  '&',
  '%',
  'é',
  '\u0301',
];

type Path = readonly (string | number)[];

/** Where an input may hold a text. */
function textPaths(schema: Json | boolean | undefined, root: Json, path: Path = []): Path[] {
  if (schema === undefined || schema === false || path.length > 8) return [];
  if (schema === true) return [path];
  if (typeof schema.$ref === 'string') {
    const definitions = (root.$defs ?? {}) as Record<string, Json>;
    return textPaths(definitions[schema.$ref.split('/').at(-1) ?? ''], root, path);
  }
  const { properties = {}, items, additionalProperties } = schema as Record<string, Json | undefined>;
  const anything = ['type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].every((key) => !(key in schema));
  return [
    ...(schema.type === 'string' || anything ? [path] : []),
    ...Object.entries(properties).flatMap(([key, inner]) => textPaths(inner as Json, root, [...path, key])),
    ...(items === undefined ? [] : textPaths(items, root, [...path, 0])),
    ...(typeof additionalProperties === 'object' ? textPaths(additionalProperties, root, [...path, 'email']) : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf]
      .flatMap((each) => (each ?? []) as Json[])
      .flatMap((each) => textPaths(each, root, path)),
  ];
}

const put = ([head, ...rest]: Path, text: string): unknown =>
  head === undefined ? text : typeof head === 'number' ? [put(rest, text)] : { [head]: put(rest, text) };

/** Of three attempts the shortest, so that a busy machine is not taken for a slow schema. */
function took(schema: z.ZodType, input: unknown): number {
  let least = Infinity;
  for (let attempts = 0; attempts < 3 && least > LONGEST_MS; attempts++) {
    const begun = performance.now();
    schema.safeParse(input);
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

it('every input of every procedure', () => {
  const texts = HEADS.flatMap((head) => PIECES.map((piece) => `${head}${piece.repeat(UNITS / piece.length)}!`));
  const slow: string[] = [];
  let looked = 0;
  for (const { name, procedure } of procedures()) {
    for (const schema of (procedure._def as unknown as { inputs: z.ZodType[] }).inputs) {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
      const paths = new Map(textPaths(json, json).map((path) => [path.join('.'), path]));
      for (const [place, path] of paths) {
        looked++;
        const text = texts.find((each) => took(schema, put(path, each)) > LONGEST_MS);
        if (text !== undefined) slow.push(`${name} ${place}: ${text.slice(0, 20)}…`);
      }
    }
  }
  expect(slow).toEqual([]);
  expect(looked).toBeGreaterThan(300);
});
