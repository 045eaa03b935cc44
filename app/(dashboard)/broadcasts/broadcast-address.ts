/** What the list of broadcasts shows, by its address: read on the server first, and in the browser. */
import type { Api } from '@/app/trpc';

export const DEFAULTS = { q: '', status: 'all' };
export const FILTERS = ['all', 'draft', 'scheduled', 'sending', 'paused'] as const;

/** What is chosen. An address that somebody typed may say anything. */
export const filterOf = ({ status }: Readonly<Record<'status', string>>) =>
  FILTERS.find((known) => known === status) ?? 'all';

export const listOptions = (trpc: Api, address: Readonly<Record<keyof typeof DEFAULTS, string>>) => {
  const filter = filterOf(address);
  return trpc.broadcasts.overview.infiniteQueryOptions(
    { q: address.q === '' ? undefined : address.q, status: filter === 'all' ? undefined : filter },
    { getNextPageParam: (page) => page.nextCursor },
  );
};
