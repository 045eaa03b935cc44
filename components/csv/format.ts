/** The format of a text file of rows: its encoding and the mark between its cells, as far as they can be guessed. */

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export interface FileFormat {
  encoding: Encoding;
  delimiter: Delimiter;
}

/** Bytes that are enough for every guess in this file. */
export const SNIFF_BYTES = 64 * 1024;

const startsWith = (bytes: Uint8Array, ...wanted: number[]): boolean => wanted.every((byte, at) => bytes[at] === byte);

/** A workbook of Excel or Numbers (a zip archive), or the older .xls: no text at all. */
export const isWorkbook = (head: Uint8Array): boolean =>
  startsWith(head, 0x50, 0x4b, 0x03, 0x04) || startsWith(head, 0xd0, 0xcf, 0x11, 0xe0);

/** The share of zero bytes at even or odd places: in UTF-16 every second byte of Latin text is zero. */
function zeros(bytes: Uint8Array, parity: 0 | 1): number {
  let found = 0;
  for (let at = parity; at < bytes.length; at += 2) if (bytes[at] === 0) found++;
  return bytes.length === 0 ? 0 : found / Math.ceil(bytes.length / 2);
}

/** Above this share of zeros at one parity, and with hardly any at the other, it is UTF-16. */
const MANY = 0.4;
const FEW = 0.05;

/**
 * By byte order mark, then by the zeros of UTF-16, then by whether the bytes are valid UTF-8. What is not is taken for
 * Windows-1252, in which every byte means something.
 * @param head the first bytes of the file, SNIFF_BYTES at most; a character may be cut off at their end
 */
export function guessEncoding(head: Uint8Array): Encoding {
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be';
  const [even, odd] = [zeros(head, 0), zeros(head, 1)];
  if (odd > MANY && even < FEW) return 'utf-16le';
  if (even > MANY && odd < FEW) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The line that Excel reads the separator from, e.g. `sep=;`. */
export const SEPARATOR_LINE = /^sep=([,;\t])\n/i;

/** Records that are looked at to tell the delimiter. */
const RECORDS = 30;

/** Cells of each of the first records, were they separated by this. Quoted cells may hold anything. */
function widths(text: string, delimiter: Delimiter): number[] {
  const counts: number[] = [];
  let cells = 1;
  let quoted = false;
  let blank = true;
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    if (!quoted && letter === delimiter) cells++;
    if (quoted || letter !== '\n') {
      blank = false;
      continue;
    }
    if (!blank) counts.push(cells);
    if (counts.length === RECORDS) return counts;
    cells = 1;
    blank = true;
  }
  // The last record of a sample may be cut off; of a small file it is the only one.
  if (counts.length < 2 && !blank) counts.push(cells);
  return counts;
}

/**
 * The delimiter that cuts the most records into as many cells as the first one has; among equals the one with more
 * cells. A file of one column has none: the comma.
 * @param text the beginning of the file, its newlines as \n
 */
export function guessDelimiter(text: string): Delimiter {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  if (named !== undefined) return DELIMITERS.find((known) => known === named) ?? ',';
  let best: { delimiter: Delimiter; share: number; cells: number } = { delimiter: ',', share: 0, cells: 1 };
  for (const delimiter of DELIMITERS) {
    const counts = widths(text, delimiter);
    const cells = counts[0] ?? 1;
    if (cells < 2) continue;
    const share = counts.filter((count) => count === cells).length / counts.length;
    if (share > best.share || (share === best.share && cells > best.cells)) best = { delimiter, share, cells };
  }
  return best.delimiter;
}
