'use client';
/**
 * Sends the chunks of a file. Runs beside the pages, so that going to another one does not stop it; closing the tab
 * does, and opening the import's page again goes on with what the server does not have yet.
 */
import { useSyncExternalStore } from 'react';
import type { useTRPCClient, Inputs } from '@/app/trpc';
import { problemOf } from '@/components/ui/problem';
import type { KeptImport } from './kept-import';
import { contactOf } from '@/components/csv/contact-rows';
import { readRecords } from '@/components/csv/read';

/** Cuts a file into the chunks that the server takes. The same file and mapping always give the same chunks. */
export type Chunk = Omit<Inputs['contacts']['imports']['putChunk'], 'id'>;
type Row = Chunk['rows'][number];

const CHUNK_ROWS = 2000;
/** The largest length of the JSON, in characters: well under the 10 MiB that the server reads, whatever their bytes. */
const CHUNK_LENGTH = 2_000_000;
/** The length that the server keeps of a cell for the file of refused rows. */
const CELL_LENGTH = 10_000;
const CELLS = 500;

/**
 * Rows in the order of the file, numbered from 0 as a spreadsheet counts them: empty lines count, the head does not.
 */
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

type Client = ReturnType<typeof useTRPCClient>;

export interface Upload {
  state: 'running' | 'failed' | 'done';
  /** Rows that the server has. */
  sent: number;
  /** The time when that was so, in milliseconds. */
  at: number;
  /** The error of a failed upload. */
  error: unknown;
}

const uploads = new Map<string, Upload>();
const stops = new Map<string, AbortController>();
const listeners = new Set<() => void>();

function set(id: string, upload: Upload): void {
  uploads.set(id, upload);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The upload of an import in this tab, if there is one. */
export const useUpload = (id: string): Upload | undefined =>
  useSyncExternalStore(
    subscribe,
    () => uploads.get(id),
    () => undefined,
  );

const TRIES = 6;
const FIRST_PAUSE_MS = 500;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Failures that pass by themselves, of the network and of the server, are tried again for half a minute. */
async function put(client: Client, id: string, chunk: Chunk, signal: AbortSignal): Promise<number> {
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted();
    try {
      return (await client.contacts.imports.putChunk.mutate({ id, ...chunk }, { signal })).uploadedRows;
    } catch (error) {
      const { status } = problemOf(error);
      if (signal.aborted || tried === TRIES || (status !== null && status < 500)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (tried - 1));
    }
  }
}

/**
 * Begins, or goes on; one that runs already is left alone.
 * @param held positions that the server has, and their rows in all
 */
export function startUpload(
  client: Client,
  kept: KeptImport,
  held: { positions: readonly number[]; rows: number },
): void {
  if (stops.has(kept.id)) return;
  const stop = new AbortController();
  stops.set(kept.id, stop);
  set(kept.id, { state: 'running', sent: held.rows, at: Date.now(), error: null });
  void run(client, kept, held, stop.signal)
    .catch((error: unknown) => {
      if (!stop.signal.aborted)
        set(kept.id, { state: 'failed', sent: uploads.get(kept.id)?.sent ?? 0, at: Date.now(), error });
    })
    .finally(() => stops.delete(kept.id));
}

async function run(
  client: Client,
  kept: KeptImport,
  held: { positions: readonly number[]; rows: number },
  signal: AbortSignal,
): Promise<void> {
  const there = new Set(held.positions);
  let sent = held.rows;
  for await (const chunk of chunksOf(kept, signal)) {
    if (there.has(chunk.position)) continue;
    sent = await put(client, kept.id, chunk, signal);
    set(kept.id, { state: 'running', sent, at: Date.now(), error: null });
  }
  set(kept.id, { state: 'done', sent, at: Date.now(), error: null });
}

export function stopUpload(id: string): void {
  stops.get(id)?.abort();
  uploads.delete(id);
}
