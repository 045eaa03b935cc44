/** The data of the inbox, chosen by its address. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api, Outputs } from '@/app/trpc';
import { CONVERSATION_STATUSES, type ConversationStatus } from '@/server/modules/messaging/inbox/vocabulary';

/** `conversation` is the one that is open. */
export const ADDRESS = { conversation: '', status: 'open', who: '', q: '' };
export type Address = Readonly<Record<keyof typeof ADDRESS, string>>;
export const WHO = ['me', 'none'] as const;

export type Conversation = Outputs['inbox']['get'];
export type Message = Outputs['inbox']['messages']['data'][number];

export const statusOf = ({ status }: Pick<Address, 'status'>): ConversationStatus =>
  CONVERSATION_STATUSES.find((known) => known === status) ?? 'open';

const whoIn = (who: string): 'me' | 'none' | undefined => (who === 'me' || who === 'none' ? who : undefined);

/** Pages of the list, as the server reads the first of them too. */
export const listOptions = (trpc: Api, address: Omit<Address, 'conversation'>) => {
  const assigneeId = whoIn(address.who);
  return trpc.inbox.list.infiniteQueryOptions(
    {
      status: statusOf(address),
      ...(assigneeId !== undefined && { assigneeId }),
      ...(address.q !== '' && { q: address.q.slice(0, 100) }),
      limit: 30,
    },
    { getNextPageParam: (page: { cursor: string | null }) => page.cursor, placeholderData: keepPreviousData },
  );
};

/** Newest first, in pages that go back in time. */
export const messagesOptions = (trpc: Api, id: string) =>
  trpc.inbox.messages.infiniteQueryOptions(
    { id, limit: 40 },
    { getNextPageParam: (page: { cursor: string | null }) => page.cursor },
  );
