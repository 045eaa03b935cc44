/**
 * Answers that did not go out bring their conversation back (docs/contract/inbox.md#replies): it counted as answered from the
 * moment at which they were queued. For those who settle the rows of the queue.
 */
import { THIS_WORKSPACE } from '@/server/db/statement';

/**
 * SQL: CTEs that bring the conversations back of answers that a person or a program wrote, unless something came or went
 * after them, or somebody has closed the conversation since. Conversations are locked in the order of their ids, after the
 * rows of the queue. Where no answer has ended so it looks at nothing.
 * @param ended a query of the `id` of rows of the queue that ended without having been sent
 */
export const comeBack = (ended: string, now: string): string =>
  `unheard AS (
     SELECT v.id FROM (
       SELECT a."conversationId", a.at FROM (${ended}) e
       CROSS JOIN LATERAL (SELECT a."conversationId", a.at FROM "InboxMessage" a WHERE a."accountId" = ${THIS_WORKSPACE} AND a."deliveryId" = e.id AND a."authorKind" IN ('user', 'key') OFFSET 0) a
       ORDER BY a."conversationId") s
     CROSS JOIN LATERAL (SELECT v.id FROM "Conversation" v WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = s."conversationId" AND v."lastMessageAt" <= s.at AND v.status <> 'closed' OFFSET 0 FOR NO KEY UPDATE) v
   ), returned AS (
     UPDATE "Conversation" v SET status = 'open', "snoozedUntil" = NULL, "waitingSince" = coalesce(v."waitingSince", v."lastInboundAt"), unread = greatest(v.unread, 1), "updatedAt" = ${now}::timestamptz
     FROM unheard u WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = u.id
   )`;
