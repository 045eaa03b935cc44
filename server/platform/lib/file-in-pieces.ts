/** Files that are written while their rows are read, so that none has to fit into memory. */

interface Pages<Row> {
  /** The text before the first row. */
  head: string;
  /** Rows of a page. */
  size: number;
  /** Reads the page after a row; the first page without a row. */
  read: (after: Row | undefined) => Promise<Row[]>;
  write: (row: Row) => string;
}

/**
 * Yields the file in pieces, one page a piece; without rows, only the head. Pages are read one after the other and
 * without a transaction, which would hold a connection for as long as the slowest client reads.
 */
export async function* inPieces<Row>({ head, size, read, write }: Pages<Row>): AsyncGenerator<string, void> {
  let piece = head;
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    yield piece + rows.map(write).join('');
    piece = '';
    last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
  }
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const;

/** The answer that a browser saves as `contacts-2026-11-23.csv`. */
export const download = <Body>(noun: string, format: keyof typeof TYPES, now: Date, body: Body) => ({
  headers: {
    'content-type': TYPES[format],
    'content-disposition': `attachment; filename="${noun}-${now.toISOString().slice(0, 10)}.${format}"`,
  },
  body,
});
