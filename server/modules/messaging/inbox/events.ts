/** The events about the inbox (docs/contract/inbox.md#events). */
import * as z from 'zod';
import { defineEvents } from '@/server/platform/outbox/declaration';
import { conversationEventOf, type ConversationRow, type MessageRow } from '@/server/modules/messaging/inbox/rows';
import { conversationForEvents, messageForEvents } from '@/server/modules/messaging/inbox/schema';

const conversationEventData = z.object({ conversation: conversationForEvents });
const messageEventData = z.object({ message: messageForEvents });

export const conversationEvents = defineEvents<ConversationRow>({
  table: 'Conversation',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['searched'],
  payloads: {
    'svc.inbox.conversation_opened.v1': conversationEventData,
    'svc.inbox.conversation_closed.v1': conversationEventData,
    'svc.inbox.assigned.v1': conversationEventData,
  },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => conversationEventData.parse({ conversation: conversationEventOf(after) });
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
  payloads: { 'svc.inbox.message_received.v1': messageEventData, 'svc.inbox.message_sent.v1': messageEventData },
  eventsOf({ before, after }) {
    if (after === null || after.early) return [];
    const data = () =>
      messageEventData.parse({ message: { ...after, author: { kind: after.authorKind, id: after.authorId } } });
    const isNew = before === null || before.early;
    if (isNew && after.direction === 'inbound') return [{ type: 'svc.inbox.message_received.v1', data }];
    const isSent = after.direction === 'outbound' && after.sentAt !== null && (before?.sentAt ?? null) === null;
    return isSent ? [{ type: 'svc.inbox.message_sent.v1', data }] : [];
  },
});
