/** The data of the table of purchases, chosen by its address; read first on the server, then in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { CONVERSION_STATUSES } from '@/server/modules/offers/pixels/vocabulary';

export const ADDRESS = { status: 'all', event: '' };

/** Returns the chosen status. An address that somebody typed may say anything. */
export const statusOf = ({ status }: Readonly<Record<'status', string>>) =>
  CONVERSION_STATUSES.find((known) => known === status);

export const conversionOptions = (trpc: Api, status: ReturnType<typeof statusOf>) =>
  trpc.pixels.conversions.queryOptions({ status }, { placeholderData: keepPreviousData });
