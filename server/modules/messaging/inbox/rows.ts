/** Rows of the inbox: as stored, and in the form of our answers. */
import type { Conversation as Columns, InboxMessage as MessageColumns } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import type { AttachmentKind, MessageKind } from '@/server/modules/messaging/adapters/channel-message';
import { optedOutOf } from '@/server/modules/messaging/inbox/opted-out';
import type { MessageStatus } from '@/server/modules/messaging/broadcasts/schema';
import type { Conversation, InboxMessage, ConversationForEvents } from '@/server/modules/messaging/inbox/schema';
import {
  WINDOW_MS,
  type AttachmentState,
  type AuthorKind,
  type ConversationStatus,
  type Direction,
  reachOf,
} from '@/server/modules/messaging/inbox/vocabulary';

export type ConversationRow = Omit<Columns, 'provider' | 'family' | 'status'> & {
  provider: ProviderId;
  family: Family;
  status: ConversationStatus;
};
/** A conversation with facts about the person from other tables. */
export type ShownConversation = ConversationRow & {
  optedOut: boolean;
  /** The time at which they last wrote to the channel, kept or not. */
  wroteAt: Date | null;
};
export type MessageRow = Omit<MessageColumns, 'direction' | 'kind' | 'authorKind'> & {
  direction: Direction;
  kind: MessageKind;
  authorKind: AuthorKind;
};
export type ShownMessage = MessageRow & {
  attachments: unknown;
  answeredId: string | null;
  status: MessageStatus | null;
  lastError: string | null;
  authorName: string | null;
};

export const conversationColumns = (alias: string): string => columnsOf('Conversation', alias);
export const messageColumns = (alias: string): string => columnsOf('InboxMessage', alias);

/** Further values of a conversation `v`, selected after its columns. */
export const BESIDE_CONVERSATION = `${optedOutOf('v')} AS "optedOut",
  greatest(v."lastInboundAt", (SELECT i.at FROM "ChannelInbound" i
    WHERE i."accountId" = ${THIS_WORKSPACE} AND i."channelId" = v."channelId" AND i.recipient = v.address)) AS "wroteAt"`;

/** Further values of a message `m`: its files, the message that it answers, its delivery, and its author. */
export const BESIDE_MESSAGE = `
  (SELECT jsonb_agg(jsonb_build_object('index', f.index, 'kind', f.kind, 'name', f.name, 'contentType', f."contentType",
    'size', f.size, 'state', f.state) ORDER BY f.index)
    FROM "InboxAttachment" f WHERE f."accountId" = ${THIS_WORKSPACE} AND f."messageId" = m.id) AS attachments,
  coalesce(m."replyToId",
    (SELECT r.id FROM "InboxMessage" r WHERE r."accountId" = ${THIS_WORKSPACE} AND r."channelId" = m."channelId"
      AND r."providerMessageId" = m."answersRef"),
    (SELECT r.id FROM "MarketingMessage" d
      JOIN "InboxMessage" r ON r."accountId" = ${THIS_WORKSPACE} AND r."deliveryId" = d.id
      WHERE m."answersRef" IS NOT NULL AND d."accountId" = ${THIS_WORKSPACE}
        AND d."channelIntegrationId" = m."channelId" AND d."conversationId" = m."conversationId"
        AND d."providerMessageId" IN (m."answersRef", split_part(m."answersRef", ':', 2)) LIMIT 1)) AS "answeredId",
  q.status, q."lastError",
  CASE m."authorKind" WHEN 'user' THEN (SELECT u.name FROM "Membership" s JOIN "User" u ON u.id = s."userId"
    WHERE s."accountId" = ${THIS_WORKSPACE} AND s."userId" = m."authorId")
    WHEN 'key' THEN (SELECT k.name FROM "ApiKey" k
      WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = m."authorId") END AS "authorName"`;
export const JOIN_DELIVERY = `LEFT JOIN LATERAL (
  SELECT d.status, d."lastError" FROM "MarketingMessage" d
    WHERE d."accountId" = ${THIS_WORKSPACE} AND d.id = m."deliveryId" OFFSET 0) q ON true`;

const findShown = workspaceStatement<ShownConversation, [id: string]>(
  'inbox.find-conversation',
  `SELECT ${conversationColumns('v')}, ${BESIDE_CONVERSATION} FROM "Conversation" v
    WHERE v."accountId" = $1 AND v.id = $2`,
  { isBrief: true },
);
const holdOne = workspaceStatement<ConversationRow, [id: string]>(
  'inbox.hold-conversation',
  `SELECT ${conversationColumns('v')} FROM "Conversation" v WHERE v."accountId" = $1 AND v.id = $2 FOR NO KEY UPDATE`,
);

/** @throws AppError NOT_FOUND */
export const readConversation = async (db: Pick<StatementTx, 'rows'>, id: string): Promise<ShownConversation> =>
  orNotFound((await db.rows(findShown, id))[0]);

/**
 * Locks a conversation until the end of the transaction: every change of a conversation and every new message needs
 * this lock. @throws AppError NOT_FOUND
 */
export const holdConversation = async (tx: StatementTx, id: string): Promise<ConversationRow> =>
  orNotFound((await tx.rows(holdOne, id))[0]);

type Window = Conversation['window'];

/** The vendor's 24-hour window at `now`; an unknown time counts as closed. */
export function windowOf({ provider, wroteAt }: Pick<ShownConversation, 'provider' | 'wroteAt'>, now: Date): Window {
  if (reachOf(provider)?.hasWindow !== true) return { state: 'none', closesAt: null };
  // Meta judges the windows of pages itself where nothing is known; WhatsApp takes no free text then.
  if (wroteAt === null)
    return { state: provider === 'social_p1' || provider === 'social_p2' ? 'none' : 'closed', closesAt: null };
  const closesAt = new Date(wroteAt.getTime() + WINDOW_MS);
  return { state: closesAt > now ? 'open' : 'closed', closesAt };
}

/** The conversation for events, without values from other tables. */
export function conversationEventOf(row: ConversationRow): ConversationForEvents {
  const { id, accountId, channelId, provider, family, externalThreadId, contactId, status, snoozedUntil } = row;
  const { assigneeId, tags, unread, lastMessageAt, lastInboundAt, preview, createdAt, updatedAt } = row;
  return {
    ...{ id, accountId, channelId, provider, family, externalThreadId, contactId, status, snoozedUntil },
    sender: { name: row.senderName, handle: row.senderHandle, address: row.address },
    ...{ assigneeId, tags, unread, lastMessageAt, lastInboundAt, preview, createdAt, updatedAt },
  };
}

export const presentConversation = (row: ShownConversation, now: Date): Conversation => ({
  ...conversationEventOf(row),
  window: windowOf(row, now),
  optedOut: row.optedOut,
  mayWantToStop: row.mayWantToStopAt !== null && !row.optedOut,
});

interface AttachmentRow {
  index: number;
  kind: AttachmentKind;
  name: string | null;
  contentType: string | null;
  size: number | null;
  state: AttachmentState;
}

export function presentMessage(row: ShownMessage): InboxMessage {
  const { id, conversationId, direction, kind, text, status, lastError, editedAt, deletedAt, at, createdAt } = row;
  return {
    ...{ id, conversationId, direction, kind, text, lastError, editedAt, deletedAt, at, createdAt },
    attachments: Array.isArray(row.attachments) ? (row.attachments as AttachmentRow[]) : [],
    replyToId: row.answeredId,
    status: direction === 'outbound' ? (status ?? 'sent') : null,
    author: { kind: row.authorKind, id: row.authorId, name: row.authorName },
  };
}
