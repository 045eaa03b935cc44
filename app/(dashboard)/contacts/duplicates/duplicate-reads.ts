/** The queries of the page of duplicates. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api, Outputs } from '@/app/trpc';

export type Group = Outputs['contacts']['duplicates']['data'][number];

export const duplicateOptions = (trpc: Api) =>
  trpc.contacts.duplicates.infiniteQueryOptions(
    { limit: 20 },
    { getNextPageParam: (page: { cursor: string | null }) => page.cursor, placeholderData: keepPreviousData },
  );
