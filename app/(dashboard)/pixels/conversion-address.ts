/** What the table of purchases shows, by its address: read on the server first, and in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { CONVERSION_STATUSES } from '@/server/resources/pixels/vocabulary';

export const ADDRESS = { status: 'all', event: '' };

/** What is chosen. An address that somebody typed may say anything. */
export const statusOf = ({ status }: Readonly<Record<'status', string>>) =>
  CONVERSION_STATUSES.find((known) => known === status);

export const conversionOptions = (trpc: Api, status: ReturnType<typeof statusOf>) =>
  trpc.pixels.conversions.queryOptions({ status }, { placeholderData: keepPreviousData });
