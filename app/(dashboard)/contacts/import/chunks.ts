/** Cuts a file into the chunks that the server takes. The same file and mapping always give the same chunks. */
import type { Inputs } from '@/app/trpc';
import { contactOf } from '@/components/csv/contact-rows';
import { readRecords } from '@/components/csv/read';
import type { KeptImport } from './kept-import';

export type Chunk = Omit<Inputs['contacts']['imports']['putChunk'], 'id'>;
type Row = Chunk['rows'][number];

const CHUNK_ROWS = 2000;
/** Of the JSON, in characters: well under the 10 MiB that the server reads, whatever their bytes. */
const CHUNK_LENGTH = 2_000_000;
/** What the server keeps of a cell for the file of refused rows. */
const CELL_LENGTH = 10_000;
const CELLS = 500;

/** Rows in the order of the file, numbered from 0 as a spreadsheet counts them: empty lines count, the head does not. */
async function* rowsOf(
  { file, format, hasHeader, mapping, language }: KeptImport,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  const head = hasHeader ? 1 : 0;
  let isHead = hasHeader;
  for await (const { records } of readRecords(file, format, { signal })) {
    const data = isHead ? records.slice(1) : records;
    if (records.length > 0) isHead = false;
    yield data.map(({ line, cells }) => {
      const { contact, problem, since } = contactOf(cells, mapping, language);
      return {
        row: line - 1 - head,
        contact: { ...contact },
        cells: cells.slice(0, CELLS).map((cell) => cell.slice(0, CELL_LENGTH)),
        ...(problem !== null && { problem }),
        ...(since !== undefined && { since }),
      };
    });
  }
}

/** The cells go twice, once as fields of the contact. */
const lengthOf = ({ cells }: Row): number => 2 * cells.reduce((sum, cell) => sum + cell.length + 16, 0);

export async function* chunksOf(kept: KeptImport, signal: AbortSignal): AsyncGenerator<Chunk> {
  let position = 0;
  let length = 0;
  let rows: Row[] = [];
  for await (const batch of rowsOf(kept, signal)) {
    for (const row of batch) {
      const [first] = rows;
      // The rows of a chunk follow one another: an empty line in the file ends one.
      if (first && (rows.length === CHUNK_ROWS || length >= CHUNK_LENGTH || row.row !== first.row + rows.length)) {
        yield { position: position++, firstRow: first.row, rows };
        rows = [];
        length = 0;
      }
      rows.push(row);
      length += lengthOf(row);
    }
  }
  const [first] = rows;
  if (first) yield { position, firstRow: first.row, rows };
}
