/** The first row of a sheet: its encoding and separator, and the positions of the mapped columns. */
import { CsvFault } from '@/components/csv/fault';
import { guessDelimiter, guessEncoding, isWorkbook, SNIFF_BYTES, type FileFormat } from '@/components/csv/format';
import { readRecords, type FileBytes } from '@/components/csv/read';
import { ShopAnswerError } from '@/server/modules/shops/adapters/store';

export interface SheetHead {
  format: FileFormat;
  /** The number of columns, without unnamed ones at the end. */
  width: number;
  /** The position of the column of each field. */
  columns: ReadonlyMap<string, number>;
}

/** Normalises a column's head: heads are equal regardless of case and of spaces around and between words. */
const folded = (head: string): string => head.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * @param mapping the head of the column, by field
 * @throws ShopAnswerError
 */
export async function readHead(file: FileBytes, mapping: Readonly<Record<string, string>>): Promise<SheetHead> {
  const format = await formatOf(file);
  const cells = await inWords(firstRow(file, format));
  const heads = cells.map(folded);
  const columns = new Map<string, number>();
  for (const [field, head] of Object.entries(mapping)) {
    const at = heads.indexOf(folded(head));
    if (at === -1) throw new ShopAnswerError(`The sheet has no column with the heading “${head}”.`);
    columns.set(field, at);
  }
  return { format, width: heads.findLastIndex((head) => head !== '') + 1, columns };
}

async function formatOf(file: FileBytes): Promise<FileFormat> {
  const bytes = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  if (bytes.length === 0) throw new ShopAnswerError('The file is empty.');
  if (isWorkbook(bytes)) throw new ShopAnswerError('The file is a workbook. Save it as CSV.');
  const encoding = guessEncoding(bytes);
  // Every byte means something in it, so nobody would learn that a file was read as another than it is.
  if (encoding === 'windows-1252') throw new ShopAnswerError(WRONG_ENCODING);
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  if (/^\s*<(?:!doctype\s+html|html)\b/i.test(text))
    throw new ShopAnswerError('The address leads to a web page, not to a file. Enter the address of the file.');
  return { encoding, delimiter: guessDelimiter(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')) };
}

async function firstRow(file: FileBytes, format: FileFormat): Promise<string[]> {
  for await (const { records } of readRecords(file, format)) {
    const [first] = records;
    if (first !== undefined) return first.cells;
  }
  throw new ShopAnswerError('The file is empty.');
}

const WRONG_ENCODING = 'The file is neither UTF-8 nor UTF-16. Save it as UTF-8.';

/** @throws ShopAnswerError where the file cannot be read */
export async function inWords<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    if (error.kind === 'encoding') throw new ShopAnswerError(WRONG_ENCODING);
    if (error.kind === 'unclosedQuote')
      throw new ShopAnswerError(`Row ${error.line} of the file has an opening quote without a closing one.`);
    throw new ShopAnswerError('The file cannot be read. Save it again as CSV.');
  }
}
