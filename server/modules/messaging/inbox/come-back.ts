/**
 * Answers that did not go out bring their conversation back (docs/contract/inbox.md#replies): it counted as answered
 * from the moment at which they were queued. For those who settle the rows of the queue.
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
 * SQL: CTEs that bring the conversations back of answers that a person or a program wrote, unless something came or
 * went after them. One that was closed comes back too: whoever closed it took it for answered. Conversations are locked
 * in the order of their ids, after the rows of the queue. Where no answer has ended so it looks at nothing.
 *
 * They wait since what the answer was to answer, and not since what they wrote last; so too where they wrote again
 * before it was known, and nobody has answered that.
 *
 * What did not go out answered nobody, so it knows no time of an answer. The next answer, where there is one already,
 * has answered in its place: `heir` has its `id` and how long the person had `waited` for it, where it is a person's.
 * @param ended a query of the `id` of rows of the queue that ended without having been sent
 * @param written a query of the `id` of rows of the queue whose messages the statement itself gives their `waited`, for
 * a
 *   statement writes a row once
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
