/** Files as spreadsheets, shops and mail services write them, read whole and in small steps. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DELIMITERS, guessDelimiter, guessEncoding, type Encoding, type FileFormat } from '@/components/csv/format';
import { inspectFile } from '@/components/csv/inspect';
import { readRecords } from '@/components/csv/read';
import { csvFile, csvRow } from '@/components/csv/write';

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const utf16 = (text: string, big = false, mark = true): Buffer<ArrayBuffer> => {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');
  return big ? bytes.swap16() : bytes;
};
const latin1 = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, 'latin1');
const file = (bytes: BlobPart): Blob => new Blob([bytes]);

const LIMITS = { maxRows: 200_000, language: 'id' as const, nameOf: (position: number) => `Column ${position}` };
const inspect = (bytes: BlobPart, chosen = {}) => inspectFile(file(bytes), { ...LIMITS, chosen });

async function read(bytes: BlobPart, format: Partial<FileFormat> = {}, stepBytes?: number): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { records } of readRecords(
    file(bytes),
    { encoding: 'utf-8', delimiter: ',', ...format },
    { stepBytes },
  ))
    rows.push(...records.map(({ cells }) => cells));
  return rows;
}

describe('encoding', () => {
  const text = 'nama;kota\nAndré;Yogya\nZoë;Medan\n';
  test.each<[string, BlobPart, Encoding]>([
    ['UTF-8', utf8(text), 'utf-8'],
    ['UTF-8 with its mark', utf8(`\uFEFF${text}`), 'utf-8'],
    ['UTF-16 little endian', utf16(text), 'utf-16le'],
    ['UTF-16 big endian', utf16(text, true), 'utf-16be'],
    ['UTF-16 without a mark', utf16(text, false, false), 'utf-16le'],
    ['UTF-16 big endian without a mark', utf16(text, true, false), 'utf-16be'],
    ['Windows-1252', latin1(text), 'windows-1252'],
  ])('%s is told and read', async (_, bytes, encoding) => {
    const summary = await inspect(bytes);
    expect(summary.format).toEqual({ encoding, delimiter: ';' });
    expect(summary.headers).toEqual(['nama', 'kota']);
    expect(summary.columns[0]?.samples).toEqual(['André', 'Zoë']);
  });

  test('bytes that are not UTF-8 beyond what was sniffed at turn the whole file into Windows-1252', async () => {
    const summary = await inspect(latin1(`nama,kota\n${'Budi,Solo\n'.repeat(20_000)}André,Bandung\n`));
    expect(summary.format.encoding).toBe('windows-1252');
    expect(summary.rows).toBe(20_001);
  });

  test('a character that the sniffing cuts off is no fault', () => {
    expect(guessEncoding(utf8('é').subarray(0, 1))).toBe('utf-8');
  });

  test('an encoding that the person chose is not corrected', async () => {
    await expect(inspect(latin1('nama\nAndré\n'), { encoding: 'utf-8' })).rejects.toMatchObject({ kind: 'encoding' });
  });
});

describe('delimiter', () => {
  test.each([
    ['a,b,c\n1,2,3\n', ','],
    ['nama;alamat\nBudi;"Jl. Braga 1, Bandung"\nSiti;Jl. Dago 5, Bandung\n', ';'],
    ['nama\temail\nBudi, S.E.\tbudi@toko.id\n', '\t'],
    ['email\nbudi@toko.id\n', ','],
    ['sep=;\nemail,nama\n', ';'],
    ['note;amount\n"a;b\nc";1,5\n', ';'],
  ] as const)('of %j is %j', (text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });
});

describe('records', () => {
  test('quoted newlines, doubled quotes and empty rows', async () => {
    expect(await read(utf8('a,b\r\n"Jl. Braga 1\r\nBandung","""Kopi"" enak"\r\n\r\n , \r\nx,y'))).toEqual([
      ['a', 'b'],
      ['Jl. Braga 1\nBandung', '"Kopi" enak'],
      ['x', 'y'],
    ]);
  });

  test('keep the line that a spreadsheet shows', async () => {
    const lines: number[] = [];
    for await (const { records } of readRecords(file(utf8('a\n1\n\n"2\n3"\n4\n')), {
      encoding: 'utf-8',
      delimiter: ',',
    }))
      lines.push(...records.map(({ line }) => line));
    expect(lines).toEqual([1, 2, 4, 5]);
  });

  test.each(['\n', '\r\n', '\r', '\r\r\n'])('lines that end with %j', async (end) => {
    expect(await read(utf8(['a,b', '1,2', '3,"4"', ''].join(end)))).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  test('the separator line of Excel is not a row', async () => {
    expect(await inspect(utf8('sep=;\r\nemail;nama\r\nbudi@toko.id;Budi\r\n'))).toMatchObject({
      headers: ['email', 'nama'],
      rows: 1,
      format: { delimiter: ';' },
    });
  });

  test('a quote that is never closed is said with the line where it begins', async () => {
    await expect(read(utf8('a,b\n1,2\n3,"4\n5,6\n'))).rejects.toMatchObject({ kind: 'unclosedQuote', line: 3 });
  });

  test('are the same however the file is cut into steps', async () => {
    const bytes = utf8('nama,kota\r\n"Zoë ""Z"" Müller","Yogya\r\nkarta"\r\n😀,é\r\n');
    const whole = await read(bytes);
    for (let stepBytes = 1; stepBytes < 20; stepBytes++) expect(await read(bytes, {}, stepBytes)).toEqual(whole);
  });

  test('come back as they were written, in any encoding and with any delimiter', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'é', '😀', '"', ',', ';', '\t', '\n', ' ', '0', "'"), maxLength: 8 })
      .map((text) => `x${text}`);
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(...DELIMITERS),
        fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const),
        fc.integer({ min: 1, max: 40 }),
        async (written, delimiter, encoding, stepBytes) => {
          const text = written.map((row) => csvRow(row, delimiter)).join('');
          const bytes = encoding === 'utf-8' ? utf8(text) : utf16(text, encoding === 'utf-16be');
          expect(await read(bytes, { encoding, delimiter }, stepBytes)).toEqual(written);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('inspection', () => {
  test('names columns that have no name, and numbers those that share one', async () => {
    expect((await inspect(utf8('Email,,Phone,phone,Phone,\na@b.id,x,1,2,3,\n'))).headers).toEqual([
      'Email',
      'Column 2',
      'Phone',
      'phone (2)',
      'Phone (3)',
    ]);
  });

  test('a file without a head is told by the address in its first row', async () => {
    expect(await inspect(utf8('budi@toko.id,Budi\nsiti@toko.id,Siti\n'))).toMatchObject({
      hasHeader: false,
      headers: ['Column 1', 'Column 2'],
      rows: 2,
    });
    expect(await inspect(utf8('budi@toko.id,Budi\nsiti@toko.id,Siti\n'), { hasHeader: true })).toMatchObject({
      hasHeader: true,
      rows: 1,
    });
  });

  test('tells what stands in a column', async () => {
    const { columns, tooWide } = await inspect(
      utf8(
        'email,hp,poin,ok,belanja\nbudi@toko.id,0812-3456-789,12,ya,Rp 1.250\n-,6.28E+11,7,tidak,1.250\n,"6,28E+11",8,Ya,1.5\nx,+62 812 3456 7890,9,ya,"1,250",lebih\n',
      ),
    );
    expect(columns).toMatchObject([
      { filled: 2, emails: 1 },
      { filled: 4, phones: 2, scientific: 2, scientificSample: '6.28E+11' },
      { filled: 4, notNumbers: 0 },
      { words: ['ya', 'tidak'], samples: ['ya', 'tidak', 'Ya'] },
      { filled: 4, notNumbers: 1, notNumberSamples: ['1,250'] },
    ]);
    expect(tooWide).toBe(1);
  });

  test.each([
    ['an Excel workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 20), 'workbook'],
    ['an older workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'workbook'],
    ['nothing', new Uint8Array(), 'empty'],
    ['empty lines only', utf8('\n\n , \n'), 'empty'],
    ['a head and no rows', utf8('email,nama\n'), 'noRows'],
  ])('%s is refused with its reason', async (_, bytes, kind) => {
    await expect(inspect(bytes)).rejects.toMatchObject({ kind });
  });

  test('more rows than may be imported are refused', async () => {
    await expect(
      inspectFile(file(utf8('email\na@b.id\nb@b.id\nc@b.id\n')), { ...LIMITS, maxRows: 2 }),
    ).rejects.toMatchObject({ kind: 'tooManyRows', line: 4 });
  });

  test('stops when it is told to', async () => {
    await expect(
      inspectFile(file(utf8('email\na@b.id\n')), { ...LIMITS, signal: AbortSignal.abort() }),
    ).rejects.toThrow(/abort/i);
  });
});

describe('written files', () => {
  test.each(['=1+1', '+628123', '-5', '@SUM(A1)', '\tx', '\rx', '=1+1\n2', '=\r\n'])(
    'the cell %j is made harmless',
    (cell) => {
      expect(csvRow([cell])).toBe(`"'${cell}"\r\n`);
    },
  );

  test('other cells stay as they are', () => {
    expect(csvRow(['a=b', '0812', 'Jl. "X", 1', ''])).toBe('a=b,0812,"Jl. ""X"", 1",\r\n');
    expect(csvRow(['a;b', 'a,b'], ';')).toBe('"a;b";a,b\r\n');
  });

  test('begin with the mark that Excel needs', async () => {
    const bytes = new Uint8Array(await csvFile([csvRow(['é'])]).arrayBuffer());
    expect([...bytes]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa9, 13, 10]);
  });
});
