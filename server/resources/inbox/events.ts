/** What is told of the inbox (docs/contract/inbox.md#events). */
import * as z from 'zod';
import { defineEvents } from '@/server/events/declaration';
import { tellConversation, type ConversationRow, type MessageRow } from '@/server/resources/inbox/rows';
import { toldConversation, toldMessage } from '@/server/resources/inbox/schema';

const toldOfConversation = z.object({ conversation: toldConversation });
const toldOfMessage = z.object({ message: toldMessage });

export const conversationEvents = defineEvents<ConversationRow>({
  table: 'Conversation',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['searched'],
  payloads: {
    'svc.inbox.conversation_opened.v1': toldOfConversation,
    'svc.inbox.conversation_closed.v1': toldOfConversation,
    'svc.inbox.assigned.v1': toldOfConversation,
  },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => toldOfConversation.parse({ conversation: tellConversation(after) });
    const isMoved = after.status !== before?.status;
    return [
      ...(isMoved && after.status === 'open' ? [{ type: 'svc.inbox.conversation_opened.v1' as const, data }] : []),
      ...(isMoved && after.status === 'closed' ? [{ type: 'svc.inbox.conversation_closed.v1' as const, data }] : []),
      ...(after.assigneeId !== null && after.assigneeId !== before?.assigneeId
        ? [{ type: 'svc.inbox.assigned.v1' as const, data }]
        : []),
    ];
  },
});

export const inboxMessageEvents = defineEvents<MessageRow>({
  table: 'InboxMessage',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['parts', 'answeredAfterMs'],
  payloads: { 'svc.inbox.message_received.v1': toldOfMessage, 'svc.inbox.message_sent.v1': toldOfMessage },
  eventsOf({ before, after }) {
    if (after === null || after.early) return [];
    const data = () =>
      toldOfMessage.parse({ message: { ...after, author: { kind: after.authorKind, id: after.authorId } } });
    const isNew = before === null || before.early;
    if (isNew && after.direction === 'inbound') return [{ type: 'svc.inbox.message_received.v1', data }];
    const isSent = after.direction === 'outbound' && after.sentAt !== null && (before?.sentAt ?? null) === null;
    return isSent ? [{ type: 'svc.inbox.message_sent.v1', data }] : [];
  },
});
