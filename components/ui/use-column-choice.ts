'use client';
/** The columns of a table that are left out: as the address says, else as the person chose last in this browser. */
import { useSearchParams } from 'next/navigation';
import { useState, useSyncExternalStore } from 'react';
import { useAccount } from '@/components/shell/use-account';

/** The parameter of the address: keys of the columns that are left out. Those of another table do no harm. */
const PARAMETER = 'without';
const PREFIX = 'laris:columns:';

const listeners = new Set<() => void>();
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function stored(place: string): string {
  try {
    return window.localStorage.getItem(place) ?? '';
  } catch {
    // Browsers that refuse storage: the address is all there is.
    return '';
  }
}

function store(place: string, value: string): void {
  try {
    if (value === '') window.localStorage.removeItem(place);
    else window.localStorage.setItem(place, value);
  } catch {
    // Full or refused: the address has it.
  }
}

function write(address: string): void {
  const next = new URLSearchParams(window.location.search);
  if (address === '') next.delete(PARAMETER);
  else next.set(PARAMETER, address);
  const query = next.toString();
  window.history.replaceState(null, '', `${window.location.pathname}${query === '' ? '' : `?${query}`}`);
}

/**
 * @param name of the table, for what the browser remembers; undefined: nothing can be chosen
 * @returns keys of the columns that are left out, and a function that says them anew
 */
export function useColumnChoice(
  name: string | undefined,
): [without: readonly string[], choose: (keys: string[]) => void] {
  const parameter = useSearchParams().get(PARAMETER);
  const userId = useAccount()?.user.id ?? '';
  const place = `${PREFIX}${userId}:${name ?? ''}`;
  const remembered = useSyncExternalStore(
    listen,
    () => stored(place),
    () => '',
  );
  // The address follows a moment later; a box that is ticked must not wait for it.
  const [chosen, setChosen] = useState<string>();
  const choose = (keys: string[]) => {
    const value = keys.join(',');
    store(place, value);
    setChosen(value);
    write(value);
    for (const listener of listeners) listener();
  };
  if (name === undefined) return [[], choose];
  return [(chosen ?? parameter ?? remembered).split(',').filter((key) => key !== ''), choose];
}
