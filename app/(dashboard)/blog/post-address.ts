/** The data of the list of posts, chosen by its address; read first on the server, then in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';

export const DEFAULTS = { q: '', status: 'all' };
export const FILTERS = ['all', 'draft', 'scheduled', 'published'] as const;
const PAGE = 25;

/** Returns the chosen values. An address that somebody typed may say anything. */
export const chosenBy = ({ q, status }: Readonly<Record<keyof typeof DEFAULTS, string>>) => ({
  q: q.trim().slice(0, 100),
  filter: FILTERS.find((known) => known === status) ?? 'all',
});

export const listOptions = (trpc: Api, { q, filter }: ReturnType<typeof chosenBy>) =>
  trpc.blog.overview.infiniteQueryOptions(
    { limit: PAGE, ...(q !== '' && { q }), ...(filter !== 'all' && { status: filter }) },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );
