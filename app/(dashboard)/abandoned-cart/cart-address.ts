/** The data of the page of abandoned carts, chosen by its address; read first on the server, then in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { ACTIVITY_DAYS, REMINDER_STATES } from '@/server/modules/offers/abandoned-cart/vocabulary';

const FALLBACK_DAYS = 30;
export const PERIOD = { days: String(FALLBACK_DAYS) };
export const LIST = { q: '', state: 'all' };
export const SHOWN = ['all', ...REMINDER_STATES] as const;
const PAGE = 25;

/** Returns the chosen values. An address that somebody typed may say anything. */
export const periodOf = (address: Readonly<Record<keyof typeof PERIOD, string>>) =>
  ACTIVITY_DAYS.find((known) => String(known) === address.days) ?? FALLBACK_DAYS;
export const chosenBy = (address: Readonly<Record<keyof typeof LIST, string>>) => ({
  q: address.q.trim().slice(0, 255),
  state: SHOWN.find((known) => known === address.state) ?? 'all',
});

export const activityOptions = (trpc: Api, days: ReturnType<typeof periodOf>) =>
  trpc.abandonedCart.activity.queryOptions({ days }, { placeholderData: keepPreviousData });

/** The query that tells whether there is any reminder at all. */
export const anyOptions = (trpc: Api) => trpc.abandonedCart.listReminders.queryOptions({ limit: 1 });

export const listOptions = (trpc: Api, { q, state }: ReturnType<typeof chosenBy>) =>
  trpc.abandonedCart.listReminders.infiniteQueryOptions(
    { limit: PAGE, ...(q !== '' && { q }), ...(state !== 'all' && { state }) },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );
