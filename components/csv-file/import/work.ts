/** A file's rows, looked at and written a piece at a time. It runs in this tab. */
import type { FileFormat } from '@/components/csv/format';
import type { RowFigures, RowKind } from '@/components/csv-file/import/kind';
import type { RowMapping, RowRead } from '@/components/csv/row';
import { readRecords } from '@/components/csv/read';
import { insist } from '@/components/insist';

export interface Refusal<Field extends string, Problem extends string> {
  problem: Problem;
  field: Field | null;
  /** As a spreadsheet counts: from 1, the head included. */
  line: number;
  cells: string[];
}

export interface Source<Item extends object, Field extends string, Problem extends string> {
  file: File;
  format: FileFormat;
  hasHeader: boolean;
  mapping: RowMapping<Field>;
  kind: RowKind<Item, Field, Problem>;
}

export interface Outlook<Field extends string, Problem extends string> extends RowFigures {
  refusals: Refusal<Field, Problem>[];
}

/** Things a call: the most that the server takes. */
const PIECE = 1000;
/** The largest length of their JSON, in characters: well under what the server reads, whatever their bytes. */
const PIECE_LENGTH = 2_000_000;

async function* readsOf<Item extends object, Field extends string, Problem extends string>(
  { file, format, hasHeader, mapping, kind }: Source<Item, Field, Problem>,
  signal: AbortSignal,
): AsyncGenerator<{ line: number; cells: string[]; read: RowRead<Item, Field, Problem> }> {
  let isHead = hasHeader;
  for await (const { records } of readRecords(file, format, { signal })) {
    for (const { line, cells } of isHead ? records.slice(1) : records)
      yield { line, cells, read: kind.read(cells, mapping) };
    if (records.length > 0) isHead = false;
  }
}

/** @param onProgress of the rows that were looked at, now and then */
export async function lookThrough<Item extends object, Field extends string, Problem extends string>(
  source: Source<Item, Field, Problem>,
  onProgress: (rows: number) => void,
  signal: AbortSignal,
): Promise<Outlook<Field, Problem>> {
  const { kind } = source;
  const refusals: Refusal<Field, Problem>[] = [];
  const seen = new Set<string>();
  let rows = 0;
  let items = 0;
  let known = 0;
  let asked: string[] = [];
  const ask = async () => {
    const keys = asked;
    asked = [];
    if (keys.length > 0) known += await insist(() => kind.countKnown(keys, signal), signal);
    onProgress(rows);
  };
  for await (const { line, cells, read } of readsOf(source, signal)) {
    rows++;
    if ('field' in read) refusals.push({ problem: read.problem, field: read.field, line, cells });
    else {
      items++;
      const key = kind.keyOf(read.item);
      if (!seen.has(key)) asked.push(key);
      seen.add(key);
    }
    if (asked.length === PIECE) await ask();
  }
  await ask();
  const created = seen.size - known;
  return { created, known: items - created, refusals };
}

/** Writes what can be read, in the order of the file. @param onProgress of the things that are done with */
export async function writeAll<Item extends object, Field extends string, Problem extends string>(
  source: Source<Item, Field, Problem>,
  onProgress: (items: number) => void,
  signal: AbortSignal,
): Promise<RowFigures> {
  const total = { created: 0, known: 0 };
  let piece: Item[] = [];
  let length = 0;
  const write = async () => {
    if (piece.length === 0) return;
    const items = piece;
    piece = [];
    length = 0;
    // What was written and not answered is sent again as it is, and counts as known.
    const answer = await insist(() => source.kind.write(items, signal), signal);
    total.created += answer.created;
    total.known += answer.known;
    onProgress(total.created + total.known);
  };
  for await (const { read } of readsOf(source, signal)) {
    if ('field' in read) continue;
    piece.push(read.item);
    length += JSON.stringify(read.item).length;
    if (piece.length === PIECE || length >= PIECE_LENGTH) await write();
  }
  await write();
  return total;
}
