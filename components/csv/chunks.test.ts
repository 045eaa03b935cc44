/** The chunks of an import: the same each time, so that an upload can go on; numbered as the person sees the file. */
import { describe, expect, test } from 'vitest';
import { chunksOf, type Chunk } from '@/app/(dashboard)/contacts/import/upload';

async function cut(text: string, hasHeader = true): Promise<Chunk[]> {
  const file = new File([text], 'pelanggan.csv');
  const chunks: Chunk[] = [];
  const kept = {
    id: 'c1',
    file,
    format: { encoding: 'utf-8', delimiter: ',' } as const,
    hasHeader,
    mapping: [{ kind: 'field', field: 'email' } as const, { kind: 'field', field: 'phone' } as const],
    language: 'id' as const,
    listName: '',
    skipExisting: false,
  };
  for await (const chunk of chunksOf(kept, new AbortController().signal)) chunks.push(chunk);
  return chunks;
}

const inShort = (chunks: readonly Chunk[]) =>
  chunks.map(({ position, firstRow, rows }) => [position, firstRow, rows.length]);
const people = (count: number, more = ''): string =>
  Array.from({ length: count }, (_, at) => `orang${at}@surel.example,${more}\n`).join('');

describe('chunks', () => {
  test('hold 2,000 rows each and the rest', async () => {
    const chunks = await cut(`email,hp\n${people(4500)}`);
    expect(inShort(chunks)).toEqual([
      [0, 0, 2000],
      [1, 2000, 2000],
      [2, 4000, 500],
    ]);
    expect(chunks[2]?.rows.at(-1)).toEqual({
      row: 4499,
      contact: { email: 'orang4499@surel.example' },
      cells: ['orang4499@surel.example', ''],
    });
    expect(await cut(`email,hp\n${people(4500)}`)).toEqual(chunks);
  });

  test('hold fewer rows when these are long, and never more than the server reads', async () => {
    const chunks = await cut(`email,hp\n${people(600, 'x'.repeat(9000))}`);
    expect(chunks.length).toBeGreaterThan(4);
    for (const chunk of chunks) expect(JSON.stringify(chunk).length).toBeLessThan(5_000_000);
    expect(chunks.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(600);
  });

  test('count empty lines, and a file without a head from its first row', async () => {
    expect(inShort(await cut('email,hp\na@b.id,1\n\n\nc@d.id,2\ne@f.id,3\n'))).toEqual([
      [0, 0, 1],
      [1, 3, 2],
    ]);
    expect(inShort(await cut('a@b.id,1\nc@d.id,2\n', false))).toEqual([[0, 0, 2]]);
    expect(inShort(await cut('\nemail,hp\na@b.id,1\n'))).toEqual([[0, 1, 1]]);
  });

  test('carry what is wrong with a row and its cells as they are', async () => {
    const [chunk] = await cut('email,hp\na@b.id,6.28E+11\n');
    expect(chunk?.rows).toEqual([
      { row: 0, contact: { email: 'a@b.id' }, cells: ['a@b.id', '6.28E+11'], problem: 'PHONE_SCIENTIFIC' },
    ]);
  });
});
