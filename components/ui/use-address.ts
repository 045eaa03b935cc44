'use client';
/** Search, filters and order of a list live in the address, so that a link shows the same. */
import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback } from 'react';
import { addressOf } from '@/components/ui/address';

/**
 * @param defaults every parameter with the value that the address leaves out
 * @returns the values of the address, and a function that sets some of them without leaving the page
 */
export function useAddress<Name extends string>(
  defaults: Readonly<Record<Name, string>>,
): [values: Record<Name, string>, set: (patch: Partial<Record<Name, string>>) => void] {
  const parameters = useSearchParams();
  const pathname = usePathname();
  const values = addressOf(defaults, parameters);
  const set = useCallback(
    (patch: Partial<Record<Name, string>>) => {
      // A search that was typed just before the page was left must not lead back to it.
      if (window.location.pathname !== pathname) return;
      const next = new URLSearchParams(window.location.search);
      for (const name in defaults) {
        const value = patch[name];
        const fallback = defaults[name];
        if (value === fallback) next.delete(name);
        else if (value !== undefined) next.set(name, value);
      }
      const query = next.toString();
      window.history.replaceState(null, '', query === '' ? pathname : `${pathname}?${query}`);
    },
    [defaults, pathname],
  );
  return [values, set];
}
