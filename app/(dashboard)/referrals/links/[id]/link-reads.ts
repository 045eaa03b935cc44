/** The people who came through a link, page by page: read first on the server, then in the browser. */
import type { Api } from '@/app/trpc';

const PAGE = 10;

export const friendOptions = (trpc: Api, linkId: string) =>
  trpc.referrals.listAttributions.infiniteQueryOptions(
    { linkId, limit: PAGE },
    { getNextPageParam: (page) => page.nextCursor },
  );
