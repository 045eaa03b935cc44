/** Large bodies are read in portions to the same value as JSON.parse gives, or refused as it refuses them. */
import { describe, expect, it } from 'vitest';
import { readJson } from '@/server/doors/read-json';
import { PORTION } from '@/server/platform/lib/json-in-portions';

const MIB = 1024 * 1024;
const read = async (text: string | Buffer): Promise<unknown> => readJson(Buffer.from(text), 10 * MIB);
const filler = 'x'.repeat(PORTION / 4);
/** A row with everything in it that could be taken for the end of one. */
const row = (number: number) => ({ number, text: `"],[{\\\\${filler}\\"`, list: [[], {}, [1, 2]], 'a,b]': { c: '}' } });
const rows = Array.from({ length: 12 }, (_, number) => row(number));

describe('a large body', () => {
  it.each<[string, string]>([
    ['rows', JSON.stringify({ rows, listName: 'x' })],
    ['rows between other keys, with blanks', JSON.stringify({ before: [1, [2]], rows, after: { rows: [1] } }, null, 4)],
    ['two large arrays', JSON.stringify({ rows, more: rows })],
    ['one key twice', `{"rows":[1],"rows":${JSON.stringify(rows)}}`],
    ['one key twice, the small one last', `{"rows":${JSON.stringify(rows)},"rows":[1]}`],
    ['a large array further in', JSON.stringify({ audience: { rows } })],
    ['a large text', JSON.stringify({ body: filler.repeat(9) })],
    ['letters of several bytes', JSON.stringify({ rows: Array.from({ length: 30_000 }, () => 'é漢😀"') })],
    ['a key that means something to JavaScript', `{"__proto__":${JSON.stringify(rows)},"a":1}`],
  ])('of %s is what JSON.parse makes of it', async (_, text) => {
    expect(Buffer.byteLength(text)).toBeGreaterThan(PORTION);
    const value = await read(text);
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
  });

  const large = JSON.stringify(rows).slice(1, -1);
  it.each([
    ['a comma too many at the end', `{"rows":[${large},]}`],
    ['a comma too many at the start', `{"rows":[,${large}]}`],
    ['two commas', `{"rows":[${large},,${large}]}`],
    ['no end', `{"rows":[${large}`],
    ['no end of the object', `{"rows":[${large}]`],
    ['the wrong end', `{"rows":[${large}}`],
    ['an end of its own', `{"rows":[${large}]]}`],
    ['something after it', `{"rows":[${large}]}x`],
    ['a text that does not end', `{"rows":[${large},"`],
    ['a wrong element', `{"rows":[${large},nil]}`],
    ['brackets that cross', `{"rows":[${large},[{]}]}`],
  ])('with %s is not JSON', async (_, text) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    await expect(read(text)).rejects.toMatchObject({ appCode: 'VALIDATION', message: 'The body must be valid JSON.' });
  });

  it('that is an array is no object', async () => {
    await expect(read(`[${large}]`)).rejects.toMatchObject({ message: 'The body must be a JSON object.' });
  });

  it.each([
    ['deep arrays', '['.repeat(5 * MIB), 'nest deeper'],
    ['deep objects', '{"a":'.repeat(100_000), 'nest deeper'],
    ['empty arrays', `{"rows":[${'[],'.repeat(3 * MIB)}1]}`, 'too many values'],
    ['empty objects', `{"rows":[${'{},'.repeat(3 * MIB)}1]}`, 'too many values'],
    ['numbers', `{"rows":[${'1,'.repeat(4 * MIB)}1]}`, 'too many values'],
    ['keys', `{${Array.from({ length: 200_000 }, (_, key) => `"${key}":1`).join(',')}}`, 'too many values'],
  ])('of %s is refused before it is parsed', async (_, text, message) => {
    await expect((async () => read(text))()).rejects.toThrow(message);
  });
});

describe('a small body', () => {
  it('nests 64 levels and no more', async () => {
    const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(await read(nested(64))).toEqual(JSON.parse(nested(64)));
    await expect((async () => read(nested(65)))()).rejects.toMatchObject({ appCode: 'VALIDATION' });
  });

  it('over the limit of its route is refused unseen', () => {
    expect(() => readJson(Buffer.from('{"a":1}'), 6)).toThrow('This route takes at most 6');
  });
});
