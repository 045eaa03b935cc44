/** The contacts of a segment, page by page: read first on the server, then in the browser. */
import type { Api } from '@/app/trpc';

const PAGE = 25;

export const contactOptions = (trpc: Api, id: string) =>
  trpc.audienceSegments.contacts.infiniteQueryOptions({ id, limit: PAGE }, { getNextPageParam: (page) => page.cursor });
