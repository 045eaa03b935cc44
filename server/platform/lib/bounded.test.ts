/** The bounds of arrays, records and free-form JSON, and the order in which they are looked at. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { list, MAX_ISSUES, record } from '@/server/platform/lib/bounded';
import { text } from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';

/** Counts how often it is looked at. */
function counting() {
  const seen = { times: 0 };
  const schema = z.number().refine(() => ++seen.times > 0);
  return { seen, schema };
}

describe('a list', () => {
  it('that is too long is refused with one issue, and no element is looked at', () => {
    const { seen, schema } = counting();
    const { error } = list(schema, 3).safeParse([1, 2, 3, 4]);
    expect(error?.issues).toMatchObject([{ code: 'too_big', maximum: 3, path: [] }]);
    expect(seen.times).toBe(0);
  });

  it('of wrong elements has at most 100 issues, and the rest is not looked at', () => {
    let looked = 0;
    const wrong = z.unknown().refine(() => ++looked < 0, { error: 'wrong' });
    const { error } = list(wrong, 10_000).safeParse(Array.from({ length: 10_000 }, () => 'x'));
    expect(error?.issues).toHaveLength(MAX_ISSUES);
    expect(error?.issues.at(-1)?.path).toEqual([99]);
    expect(looked).toBe(MAX_ISSUES);
  });

  it('is read as zod reads an array, in one go or in turns, with the checks that are added', async () => {
    const schema = list(
      text(0, 3).transform((value) => value.toUpperCase()),
      5000,
    ).min(1, 'at least one');
    const input = Array.from({ length: 5000 }, () => 'abc');
    const output = Array.from({ length: 5000 }, () => 'ABC');
    expect(schema.parse(input)).toEqual(output);
    expect(await schema.parseAsync(input)).toEqual(output);
    expect(schema.safeParse([]).error?.issues).toMatchObject([{ message: 'at least one' }]);
    expect(schema.safeParse({ length: 1 }).error?.issues).toMatchObject([{ code: 'invalid_type', expected: 'array' }]);
    expect(z.object({ schema }).safeParse({ schema: ['abcd'] }).error?.issues).toMatchObject([{ path: ['schema', 0] }]);
    expect(z.toJSONSchema(list(z.string(), 7), { io: 'input' })).toMatchObject({ type: 'array', maxItems: 7 });
  });

  it('gives others their turn while it is read in turns', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const slow = z.number().refine(() => {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return true;
    });
    await list(slow, 200).parseAsync(Array.from({ length: 200 }, () => 1));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});

describe('a record', () => {
  it('with too many keys is refused with one issue, and no value is looked at', () => {
    const { seen, schema } = counting();
    const { error } = record(z.string(), schema, 2).safeParse({ a: 1, b: 2, c: 3 });
    expect(error?.issues).toMatchObject([{ message: 'must not have more than 2 keys', path: [] }]);
    expect(seen.times).toBe(0);
    expect(record(z.string(), schema, 2).parse({ a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
  });
});

describe('free-form JSON', () => {
  const exact = (value: object) => Buffer.byteLength(JSON.stringify(value));

  it.each([
    [{ a: 'x'.repeat(100) }],
    [{ 'é"\\\n\u0001': '😀é漢\t\u0000'.slice(0, -1) + 'x'.repeat(200) }],
    [{ list: Array.from({ length: 100 }, (_, index) => index * 1.5), flag: true, nothing: null }],
    [{ deep: { deeper: { deepest: [[['x']]] } }, more: 'y'.repeat(200) }],
  ])('is measured in the bytes of its JSON: %j', (value) => {
    expect(freeForm(exact(value)).safeParse(value).success).toBe(true);
    expect(freeForm(exact(value) - 1).safeParse(value).error?.issues).toHaveLength(1);
  });

  it('keeps what it is, with U+FFFD for lone surrogates, and refuses NUL, depth and what is no object', () => {
    const schema = freeForm(1024);
    expect(schema.parse({ a: ['\ud800', { '\udfff': 1 }] })).toEqual({ a: ['\ufffd', { '\ufffd': 1 }] });
    expect(schema.parse(JSON.parse('{"__proto__":{"x":1},"b":2}'))).toEqual({ b: 2 });
    expect(schema.parse(JSON.parse('{"a":[{"__proto__":null,"c":1}],"b":{"__proto__":{}}}'))).toEqual({
      a: [{ c: 1 }],
      b: {},
    });
    expect(schema.safeParse({ a: 'x\0' }).error?.issues[0]?.message).toBe('must not contain NUL');
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
    expect(schema.safeParse(nested(32)).success).toBe(true);
    expect(schema.safeParse(nested(33)).error?.issues[0]?.message).toBe('must not nest deeper than 32 levels');
    for (const wrong of [[], 'x', 1, null]) expect(schema.safeParse(wrong).success).toBe(false);
  });
});
