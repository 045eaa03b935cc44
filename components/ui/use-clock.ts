'use client';
/** The present, for relative times: one timer for all of a page, every half minute. */
import { useSyncExternalStore } from 'react';

const STEP_MS = 30_000;

let current = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    current = Date.now();
    for (const each of listeners) each();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Milliseconds; at most half a minute old. A row that was made since then must not look like the future. */
const read = (): number => (timer === undefined ? (current = Math.max(current, roundedNow())) : current);
const roundedNow = (): number => Math.floor(Date.now() / STEP_MS) * STEP_MS;

export const useClock = (): number => useSyncExternalStore(subscribe, read, read);
