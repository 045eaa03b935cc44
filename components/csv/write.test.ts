/** Files for spreadsheets: no cell is a formula, and every file is written here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutApostrophe } from '@/components/csv/values';
import { csvRow } from '@/components/csv/write';

// The beginnings that OWASP names (CSV Injection): = + - @, tab, carriage return, line feed, and the full-width signs.
test.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(1)'])(
  'the cell %j is text, whatever separates the cells, and is read back as it was',
  (cell) => {
    for (const delimiter of [',', ';', '\t'] as const)
      expect(csvRow(['a', cell], delimiter)).toMatch(/^a[,;\t]"?'[=+\-@＝＋－＠\t\r\n]/);
    expect(withoutApostrophe(`'${cell}`)).toBe(cell);
  },
);

test('words stay as they are', () => {
  expect(csvRow(['a', 'it = 1', "'tis", '１'])).toBe("a,it = 1,'tis,１\r\n");
});

/** An apostrophe would be part of a product's name to a network's program, or of a name in SQL. */
const NOT_FOR_PEOPLE = ['server/backup/catalogue.ts', 'server/modules/shops/feeds/catalogue.ts'];

test('no file for people is written by anything else', () => {
  const sources = ['app', 'components', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => join(folder, name)),
  );
  // A cell of CSV is made by doubled double quotes, or by Papa's writer.
  const makesCells = /replace(?:All)?\((?:\/"\/g|'"'), '""'\)|\bunparse\(/;
  const writers = sources.filter((path) => makesCells.test(readFileSync(path, 'utf8')));
  expect(writers.sort()).toEqual(['components/csv/write.ts', ...NOT_FOR_PEOPLE].sort());
});
