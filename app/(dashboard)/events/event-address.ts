/** The data of the page of events, chosen by its address; read first on the server, then in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { NAME_LENGTH } from '@/server/modules/audience/events/vocabulary';

export const ADDRESS = { name: '' };

/** The query for the chosen events. An address that somebody typed may say anything. */
export const recentOptions = (trpc: Api, { name }: Readonly<typeof ADDRESS>) =>
  trpc.events.recent.queryOptions(name === '' || name.length > NAME_LENGTH ? {} : { name }, {
    placeholderData: keepPreviousData,
  });
