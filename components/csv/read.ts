/**
 * Reads a file of rows in steps: a quarter of a megabyte is decoded and cut into records, handed over, and the page
 * draws before the next one. So a file of 200,000 rows neither freezes the page nor stands in memory as a whole.
 */
import Papa from 'papaparse';
import { CsvFault } from '@/components/csv/fault';
import { SEPARATOR_LINE, type FileFormat } from '@/components/csv/format';
import { withoutTrailing } from '@/server/platform/lib/text';

const STEP_BYTES = 256 * 1024;
/** A record longer than this is no record: a quote was opened and never closed. */
const LONGEST_RECORD = 4 * 1024 * 1024;

export interface CsvRecord {
  /** Place in the file as a spreadsheet counts it: from 1, the head and empty rows included. */
  line: number;
  cells: string[];
}

export interface Batch {
  records: CsvRecord[];
  /** Share of the file that has been read, 0 to 1. */
  progress: number;
}

/** The part of a Blob that is needed to read it; a file on the server's disk has it as well. */
export interface FileBytes {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

interface Parsed {
  data: string[][];
  errors: { code: string; row?: number }[];
  meta: { cursor: number };
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** The longest text that may belong to a line's end of which the rest has not come yet. */
const MOST_HELD = 8;

/** Turns bytes into text with \n at every line's end, whatever the file has, also where a step cuts \r\n apart. */
function textReader(encoding: FileFormat['encoding']): (bytes: Uint8Array | null) => string {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  let held = '';
  let first = true;
  return (bytes) => {
    let text: string;
    try {
      text = held + (bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true }));
    } catch {
      throw new CsvFault('encoding');
    }
    held = '';
    if (bytes !== null) {
      const end = Math.max(withoutTrailing(text, /\r/).length, text.length - MOST_HELD);
      held = text.slice(end);
      text = text.slice(0, end);
    }
    // \r\r\n is what a program makes of a line's end that it turns into one twice.
    const lines = text.replace(/\r+\n?/g, (ends) => (ends.endsWith('\n') ? '\n' : '\n'.repeat(ends.length)));
    if (!first || lines === '') return lines;
    first = false;
    return lines.replace(SEPARATOR_LINE, '\n');
  };
}

/**
 * The records that are not empty, in the order of the file.
 * @throws CsvFault encoding: the bytes are not valid in it; unclosedQuote, with the line where it begins; unreadable:
 *   the file went away while it was read
 */
export async function* readRecords(
  file: FileBytes,
  { encoding, delimiter }: FileFormat,
  { signal, stepBytes = STEP_BYTES }: { signal?: AbortSignal; stepBytes?: number } = {},
): AsyncGenerator<Batch> {
  const parser = new Papa.Parser({ delimiter, newline: '\n' });
  const decode = textReader(encoding);
  let rest = '';
  let line = 0;
  for (let offset = 0; ; offset += stepBytes) {
    signal?.throwIfAborted();
    const last = offset >= file.size;
    const text = rest + decode(last ? null : await bytesOf(file, offset, stepBytes));
    // Its own types leave the result open.
    const { data, errors, meta } = parser.parse(text, 0, !last) as Parsed;
    const open = errors.find(({ code }) => code === 'MissingQuotes');
    if (open) throw new CsvFault('unclosedQuote', line + (open.row ?? data.length) + 1);
    rest = last ? '' : text.slice(meta.cursor);
    if (rest.length > LONGEST_RECORD) throw new CsvFault('unclosedQuote', line + data.length + 1);
    const records: CsvRecord[] = [];
    for (const cells of data) {
      line++;
      if (!isBlank(cells)) records.push({ line, cells });
    }
    yield { records, progress: file.size === 0 ? 1 : Math.min(1, (offset + stepBytes) / file.size) };
    if (last) return;
  }
}

async function bytesOf(file: FileBytes, offset: number, stepBytes: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(offset, offset + stepBytes).arrayBuffer());
  } catch {
    throw new CsvFault('unreadable');
  }
}
