/**
 * The data of the list of codes, chosen by its address: the page asks for it while it is drawn on the server, and the
 * list in the browser.
 */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { ORIGINS, SORTS } from '@/server/modules/offers/discount-codes/vocabulary';

export const DEFAULTS = { q: '', show: 'all', origin: 'manual', sort: 'newest' };
export const SHOWS = ['all', 'active', 'archived'] as const;
const PAGE = 25;

/** Returns the chosen values. An address that somebody typed may say anything. */
export function chosenBy(address: Readonly<Record<keyof typeof DEFAULTS, string>>) {
  return {
    q: address.q.trim().slice(0, 100),
    show: SHOWS.find((known) => known === address.show) ?? 'all',
    // Rewards come by themselves and would bury what the merchant made.
    origin: address.origin === '' ? '' : (ORIGINS.find((known) => known === address.origin) ?? 'manual'),
    sort: SORTS.find((known) => known === address.sort) ?? 'newest',
  } as const;
}

export const filterOf = ({ q, show, origin, sort }: ReturnType<typeof chosenBy>) => ({
  sort,
  ...(origin !== '' && { origin }),
  ...(q !== '' && { q }),
  ...(show !== 'all' && { active: show === 'active' }),
});

export const listOptions = (trpc: Api, filter: ReturnType<typeof filterOf>) =>
  trpc.discountCodes.list.infiniteQueryOptions(
    { ...filter, limit: PAGE },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );
