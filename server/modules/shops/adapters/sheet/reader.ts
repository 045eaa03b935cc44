/**
 * Reads a sheet page by page. The file is downloaded once and checked as a whole, so that no row of a broken file is
 * imported. Then the pages are read from disk as they are asked for.
 */
import { createHash } from 'node:crypto';
import { readRecords, type CsvRecord } from '@/components/csv/read';
import { fetchFile, type SheetFile } from '@/server/modules/shops/adapters/sheet/fetch-file';
import { inWords, readHead, type SheetHead } from '@/server/modules/shops/adapters/sheet/head';
import { rowReader, type RowReader } from '@/server/modules/shops/adapters/sheet/rows';
import {
  ShopAnswerError,
  type Candidate,
  type OpenedShop,
  type Page,
  type Reader,
  type Reading,
  type Refusal,
} from '@/server/modules/shops/adapters/store';

export const PAGE_ROWS = 1000;
export const MOST_ROWS = 200_000;
export const TOO_MANY_ROWS = 'TOO_MANY_ROWS';
/** Raised when the same sheet is read to other rows than before. */
const FORMAT = 1;

/** A sheet whose file was downloaded and can be read. */
interface OpenedSheet extends SheetFile {
  head: SheetHead;
  read: RowReader;
  /** A hash of the file's content and of the settings for reading it. */
  print: string;
  /** The number of rows to import. */
  total: number;
  /** The line of the first row that is not; null: all are. */
  beyond: number | null;
}

/** A file that has not changed since it was last read to its end. */
interface Unchanged {
  mark: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns a fingerprint of the way a file is read: by another mapping the same file says other things. */
const waysOf = ({ config, workspace }: Pick<OpenedShop, 'config' | 'workspace'>): string =>
  sha256(
    JSON.stringify([FORMAT, config.url, config.kind, config.mapping, workspace.country, workspace.currency]),
  ).slice(0, 16);

/** `<ways>:<content> <etag>`, the print and the etag. */
const markOf = (print: string, etag: string | null): string => (etag === null ? print : `${print} ${etag}`);

export class SheetReader implements Reader {
  private sheet: OpenedSheet | Unchanged | null = null;
  private rows: { next: number; records: AsyncGenerator<CsvRecord, void> } | null = null;
  private readonly ways: string;

  constructor(
    private readonly shop: OpenedShop,
    private readonly reading: Reading,
  ) {
    this.ways = waysOf(shop);
  }

  async next(position: string | null): Promise<Page> {
    this.sheet ??= await this.open(position);
    const { sheet } = this;
    if ('mark' in sheet) return this.page([], [], { total: 0, position: null, mark: sheet.mark });
    const { total, print, etag, beyond } = sheet;
    const start = startOf(position, print);
    const size = Math.min(PAGE_ROWS, total - start);
    const [rows, refused] = sorted(await inWords(this.take(sheet, start, size)), sheet.read);
    const next = start + size;
    if (next < total) return this.page(rows, refused, { total, position: `${print}:${next}` });
    if (beyond !== null) refused.push({ ref: `row ${beyond}`, reason: TOO_MANY_ROWS });
    return this.page(rows, refused, { total, position: null, mark: markOf(print, etag) });
  }

  async close(): Promise<void> {
    if (this.sheet !== null && 'file' in this.sheet) await this.sheet.file.close();
    this.sheet = null;
    this.rows = null;
  }

  private page(rows: Candidate[], refused: Refusal[], more: Pick<Page, 'position' | 'total' | 'mark'>): Page {
    const rowSets = [{ resource: this.reading.resource, rows, refused }];
    return { rowSets, count: rows.length + refused.length, ...more };
  }

  private async open(position: string | null): Promise<OpenedSheet | Unchanged> {
    const { config, workspace, now: updatedAt } = this.shop;
    const { kind, mapping = {} } = config;
    // A sheet has rows of one kind.
    if (kind === undefined || kind !== this.reading.resource)
      throw new ShopAnswerError(`The sheet has no ${this.reading.resource}.`);
    const mark = this.reading.mark ?? '';
    const [known = '', etag = null] = mark.split(/ (.*)/s);
    // Whoever goes on in the middle needs the file, and what was known before they began says nothing.
    const isKnown = position === null && known.startsWith(`${this.ways}:`);
    const fetched = await fetchFile(this.shop, { etag: isKnown ? etag : null });
    if (fetched === null) return { mark };
    const { file } = fetched;
    try {
      const print = `${this.ways}:${file.sha256}`;
      if (isKnown && print === known) {
        await file.close();
        return { mark: markOf(print, fetched.etag) };
      }
      const head = await readHead(file, mapping);
      const read = rowReader({ kind, head, workspace, updatedAt });
      return { ...fetched, head, read, print, ...(await inWords(lookThrough(fetched, head))) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Reads the given number of records from a row on. The file can be read in one direction only, so going back starts
   * from its beginning.
   */
  private async take(sheet: OpenedSheet, start: number, size: number): Promise<CsvRecord[]> {
    let records = this.rows?.next === start ? this.rows.records : null;
    this.rows = null;
    if (records === null) {
      records = recordsOf(sheet);
      // The head is one of them.
      for (let skipped = 0; skipped <= start; skipped++) await records.next();
    }
    const taken: CsvRecord[] = [];
    while (taken.length < size) {
      const { value, done } = await records.next();
      if (done === true) throw new ShopAnswerError('The file cannot be read. Save it again as CSV.');
      taken.push(value);
    }
    this.rows = { next: start + size, records };
    return taken;
  }
}

/**
 * Returns the row to start from. A position counts only for the same content and settings; otherwise reading begins
 * anew.
 */
function startOf(position: string | null, print: string): number {
  const at = position?.lastIndexOf(':') ?? -1;
  return position !== null && position.slice(0, at) === print ? Number(position.slice(at + 1)) : 0;
}

async function* recordsOf({ file, head }: Pick<OpenedSheet, 'file' | 'head'>): AsyncGenerator<CsvRecord, void> {
  for await (const { records } of readRecords(file, head.format)) yield* records;
}

/** Counts the rows, and finds unreadable ones. @throws CsvFault */
async function lookThrough({ file }: SheetFile, { format }: SheetHead): Promise<Pick<OpenedSheet, 'total' | 'beyond'>> {
  let seen = -1;
  for await (const { records } of readRecords(file, format)) {
    seen += records.length;
    if (seen <= MOST_ROWS) continue;
    const first = records[records.length - (seen - MOST_ROWS)];
    return { total: MOST_ROWS, beyond: first?.line ?? null };
  }
  return { total: Math.max(seen, 0), beyond: null };
}

function sorted(records: readonly CsvRecord[], read: RowReader): [rows: Candidate[], refused: Refusal[]] {
  const rows: Candidate[] = [];
  const refused: Refusal[] = [];
  for (const record of records) {
    const outcome = read(record);
    if ('candidate' in outcome) rows.push(outcome.candidate);
    else refused.push(outcome.refusal);
  }
  return [rows, refused];
}
