/** The data of the list of programs, chosen by its address. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';

export const ADDRESS = { show: 'current', new: '' };
export const SHOWN = ['current', 'live', 'archived'] as const;
export const shownOf = (show: string) => SHOWN.find((known) => known === show) ?? 'current';

export const listOptions = (trpc: Api, show: (typeof SHOWN)[number]) =>
  trpc.programs.list.infiniteQueryOptions(
    { limit: 25, ...(show !== 'current' && { status: show }) },
    { getNextPageParam: (page: { cursor: string | null }) => page.cursor, placeholderData: keepPreviousData },
  );
