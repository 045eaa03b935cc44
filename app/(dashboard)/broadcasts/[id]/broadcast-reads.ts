/** The recipients of a broadcast, page by page: read first on the server, then in the browser. */
import type { Api } from '@/app/trpc';
import type { RecipientState } from '@/server/modules/messaging/broadcasts/schema';

const PAGE = 20;

export const recipientOptions = (trpc: Api, id: string, state?: RecipientState) =>
  trpc.broadcasts.recipientPage.infiniteQueryOptions(
    { id, limit: PAGE, ...(state === undefined ? {} : { state }) },
    { getNextPageParam: (page) => page.nextCursor },
  );
