/**
 * The data that the deliveries of an endpoint show, chosen by their address; read first on the server, then in the
 * browser.
 */
import type { Api } from '@/app/trpc';
import { STATUSES } from '@/server/modules/account/webhooks/vocabulary';

export const ADDRESS = { status: 'all', delivery: '' };
const PAGE = 25;

/** Returns the chosen status. An address that somebody typed may say anything. */
export const statusOf = ({ status }: Readonly<Record<'status', string>>) => STATUSES.find((known) => known === status);

export const deliveryOptions = (trpc: Api, endpointId: string, status: ReturnType<typeof statusOf>) =>
  trpc.webhooks.deliveries.infiniteQueryOptions(
    { endpointId, status, limit: PAGE },
    { getNextPageParam: (page) => page.cursor },
  );
