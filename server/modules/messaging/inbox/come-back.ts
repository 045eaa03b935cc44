/**
 * Reopens conversations whose answer was not sent (docs/contract/inbox.md#replies): a conversation counts as answered
 * from the moment its answer is queued. For the statements that settle the rows of the queue.
 */
import { THIS_WORKSPACE } from '@/server/platform/db/statement';

const ORDER = (alias: string): string => `${alias}.at, ${alias}.sequence, ${alias}.id`;

/** True when a message of a colleague or a program, written here or elsewhere, went out, or may still go out. */
const ANSWERS = (alias: string): string =>
  `${alias}.direction = 'outbound' AND ${alias}."authorKind" <> 'system'
         AND ${alias}.id <> ALL (ARRAY(SELECT o.id FROM unsent o))
         AND NOT EXISTS (SELECT FROM "MarketingMessage" m
           WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = ${alias}."deliveryId"
           AND m.status IN ('failed', 'bounced', 'skipped'))`;

/**
 * SQL: CTEs that mark conversations as unanswered again when the answer of a person or a program was not sent, unless a
 * later message came or went. A closed conversation opens again, because it was closed as answered. Conversations are
 * locked in the order of their ids, after the rows of the queue. If no answer has failed, nothing is read.
 *
 * The person waits since the message that the answer was for, and not since their last message; also if they wrote
 * again before the failure was known, and nobody has answered that.
 *
 * A failed answer answered nobody, so its own waiting time is removed. A next answer, if there is one already, gets it
 * instead: `heir` has its `id` and how long the person had `waited` for it, if a person wrote it.
 * @param ended a query of the `id` of rows of the queue that ended without having been sent
 * @param written a query of the `id` of rows of the queue for whose messages the statement itself writes `waited`,
 * because a statement writes a row only once
 */
export const comeBack = (ended: string, now: string, written?: string): string =>
  `unsent AS (
     SELECT a.* FROM (${ended}) e
     CROSS JOIN LATERAL (SELECT a.id, a."conversationId", a.at, a.sequence, a."answeredAfterMs" FROM "InboxMessage" a
       WHERE a."accountId" = ${THIS_WORKSPACE} AND a."deliveryId" = e.id
       AND a."authorKind" IN ('user', 'key') OFFSET 0) a
   ), unheard AS (
     SELECT v.id, s.since, v."isQuiet" FROM (
       SELECT u."conversationId", max(u.at) AS at, min(u.at - u."answeredAfterMs" * interval '1 ms') AS since
         FROM unsent u GROUP BY 1 ORDER BY 1) s
     CROSS JOIN LATERAL (
       SELECT v.id, v."lastMessageAt" <= s.at AS "isQuiet" FROM "Conversation" v
         WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = s."conversationId"
         AND (v."lastMessageAt" <= s.at OR v."waitingSince" > s.since AND NOT EXISTS (
           SELECT FROM "InboxMessage" n WHERE n."accountId" = ${THIS_WORKSPACE} AND n."conversationId" = v.id
             AND n.at > s.at AND ${ANSWERS('n')}))
       OFFSET 0 FOR NO KEY UPDATE) v
   ), returned AS (
     UPDATE "Conversation" v SET status = 'open', "snoozedUntil" = NULL,
       "waitingSince" = least(coalesce(v."waitingSince", v."lastInboundAt"), u.since), unread = greatest(v.unread, 1),
       "updatedAt" = ${now}::timestamptz
     FROM unheard u WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = u.id AND u."isQuiet"
   ), longer AS (
     UPDATE "Conversation" v SET "waitingSince" = u.since, "updatedAt" = ${now}::timestamptz
     FROM unheard u WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = u.id AND NOT u."isQuiet"
   ), uncounted AS (
     UPDATE "InboxMessage" a SET "answeredAfterMs" = NULL FROM unsent u
       WHERE a."accountId" = ${THIS_WORKSPACE} AND a.id = u.id AND u."answeredAfterMs" IS NOT NULL
   ), heir AS (
     SELECT n.id, n."deliveryId", max((extract(epoch FROM n.at - u.at) * 1000)::bigint + u."answeredAfterMs") AS waited
       FROM unsent u
     CROSS JOIN LATERAL (
       SELECT n.id, n.at, n."deliveryId", n."authorKind" FROM "InboxMessage" n
       WHERE n."accountId" = ${THIS_WORKSPACE} AND n."conversationId" = u."conversationId"
         AND (${ORDER('n')}) > (${ORDER('u')}) AND ${ANSWERS('n')}
       ORDER BY ${ORDER('n')} LIMIT 1) n
     WHERE u."answeredAfterMs" IS NOT NULL AND n."authorKind" = 'user' GROUP BY n.id, n."deliveryId"
   ), inherited AS (
     UPDATE "InboxMessage" a SET "answeredAfterMs" = greatest(a."answeredAfterMs", h.waited) FROM heir h
     WHERE a."accountId" = ${THIS_WORKSPACE} AND a.id = h.id${written === undefined ? '' : ` AND h."deliveryId" <> ALL (ARRAY(${written}))`}
   )`;
