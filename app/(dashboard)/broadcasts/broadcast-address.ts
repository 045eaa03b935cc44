/** The data of the list of broadcasts, chosen by its address; read first on the server, then in the browser. */
import type { Api } from '@/app/trpc';

export const DEFAULTS = { q: '', status: 'all' };
export const FILTERS = ['all', 'draft', 'scheduled', 'sending', 'paused'] as const;

/** Returns the chosen filter. An address that somebody typed may say anything. */
export const filterOf = ({ status }: Readonly<Record<'status', string>>) =>
  FILTERS.find((known) => known === status) ?? 'all';

export const listOptions = (trpc: Api, address: Readonly<Record<keyof typeof DEFAULTS, string>>) => {
  const filter = filterOf(address);
  return trpc.broadcasts.overview.infiniteQueryOptions(
    { q: address.q === '' ? undefined : address.q, status: filter === 'all' ? undefined : filter },
    { getNextPageParam: (page) => page.nextCursor },
  );
};
