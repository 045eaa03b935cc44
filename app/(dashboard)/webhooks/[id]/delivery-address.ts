/** What the deliveries of an endpoint shows, by its address: read on the server first, and in the browser. */
import type { Api } from '@/app/trpc';
import { STATUSES } from '@/server/resources/webhooks/vocabulary';

export const ADDRESS = { status: 'all', delivery: '' };
const PAGE = 25;

/** What is chosen. An address that somebody typed may say anything. */
export const statusOf = ({ status }: Readonly<Record<'status', string>>) => STATUSES.find((known) => known === status);

export const deliveryOptions = (trpc: Api, endpointId: string, status: ReturnType<typeof statusOf>) =>
  trpc.webhooks.deliveries.infiniteQueryOptions(
    { endpointId, status, limit: PAGE },
    { getNextPageParam: (page) => page.cursor },
  );
