/** What the outbox of the sandbox shows, by its address: read on the server first, and in the browser. */
import type { Api } from '@/app/trpc';
import { OUTBOX_STATUSES } from '@/server/resources/sandbox/vocabulary';

export const DEFAULTS = { q: '', status: 'all', message: '' };

/** What is chosen. An address that somebody typed may say anything. */
export const chosenBy = ({ q, status }: Readonly<Record<'q' | 'status', string>>) => ({
  q: q === '' ? undefined : q,
  status: OUTBOX_STATUSES.find((known) => known === status),
});

export const listOptions = (trpc: Api, chosen: ReturnType<typeof chosenBy>) =>
  trpc.sandbox.list.infiniteQueryOptions(chosen, { getNextPageParam: (page) => page.nextCursor });
