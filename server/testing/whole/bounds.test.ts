/** Every input of both doors has a largest value, and every route takes it. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bodyLimitOf, MAX_BODY, USUAL_BODY } from '@/server/doors/body-limit';
import { readJson } from '@/server/doors/read-json';
import { procedures, restRoutes } from '@/server/doors/rest-routes';
import { list, ofLength, record } from '@/server/platform/lib/bounded';
import { idIn, text } from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';
import { requireReadable } from '@/server/platform/lib/json-in-portions';
import { largestOf } from '@/server/platform/lib/largest';
import { LARGEST_BODIES } from '@/server/testing/bodies';

const inputsOf = ({ procedure }: ReturnType<typeof procedures>[number]): z.ZodType[] =>
  (procedure._def as unknown as { inputs: z.ZodType[] }).inputs;

describe('every input schema', () => {
  it.each(procedures().map((each) => ({ name: each.name, inputs: inputsOf(each) })))(
    '$name has a bound for every array, record and text: use text(), list(), record(), freeForm() or ofLength()',
    ({ inputs }) => {
      for (const schema of inputs) expect(largestOf(schema)).toBeGreaterThan(0);
    },
  );
});

describe('the walk over a schema', () => {
  it.each([
    ['an array', z.array(text(0, 1)), '(array)'],
    ['an array whose max zod looks at after its elements', z.array(text(0, 1)).max(3), '(array)'],
    ['a record', z.record(text(0, 1), text(0, 1)), '(record)'],
    ['a text', z.string(), '(string)'],
    ['a text that a pattern ends', z.string().regex(/^a?$/), '(string)'],
    ['anything', z.unknown(), '(unknown)'],
    ['a transform before it', z.preprocess((value) => value, text(0, 1)), '(transform)'],
    ['a custom check', z.custom<string>(), '(custom)'],
    ['an object that keeps unknown keys', z.looseObject({}), '(catchall)'],
    ['a branch of a union', z.union([z.number(), z.string()]), '(string)'],
    ['what a transform hides', z.string().transform(() => 'x'), '(string)'],
    ['what a pipe hides', z.array(idIn).pipe(list(idIn, 3)), '(array)'],
    ['an element', list(z.string(), 3), '(string)'],
    ['a value of a record', record(text(0, 1), z.string(), 3), '(string)'],
    ['what is optional', z.string().nullable().optional().default('x'), '(string)'],
    ['what refers to itself', z.lazy(() => text(0, 1)), '(lazy)'],
  ])('names the place of %s', (_, schema, fault) => {
    expect(() => largestOf(z.object({ place: schema }))).toThrow(fault);
    expect(() => largestOf(z.object({ place: schema }))).toThrow('place');
  });

  it('gives a size that no JSON of the schema goes over, escaped to the letter', () => {
    const schema = z.object({
      a: list(text(0, 3), 2),
      b: record(text(0, 2), z.number(), 2),
      c: freeForm(100),
      d: ofLength(z.string(), 4).optional(),
    });
    const largest = JSON.stringify(
      {
        a: ['😀😀😀', '😀😀😀'],
        b: { '😀😀': -1.7976931348623157e308, '😀a': Number.MIN_VALUE },
        c: { x: 'é'.repeat(46) },
        d: '😀😀',
      },
      null,
      8,
    ).replace(/[^\x20-\x7e\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    expect(schema.safeParse(JSON.parse(largest)).error).toBeUndefined();
    expect(largestOf(schema)).toBeGreaterThan(largest.length);
  });
});

describe('the limit of a body', () => {
  it.each(restRoutes())(
    'of $method $path is what its schema lets in, from 256 KB to 10 MiB',
    ({ bodyLimit, procedure }) => {
      const largest = (procedure._def as unknown as { inputs: z.ZodType[] }).inputs.reduce(
        (sum, schema) => sum + largestOf(schema),
        0,
      );
      expect(bodyLimit).toBe(Math.min(MAX_BODY, Math.max(USUAL_BODY, largest)));
    },
  );

  const known = new Map(procedures().map((each) => [each.name, each]));
  it.each(Object.keys(LARGEST_BODIES))('of %s lets the largest honest one through', async (name) => {
    const each = known.get(name);
    if (each === undefined) throw new Error(`There is no ${name}.`);
    const body = LARGEST_BODIES[name]!('c1');
    const bytes = Buffer.from(JSON.stringify(body));
    // The dashboard's door parses a body in one go.
    if (each.meta.internal !== undefined) requireReadable(bytes);
    expect(await readJson(bytes, bodyLimitOf(each.procedure))).toEqual(body);
    for (const schema of inputsOf(each)) expect((await schema.safeParseAsync(body)).error).toBeUndefined();
  });
});
