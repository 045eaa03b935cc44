/** The data of the sandbox's outbox, chosen by its address; read first on the server, then in the browser. */
import type { Api } from '@/app/trpc';
import { OUTBOX_STATUSES } from '@/server/sandbox/vocabulary';

export const DEFAULTS = { q: '', status: 'all', message: '' };

/** Returns the chosen values. An address that somebody typed may say anything. */
export const chosenBy = ({ q, status }: Readonly<Record<'q' | 'status', string>>) => ({
  q: q === '' ? undefined : q,
  status: OUTBOX_STATUSES.find((known) => known === status),
});

export const listOptions = (trpc: Api, chosen: ReturnType<typeof chosenBy>) =>
  trpc.sandbox.list.infiniteQueryOptions(chosen, { getNextPageParam: (page) => page.nextCursor });
