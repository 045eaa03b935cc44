'use client';
/**
 * Saves what is typed a few seconds after the last key, without a word. What cannot be sent is tried again; the browser
 * has it meanwhile.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { problemOf } from '@/components/ui/problem';

const PAUSE_MS = 3_000;
/** The longest time without a save, for a person who types without a pause. */
const MOST_MS = 20_000;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 60_000;

/** The result of the last try. `copied`: kept beside a post that is not a draft. */
export type Autosaved =
  | { kind: 'none' | 'saving' | 'offline' | 'conflict' }
  | { kind: 'refused'; error: unknown }
  | { kind: 'saved' | 'copied'; at: string };

interface Options {
  values: object;
  dirty: boolean;
  /** Something else is being done with the fields. */
  isPaused: boolean;
  isValid: () => boolean;
  /** @returns how they were kept. @throws the error of the call */
  keep: () => Promise<'saved' | 'copied'>;
  /** Drops the copy after the person took back by hand what was typed: the copy says nothing any more. */
  drop: () => Promise<unknown>;
}

export function useAutosave({ values, dirty, isPaused, isValid, keep, drop }: Options): Autosaved {
  const [state, setState] = useState<Autosaved>({ kind: 'none' });
  const [tries, setTries] = useState(0);
  /** The values that were sent last and need not be sent again. */
  const done = useRef<object | null>(null);
  const isRunning = useRef(false);
  const typingSince = useRef<number | null>(null);
  const failures = useRef(0);
  const hasCopy = useRef(false);

  const run = useEffectEvent(async (): Promise<void> => {
    if (isRunning.current || !isValid()) return;
    isRunning.current = true;
    typingSince.current = null;
    setState({ kind: 'saving' });
    try {
      const kind = await keep();
      done.current = values;
      failures.current = 0;
      hasCopy.current = kind === 'copied';
      setState({ kind, at: new Date().toISOString() });
    } catch (error) {
      const { code, status } = problemOf(error);
      const isGone = code === null || (status ?? 500) >= 500;
      if (isGone) failures.current++;
      else done.current = values;
      if (isGone) setState({ kind: 'offline' });
      else setState(code === 'EDIT_CONFLICT' ? { kind: 'conflict' } : { kind: 'refused', error });
    }
    isRunning.current = false;
    // What was typed meanwhile.
    setTries((count) => count + 1);
  });

  useEffect(() => {
    if (!dirty || isPaused || done.current === values) return;
    typingSince.current ??= Date.now();
    const pause =
      failures.current > 0
        ? Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures.current - 1))
        : Math.max(0, Math.min(PAUSE_MS, typingSince.current + MOST_MS - Date.now()));
    const timer = setTimeout(() => void run(), pause);
    const again = () => void run();
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [values, dirty, isPaused, tries]);

  const revert = useEffectEvent(async (): Promise<void> => {
    if (!hasCopy.current) return;
    hasCopy.current = false;
    await drop().catch(() => undefined);
  });
  useEffect(() => {
    if (!dirty) void revert();
  }, [dirty]);

  // Of fields that say what is stored, only that it was stored is news.
  return dirty || state.kind === 'saved' ? state : { kind: 'none' };
}
