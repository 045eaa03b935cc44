/** The data of the list of templates, chosen by its address; read first on the server, then in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';

export const DEFAULTS = { q: '' };
const PAGE = 24;

export const searchOf = ({ q }: Readonly<Record<'q', string>>): string => q.trim().slice(0, 120);

export const listOptions = (trpc: Api, q: string) =>
  trpc.broadcasts.templates.overview.infiniteQueryOptions(
    { limit: PAGE, ...(q !== '' && { q }) },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );
