/** What the page of a contact shows beside the contact: read on the server first, and in the browser. */
import type { Api } from '@/app/trpc';

const PAGE = 25;

export const timelineOptions = (trpc: Api, id: string) =>
  trpc.contacts.timeline.infiniteQueryOptions({ id, limit: PAGE }, { getNextPageParam: (page) => page.nextCursor });
