/** The data that the page of a contact shows besides the contact: read first on the server, then in the browser. */
import type { Api } from '@/app/trpc';

const PAGE = 25;

export const timelineOptions = (trpc: Api, id: string) =>
  trpc.contacts.timeline.infiniteQueryOptions({ id, limit: PAGE }, { getNextPageParam: (page) => page.nextCursor });
