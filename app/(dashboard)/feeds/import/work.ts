/** A file's products, looked at and written a piece at a time. It runs in this tab. */
import type { useTRPCClient } from '@/app/trpc';
import type { FileFormat } from '@/components/csv/format';
import type { ProductMapping } from '@/components/csv/product-columns';
import { productOf, type FiledProduct, type Prices, type ProductOutcome } from '@/components/csv/product-rows';
import { readRecords } from '@/components/csv/read';
import { problemOf } from '@/components/ui/problem';

type Client = ReturnType<typeof useTRPCClient>;
export type Refusal = Extract<ProductOutcome, { product: null }> & {
  /** As a spreadsheet counts: from 1, the head included. */
  line: number;
  cells: string[];
};

export interface Source {
  file: File;
  format: FileFormat;
  hasHeader: boolean;
  mapping: ProductMapping;
  prices: Prices;
}

/** What the file would do. A product that stands twice counts once as new, and then as updated. */
export interface Outlook {
  created: number;
  updated: number;
  refusals: Refusal[];
}

/** Products a call: the most that the server takes. */
const PIECE = 1000;
/** Of their JSON, in characters: well under what the server reads, whatever their bytes. */
const PIECE_LENGTH = 2_000_000;

const TRIES = 5;
const FIRST_PAUSE_MS = 500;

/** Failures that pass by themselves, of the network and of the server, are tried again. */
async function insist<Answer>(call: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      const { status } = problemOf(error);
      if (signal.aborted || tried === TRIES || (status !== null && status < 500)) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (tried - 1)));
    }
  }
}

async function* outcomesOf(
  { file, format, hasHeader, mapping, prices }: Source,
  signal: AbortSignal,
): AsyncGenerator<{ line: number; cells: string[]; outcome: ProductOutcome }> {
  let isHead = hasHeader;
  for await (const { records } of readRecords(file, format, { signal })) {
    for (const { line, cells } of isHead ? records.slice(1) : records)
      yield { line, cells, outcome: productOf(cells, mapping, prices) };
    if (records.length > 0) isHead = false;
  }
}

/** @param tell of the rows that were looked at, now and then */
export async function lookThrough(
  client: Client,
  source: Source,
  tell: (rows: number) => void,
  signal: AbortSignal,
): Promise<Outlook> {
  const refusals: Refusal[] = [];
  const seen = new Set<string>();
  let rows = 0;
  let products = 0;
  let known = 0;
  let asked: string[] = [];
  const ask = async () => {
    if (asked.length > 0)
      known += (await insist(() => client.feeds.knownProducts.mutate({ externalRefs: asked }, { signal }), signal))
        .known;
    asked = [];
    tell(rows);
  };
  for await (const { line, cells, outcome } of outcomesOf(source, signal)) {
    rows++;
    if (outcome.product === null) refusals.push({ ...outcome, line, cells });
    else {
      products++;
      const { externalRef } = outcome.product;
      if (!seen.has(externalRef)) asked.push(externalRef);
      seen.add(externalRef);
    }
    if (asked.length === PIECE) await ask();
  }
  await ask();
  const created = seen.size - known;
  return { created, updated: products - created, refusals };
}

/** Writes what can be read, in the order of the file. @param tell of the products that are written */
export async function writeAll(
  client: Client,
  source: Source,
  tell: (products: number) => void,
  signal: AbortSignal,
): Promise<{ created: number; updated: number }> {
  const total = { created: 0, updated: 0 };
  let piece: FiledProduct[] = [];
  let length = 0;
  const write = async () => {
    if (piece.length === 0) return;
    // What was written and not answered is written again as it is, and counts as updated.
    const answer = await insist(() => client.feeds.importProducts.mutate({ products: piece }, { signal }), signal);
    total.created += answer.created;
    total.updated += answer.updated;
    piece = [];
    length = 0;
    tell(total.created + total.updated);
  };
  for await (const { outcome } of outcomesOf(source, signal)) {
    if (outcome.product === null) continue;
    piece.push(outcome.product);
    length += JSON.stringify(outcome.product).length;
    if (piece.length === PIECE || length >= PIECE_LENGTH) await write();
  }
  await write();
  return total;
}
