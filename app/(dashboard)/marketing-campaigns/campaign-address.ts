/** The data of the list of campaigns, chosen by its address; read first on the server, then in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { CAMPAIGN_STATUSES } from '@/server/modules/overview/marketing-campaigns/vocabulary';

/** `new` opens the form, so that other pages can link to it; `sample` with something to change rather than to begin. */
export const DEFAULTS = { q: '', status: 'all', new: '' };
export const SHOWS = ['all', ...CAMPAIGN_STATUSES] as const;
const PAGE = 25;

/** Returns the chosen values. An address that somebody typed may say anything. */
export const chosenBy = ({ q, status }: Readonly<Record<'q' | 'status', string>>) => ({
  q: q.trim().slice(0, 120),
  show: SHOWS.find((known) => known === status) ?? 'all',
});

export const listOptions = (trpc: Api, { q, show }: ReturnType<typeof chosenBy>) =>
  trpc.marketingCampaigns.overview.infiniteQueryOptions(
    { limit: PAGE, ...(q !== '' && { q }), ...(show !== 'all' && { status: show }) },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );
