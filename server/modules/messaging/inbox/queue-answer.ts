/**
 * Queues answers: one statement writes a message of the conversation and its row in the delivery queue
 * (docs/contract/inbox.md#replies).
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';
import { previewOf } from '@/server/modules/messaging/inbox/preview';
import type { ConversationRow } from '@/server/modules/messaging/inbox/rows';
import type { AuthorKind } from '@/server/modules/messaging/inbox/vocabulary';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { URGENT } from '@/server/platform/outbox/urgent';

export interface Author {
  kind: Extract<AuthorKind, 'user' | 'key' | 'system'>;
  id: string | null;
}

export interface Answer {
  kind: 'text' | 'image' | 'template';
  text: string;
  /** The content to hand over, in the format of the channel's family. */
  content: Readonly<Record<string, unknown>>;
  replyToId: string | null;
  author: Author;
}

type Parameters = [
  conversationId: string,
  family: string,
  content: string,
  channelId: string,
  provider: string,
  recipient: string,
  kind: string,
  text: string,
  replyToId: string | null,
  authorKind: string,
  authorId: string | null,
  preview: string,
  claimableAt: Date,
  now: Date,
];

/**
 * A colleague's or a program's answer opens the conversation again and ends the waiting; an away message does neither.
 */
const queue = workspaceStatement<{ id: string }, Parameters>(
  'inbox.queue-answer',
  `WITH content AS (
     INSERT INTO "MessageContent" ("accountId", family, content, "createdAt")
       VALUES ($1, $3, $4::jsonb, $15::timestamptz) RETURNING id
   ), row AS (
     INSERT INTO "MarketingMessage" ("accountId", "conversationId", "channelIntegrationId", provider, recipient,
       "contentId", status, "createdAt", "updatedAt", "claimableAt")
     SELECT $1, $2, $5, $6, $7, c.id, 'queued', $15::timestamptz, $15::timestamptz, $14::timestamptz FROM content c
       RETURNING id
   ), before AS (
     SELECT v.id, v."waitingSince" FROM "Conversation" v WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = $2
   ), said AS (
     INSERT INTO "InboxMessage" ("accountId", "conversationId", "channelId", direction, kind, text, "replyToId",
       "deliveryId", "authorKind", "authorId", "answeredAfterMs", at, "createdAt")
     SELECT $1, b.id, $5, 'outbound', $8, $9, $10, r.id, $11, $12, CASE
       WHEN $11 = 'user' THEN (extract(epoch FROM $15::timestamptz - b."waitingSince") * 1000)::bigint END,
       $15::timestamptz, $15::timestamptz FROM before b CROSS JOIN row r RETURNING id
   ), moved AS (
     UPDATE "Conversation" v SET "lastMessageAt" = greatest(v."lastMessageAt", $15::timestamptz), preview = $13,
       "updatedAt" = $15::timestamptz,
       status = CASE WHEN $11 = 'system' THEN v.status ELSE 'open' END, "snoozedUntil" = CASE
         WHEN $11 = 'system' THEN v."snoozedUntil" END,
       "waitingSince" = CASE WHEN $11 = 'system' THEN v."waitingSince" END, unread = CASE WHEN $11 = 'user' THEN 0
         ELSE v.unread END
     WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = $2
   )
   SELECT id FROM said`,
);

/** Queues an answer, in the transaction that locks the conversation. @returns the id of the message */
export async function queueAnswer(
  tx: StatementTx,
  { id, channelId, provider, family, address }: ConversationRow,
  { kind, text, content, replyToId, author }: Answer,
): Promise<string> {
  const recipient = providerEntry(provider).perBroadcast === true ? 'broadcast' : address;
  const [row] = await tx.rows(
    queue,
    id,
    family,
    JSON.stringify(content),
    channelId,
    provider,
    recipient,
    kind,
    text,
    replyToId,
    author.kind,
    author.id,
    previewOf(text, { kind, attachments: [] }),
    URGENT,
    tx.now,
  );
  return orNotFound(row).id;
}
