'use client';
/**
 * Sends the chunks of a file. Runs beside the pages, so that going to another one does not stop it; closing the tab
 * does, and opening the import's page again goes on with what the server does not have yet.
 */
import { useSyncExternalStore } from 'react';
import type { useTRPCClient } from '@/app/trpc';
import { problemOf } from '@/components/ui/problem';
import { chunksOf, type Chunk } from './chunks';
import type { KeptImport } from './kept-import';

type Client = ReturnType<typeof useTRPCClient>;

export interface Upload {
  state: 'running' | 'failed' | 'done';
  /** Rows that the server has. */
  sent: number;
  /** When that was so, milliseconds. */
  at: number;
  /** Of a failed one. */
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
