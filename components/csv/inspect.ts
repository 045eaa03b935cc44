/** Looks through a whole file once: its format, its columns with samples of what stands in them, its rows. */
import { readOptOut } from '@/components/csv/contact-columns';
import { isOpen, orderIn, readDay, type DayOrder } from '@/components/csv/days';
import { CsvFault } from '@/components/csv/fault';
import { guessDelimiter, guessEncoding, isWorkbook, SNIFF_BYTES, type FileFormat } from '@/components/csv/format';
import { readRecords, type CsvRecord } from '@/components/csv/read';
import { isEmail, isNothing, isPhone, isScientific, readNumber, withoutApostrophe } from '@/components/csv/values';
import type { Language } from '@/server/platform/lib/language';

/** Samples shown beside a column; different ones. */
const SAMPLES = 4;
/** A column with no more different values than this has a fixed set of words, such as yes and no. */
const WORDS = 12;
const MAX_COLUMNS = 200;
const BEGINNING = 3;

export interface ColumnSummary {
  header: string;
  /** Cells that are not empty. */
  filled: number;
  samples: string[];
  /** The numbers of filled cells that read as an e-mail address, and as a phone. */
  emails: number;
  phones: number;
  /** The cells that are no number in the workspace's language, and different ones of them. */
  notNumbers: number;
  notNumberSamples: string[];
  /** The cells that are a day whatever its order, and those that are one by an order only. */
  days: number;
  openDays: number;
  /** Days of which the year comes first, as ISO 8601 has them: they need no reading. */
  isoDays: number;
  /**
   * The order of day and month that the dates of the column show; null where none does, or they contradict each other.
   */
  dayOrder: DayOrder | null;
  /** The cells that do not say whether somebody opted out (contact-columns.ts). */
  notOptOuts: number;
  /** Numbers that a spreadsheet turned into 6.28E+11, and one of them. */
  scientific: number;
  scientificSample: string | null;
  /** Every different value in lower case while there are few; null when there are many. */
  words: string[] | null;
}

export interface FileSummary {
  format: FileFormat;
  /** By which its numbers are read. */
  language: Language;
  hasHeader: boolean;
  /** As they stand in the file, empty ones named and repeated ones numbered. */
  headers: string[];
  columns: ColumnSummary[];
  /** Rows that are not empty, without the head. */
  rows: number;
  /** The first rows, to show what becomes of them. */
  beginning: string[][];
  /** Rows with more cells than the head has: their values may stand in the wrong column. */
  tooWide: number;
}

interface Options {
  /** The values that the person chose instead of a guess. */
  chosen?: Partial<FileFormat & { hasHeader: boolean }>;
  maxRows: number;
  /** The language of the workspace. */
  language: Language;
  /** Returns the name of a column without a name: “Column 3”. */
  nameOf: (position: number) => string;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** @throws CsvFault */
export async function inspectFile(file: Blob, options: Options): Promise<FileSummary> {
  const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  if (head.length === 0) throw new CsvFault('empty');
  if (isWorkbook(head)) throw new CsvFault('workbook');
  const encoding = options.chosen?.encoding ?? guessEncoding(head);
  const beginning = new TextDecoder(encoding)
    .decode(head, { stream: true })
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  const delimiter = options.chosen?.delimiter ?? guessDelimiter(beginning);
  try {
    return await summarise(file, { encoding, delimiter }, options);
  } catch (error) {
    // Valid at first and not further down: then it never was UTF-8.
    const wrongGuess = error instanceof CsvFault && error.kind === 'encoding' && options.chosen?.encoding === undefined;
    if (!wrongGuess) throw error;
    return await summarise(file, { encoding: 'windows-1252', delimiter }, options);
  }
}

async function summarise(
  file: Blob,
  format: FileFormat,
  { chosen, maxRows, language, nameOf, onProgress, signal }: Options,
): Promise<FileSummary> {
  let columns: Tally[] | undefined;
  let headers: string[] = [];
  let hasHeader = true;
  let rows = 0;
  let tooWide = 0;
  const beginning: string[][] = [];
  for await (const { records, progress } of readRecords(file, format, { signal })) {
    for (const record of records) {
      if (columns === undefined) {
        hasHeader = chosen?.hasHeader ?? looksLikeHead(record);
        headers = hasHeader ? namesOf(record.cells, nameOf) : record.cells.map((_, at) => nameOf(at + 1));
        if (headers.length > MAX_COLUMNS) throw new CsvFault('tooManyColumns', record.line);
        columns = headers.map(() => new Tally(language));
        if (hasHeader) continue;
      }
      rows++;
      if (rows > maxRows) throw new CsvFault('tooManyRows', record.line);
      if (beginning.length < BEGINNING) beginning.push(record.cells);
      if (isTooWide(record.cells, headers.length)) tooWide++;
      for (const [at, tally] of columns.entries()) tally.add(record.cells[at] ?? '');
    }
    onProgress?.(progress);
  }
  if (columns === undefined) throw new CsvFault('empty');
  if (rows === 0) throw new CsvFault('noRows');
  return {
    format,
    language,
    hasHeader,
    headers,
    columns: columns.map((tally, at) => tally.summary(headers[at] ?? '')),
    rows,
    beginning,
    tooWide,
  };
}

/** More cells than the head names, and something in them: a value with the delimiter in it was not quoted. */
export const isTooWide = (cells: readonly string[], width: number): boolean =>
  cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '');

/** A first row with an address or a number in it is a row already. */
const looksLikeHead = ({ cells }: CsvRecord): boolean =>
  !cells.some((cell) => isEmail(cell.trim()) || isPhone(cell.trim()));

/** Names that can be told apart: “Column 3” for none, “Phone (2)” for the second of its name. */
function namesOf(cells: readonly string[], nameOf: Options['nameOf']): string[] {
  // A file that was saved with a delimiter too many at each line's end.
  const end = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const taken = new Map<string, number>();
  return cells.slice(0, end).map((cell, at) => {
    const name = cell.trim().replace(/\s+/g, ' ') || nameOf(at + 1);
    const times = (taken.get(name.toLowerCase()) ?? 0) + 1;
    taken.set(name.toLowerCase(), times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

const keep = (samples: string[], value: string): void => {
  if (samples.length < SAMPLES && !samples.includes(value)) samples.push(value);
};

class Tally {
  private filled = 0;
  private emails = 0;
  private phones = 0;
  private notNumbers = 0;
  private readonly notNumberSamples: string[] = [];
  private notOptOuts = 0;
  private days = 0;
  private openDays = 0;
  private isoDays = 0;
  private readonly dayOrders = new Set<DayOrder>();
  private scientific = 0;
  private scientificSample: string | null = null;
  private readonly samples: string[] = [];
  private words: Set<string> | null = new Set();

  constructor(private readonly language: Language) {}

  add(cell: string): void {
    const value = withoutApostrophe(cell.trim());
    if (isNothing(value)) return;
    this.filled++;
    keep(this.samples, value);
    if (this.words) {
      this.words.add(value.toLowerCase());
      if (this.words.size > WORDS) this.words = null;
    }
    if (readNumber(value, this.language) === null) {
      this.notNumbers++;
      keep(this.notNumberSamples, value);
    }
    if (readOptOut(value) === null) this.notOptOuts++;
    this.addDay(value);
    if (isScientific(value)) {
      this.scientific++;
      this.scientificSample ??= value;
      return;
    }
    if (isEmail(value)) this.emails++;
    if (isPhone(value)) this.phones++;
  }

  private addDay(value: string): void {
    if (isOpen(value)) this.openDays++;
    else if (readDay(value, null) !== null) this.days++;
    if (/^\d{4}-\d\d-\d\d(?:$|[T ])/.test(value)) this.isoDays++;
    const order = orderIn(value);
    if (order !== null) this.dayOrders.add(order);
  }

  summary(header: string): ColumnSummary {
    const { filled, samples, emails, phones, notNumbers, notNumberSamples, notOptOuts, scientific, scientificSample } =
      this;
    return {
      header,
      filled,
      samples,
      emails,
      phones,
      notNumbers,
      notNumberSamples,
      notOptOuts,
      days: this.days,
      openDays: this.openDays,
      isoDays: this.isoDays,
      dayOrder: this.dayOrders.size === 1 ? ([...this.dayOrders][0] ?? null) : null,
      scientific,
      scientificSample,
      words: this.words === null ? null : [...this.words],
    };
  }
}
