'use client';
import { useCallback, useSyncExternalStore } from 'react';

/** Timers cannot wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Checks whether an instant lies in the past; says so at that very moment, not at the next tick of a clock. */
export function useHasPassed(instant: string | null): boolean {
  const at = instant === null ? Infinity : Date.parse(instant);
  const subscribe = useCallback(
    (listener: () => void) => {
      const wait = at - Date.now();
      if (!(wait > 0 && wait < LONGEST_MS)) return () => undefined;
      // A timer may fire a little early.
      const timer = setTimeout(listener, wait + 20);
      return () => clearTimeout(timer);
    },
    [at],
  );
  const read = (): boolean => at <= Date.now();
  return useSyncExternalStore(subscribe, read, read);
}
