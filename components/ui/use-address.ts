'use client';
/** Search, filters and order of a list live in the address, so that a link shows the same. */
import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback } from 'react';

/**
 * @param defaults every parameter with the value that the address leaves out
 * @returns the values of the address, and a function that sets some of them without leaving the page
 */
export function useAddress<Values extends Record<string, string>>(
  defaults: Values,
): [values: Values, set: (patch: Partial<Values>) => void] {
  const parameters = useSearchParams();
  const pathname = usePathname();
  const values = Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [name, parameters.get(name) ?? fallback]),
  ) as Values;
  const set = useCallback(
    (patch: Partial<Values>) => {
      // A search that was typed just before the page was left must not lead back to it.
      if (window.location.pathname !== pathname) return;
      const next = new URLSearchParams(window.location.search);
      for (const [name, fallback] of Object.entries(defaults)) {
        const value = patch[name];
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
