/** The queries of the pages of forms. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api, Outputs } from '@/app/trpc';

export type Form = Outputs['forms']['get'];
export const ROOT = '/forms';
/** The number of days that the figures cover. */
export const DAYS = 30;

export const listOptions = (trpc: Api) =>
  trpc.forms.list.infiniteQueryOptions(
    { limit: 25 },
    { getNextPageParam: (page: { cursor: string | null }) => page.cursor, placeholderData: keepPreviousData },
  );

export const submissionOptions = (trpc: Api, id: string) =>
  trpc.forms.submissions.infiniteQueryOptions(
    { id, limit: 25 },
    { getNextPageParam: (page: { cursor: string | null }) => page.cursor, placeholderData: keepPreviousData },
  );
