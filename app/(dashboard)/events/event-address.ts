/** What the page of events shows, by its address: read on the server first, and in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { NAME_LENGTH } from '@/server/resources/events/vocabulary';

export const ADDRESS = { name: '' };

/** What is chosen. An address that somebody typed may say anything. */
export const recentOptions = (trpc: Api, { name }: Readonly<typeof ADDRESS>) =>
  trpc.events.recent.queryOptions(name === '' || name.length > NAME_LENGTH ? {} : { name }, {
    placeholderData: keepPreviousData,
  });
