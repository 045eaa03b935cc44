/** The data of the page of referrals, chosen by its address; read first on the server, then in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { ATTRIBUTION_STATUSES, LINK_SORTS } from '@/server/modules/offers/referrals/vocabulary';
import { PERIODS, STEPS } from './referral';

export const OVERVIEW = { days: '30', series: 'clicks' };
export const VIEWS = ['links', 'attributions', 'reviews'] as const;
/** The values that the lists put into the address as well: it begins anew with each of them. */
export const LISTS = { view: 'links', q: '', sort: 'newest', status: 'all', state: 'open' };
export const LINKS = { q: '', sort: 'newest' };
export const ATTRIBUTIONS = { q: '', status: 'all' };
export const REVIEWS = { state: 'open' };
export const REVIEW_STATES = ['open', 'decided'] as const;
export const SHOWN = ['all', ...ATTRIBUTION_STATUSES] as const;
const PAGE = 25;

type Of<Defaults> = Readonly<Record<keyof Defaults, string>>;

/** Returns the chosen values. An address that somebody typed may say anything. */
export const overviewOf = (address: Of<typeof OVERVIEW>) => ({
  days: PERIODS.find((known) => String(known) === address.days) ?? 30,
  step: STEPS.find((known) => known === address.series) ?? 'clicks',
});
export const viewOf = (address: Of<Pick<typeof LISTS, 'view'>>) =>
  VIEWS.find((known) => known === address.view) ?? 'links';
export const linksOf = (address: Of<typeof LINKS>) => ({
  q: address.q.trim().slice(0, 100),
  sort: LINK_SORTS.find((known) => known === address.sort) ?? 'newest',
});
export const attributionsOf = (address: Of<typeof ATTRIBUTIONS>) => ({
  q: address.q.trim().slice(0, 100),
  status: SHOWN.find((known) => known === address.status) ?? 'all',
});

export const reviewsOf = (address: Of<typeof REVIEWS>) =>
  REVIEW_STATES.find((known) => known === address.state) ?? 'open';

export const funnelOptions = (trpc: Api, { days }: Pick<ReturnType<typeof overviewOf>, 'days'>) =>
  trpc.referrals.funnel.queryOptions({ days }, { placeholderData: keepPreviousData });

export const linkOptions = (trpc: Api, { q, sort }: ReturnType<typeof linksOf>) =>
  trpc.referrals.listLinks.infiniteQueryOptions(
    { sort, limit: PAGE, ...(q !== '' && { q }) },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );

export const attributionOptions = (trpc: Api, { q, status }: ReturnType<typeof attributionsOf>) =>
  trpc.referrals.listAttributions.infiniteQueryOptions(
    { limit: PAGE, ...(q !== '' && { q }), ...(status !== 'all' && { status }) },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );

export const reviewOptions = (trpc: Api, state: ReturnType<typeof reviewsOf>) =>
  trpc.referrals.reviews.list.infiniteQueryOptions(
    { state, limit: PAGE },
    { getNextPageParam: (page) => page.cursor, placeholderData: keepPreviousData },
  );
