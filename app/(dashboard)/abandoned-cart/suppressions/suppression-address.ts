/**
 * The data of the list of people who get no reminders, chosen by its address; read first on the server, then in the
 * browser.
 */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';

export const DEFAULTS = { q: '', new: '' };
const PAGE = 50;

export const searchOf = ({ q }: Readonly<Record<'q', string>>): string => q.trim().slice(0, 254);

export const listOptions = (trpc: Api, q: string) =>
  trpc.abandonedCart.searchSuppressions.infiniteQueryOptions(
    { limit: PAGE, ...(q !== '' && { q }) },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );
