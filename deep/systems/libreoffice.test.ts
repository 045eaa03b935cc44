/** A merchant's sheet as LibreOffice writes it into CSV (LibreOffice 7.4 of Debian 12), whose locale decides how. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOrderOf, guessMapping } from '@/components/csv/contact-columns';
import { codeOf } from '@/components/csv/code-rows';
import { contactOf } from '@/components/csv/contact-rows';
import { inspectFile } from '@/components/csv/inspect';
import { readRecords } from '@/components/csv/read';
import { isHere } from '@/deep/systems/program';

const run = promisify(execFile);

const text = (value: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${value.replaceAll('"', '&quot;')}</text:p></table:table-cell>`;
const number = (value: number, style: 'plain' | 'thousands' | 'money' | 'percent'): string =>
  `<table:table-cell table:style-name="${style}" office:value-type="float" office:value="${value}"/>`;
const day = (value: string): string =>
  `<table:table-cell table:style-name="day" office:value-type="date" office:date-value="${value}"/>`;

const HEAD = ['Email', 'Phone', 'Rate', 'Points', 'Total spent', 'Visited', 'NIK', 'Note'];
const ROWS = [
  [
    ...[text('sari@shopper.example'), text('081234567890'), number(0.125, 'plain'), number(1250, 'thousands')],
    ...[number(1_234_567.5, 'money'), day('2026-04-03'), text('3174012345678901'), text('Sari, the "first"; good')],
  ],
  // A day after the twelfth tells the order of a column.
  [
    ...[text('budi@shopper.example'), text('02155512345'), number(-1250.5, 'plain'), number(7, 'thousands')],
    ...[number(1250.25, 'money'), day('2026-11-29'), text('3174019876543210'), text("'quoted'")],
  ],
];
const decimals = (count: number): string =>
  `number:decimal-places="${count}" number:min-decimal-places="${count}" number:min-integer-digits="1" number:grouping="true"`;
const cellStyle = (name: string, data: string): string =>
  `<style:style style:name="${name}" style:family="table-cell" style:data-style-name="${data}"/>`;
const row = (cells: string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`;
const namespaces = { office: 'office', table: 'table', text: 'text', style: 'style', number: 'datastyle' };
const sheetOf = (rows: string[][]): string => `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${Object.entries(namespaces)
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>
<number:number-style style:name="n0"><number:number ${decimals(0)}/></number:number-style>
<number:number-style style:name="n2"><number:number ${decimals(2)}/></number:number-style>
<number:date-style style:name="d" number:automatic-order="true" number:format-source="language"><number:month/><number:text>/</number:text><number:day/><number:text>/</number:text><number:year/></number:date-style>
<number:percentage-style style:name="p"><number:number ${decimals(2)}/><number:text>%</number:text></number:percentage-style>
${cellStyle('percent', 'p')}${cellStyle('thousands', 'n0')}${cellStyle('money', 'n2')}${cellStyle('day', 'd')}
</office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="Sheet">${rows.map(row).join('')}</table:table></office:spreadsheet></office:body>
</office:document>`;

const CONTACTS = [
  {
    email: 'sari@shopper.example',
    phone: '081234567890',
    attributes: {
      rate: 0.125,
      points: 1250,
      total_spent: 1_234_567.5,
      visited: '2026-04-03',
      nik: '3174012345678901',
      note: 'Sari, the "first"; good',
    },
  },
  {
    email: 'budi@shopper.example',
    phone: '02155512345',
    attributes: {
      rate: -1250.5,
      points: 7,
      total_spent: 1250.25,
      visited: '2026-11-29',
      nik: '3174019876543210',
      note: "'quoted'",
    },
  },
];

const CODES = [
  ['Kode', 'Nilai', 'Minimum'].map(text),
  [text('HEMAT25'), number(0.25, 'percent'), number(1_500_000, 'thousands')],
];

describe.skipIf(!isHere('soffice', 'libreoffice-calc'))('a sheet', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'libreoffice-'));
    await writeFile(path.join(folder, 'customers.fods'), sheetOf([HEAD.map(text), ...ROWS]));
    await writeFile(path.join(folder, 'codes.fods'), sheetOf(CODES));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** As the program of this locale saves it: commas between cells, UTF-8, the cells as they are shown. */
  async function saved(sheet: string, locale: string): Promise<Blob> {
    const own = path.join(folder, locale);
    await mkdir(path.join(own, 'user'), { recursive: true });
    await writeFile(
      path.join(own, 'user/registrymodifications.xcu'),
      `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${locale}</value></prop></item></oor:items>`,
    );
    await run('soffice', [
      ...[`-env:UserInstallation=file://${own}`, '--headless'],
      ...['--convert-to', 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true', '--outdir', own],
      path.join(folder, `${sheet}.fods`),
    ]);
    return new Blob([await readFile(path.join(own, `${sheet}.csv`))]);
  }

  it.each([
    ['id-ID', 'id', '"1.234.567,50",03/04/26'],
    ['de-DE', 'id', '"1.234.567,50",03.04.26'],
    ['en-US', 'en', '"1,234,567.50",4/3/26'],
  ] as const)('of customers under %s has the same contacts (language %s)', async (locale, language, written) => {
    const file = await saved('customers', locale);
    expect(await file.text()).toContain(written);

    const { columns, format } = await inspectFile(file, { maxRows: 10, language, nameOf: String });
    const mapping = guessMapping(columns).map((target, at) =>
      target.kind === 'attribute' && target.type === 'date'
        ? { ...target, order: dayOrderOf(target, columns[at]!, language) ?? undefined }
        : target,
    );
    const contacts: unknown[] = [];
    for await (const { records } of readRecords(file, format))
      for (const { cells } of records.slice(1)) contacts.push(contactOf(cells, mapping, language));
    expect(contacts).toEqual(CONTACTS.map((contact) => ({ contact, problem: null })));
  });

  it.each([
    ['id-ID', 'id', '"25,00%",1.500.000'],
    ['de-DE', 'id', '"25,00%",1.500.000'],
    ['en-US', 'en', '25.00%,"1,500,000"'],
  ] as const)('of codes under %s has the same share (language %s)', async (locale, language, written) => {
    const file = await saved('codes', locale);
    expect(await file.text()).toContain(written);

    const { format } = await inspectFile(file, { maxRows: 10, language, nameOf: String });
    const codes: unknown[] = [];
    for await (const { records } of readRecords(file, format))
      for (const { cells } of records.slice(1))
        codes.push(
          codeOf(cells, ['code', 'value', 'minPurchaseAmount'], {
            language,
            currency: 'IDR',
            timeZone: 'Asia/Jakarta',
          }),
        );
    expect(codes).toMatchObject([
      { item: { code: 'HEMAT25', type: 'percent', value: 25, minPurchaseAmount: 1_500_000 } },
    ]);
  });
});
