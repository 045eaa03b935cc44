/** The data of the list of briefs, chosen by its address. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';

export const ADDRESS = { show: 'current', q: '', new: '' };
export const SHOWN = ['current', 'open', 'archived'] as const;
export const shownOf = (show: string) => SHOWN.find((known) => known === show) ?? 'current';

export const listOptions = (trpc: Api, { show, q }: { show: string; q: string }) =>
  trpc.campaigns.list.infiniteQueryOptions(
    { limit: 25, q: q.slice(0, 100), ...(shownOf(show) !== 'current' && { status: shownOf(show) }) },
    { getNextPageParam: (page: { cursor: string | null }) => page.cursor, placeholderData: keepPreviousData },
  );
