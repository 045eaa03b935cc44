/**
 * The effects of a pause on people inside (docs/contract/funnels.md#those-inside). The caller holds the exclusive lock
 * of funnels.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { FUNNEL_PAUSED } from '@/server/platform/lib/shared-vocabulary';
import type { StatementTx } from '@/server/platform/db/workspace';

/**
 * SQL of a pause. Messages that no vendor can have are skipped. Their people stand again at that step; of several, at
 * the earliest. Their later steps are undone in the path, and done again when they come there. A code, or a message
 * that a vendor may have, cannot be undone: such a step stays in the path, and the machine passes it later without a
 * second effect. A later message that comes back to the queue is skipped too, and will be made again, since the person
 * already stands before it. A person who has ended since is inside again, unless they entered anew. `passed` stays, so
 * that no position in the path is used twice. A goal reached after the pause is not credited to a skipped message, but
 * to the last one that stays.
 */
const takeMessagesBack = workspaceStatement<never, [funnelId: string, pausedAt: Date, now: Date]>(
  'funnels.take-messages-back',
  `WITH waiting AS MATERIALIZED (
     SELECT m.id, m."enrolmentId" FROM "MarketingMessage" m
       WHERE m."accountId" = $1 AND m."funnelId" = $2 AND m."doubtedAt" IS NULL
       AND (m.status = 'queued' OR (m.status = 'skipped' AND m."lastError" = '${FUNNEL_PAUSED}'
         AND m."updatedAt" > $3::timestamptz)) ORDER BY m.id FOR NO KEY UPDATE),
   skipped AS (
     UPDATE "MarketingMessage" m SET status = 'skipped', "lastError" = '${FUNNEL_PAUSED}', "claimableAt" = NULL,
       "claimedBy" = NULL, "leasedUntil" = NULL, "updatedAt" = $4::timestamptz
     FROM waiting w WHERE m."accountId" = $1 AND m.id = w.id),
   made AS MATERIALIZED (
     SELECT w."enrolmentId" AS id, p.position, p."stepId", p.ahead FROM waiting w
     JOIN "FunnelPassage" p ON p."accountId" = $1 AND p."enrolmentId" = w."enrolmentId" AND p."messageId" = w.id),
   back AS MATERIALIZED (
     SELECT DISTINCT ON (d.id) d.id, d.position, d."stepId" FROM made d
     JOIN "FunnelEnrolment" e ON e."accountId" = $1 AND e.id = d.id
       AND (e.status = 'active' OR (e.status = 'completed' AND NOT EXISTS (
       SELECT FROM "FunnelEnrolment" o WHERE o."accountId" = $1 AND o."funnelId" = $2 AND o."contactId" = e."contactId"
         AND o.status = 'active')))
     WHERE NOT d.ahead ORDER BY d.id, d.position),
   newest AS MATERIALIZED (
     SELECT DISTINCT ON (e."contactId") b.* FROM back b JOIN "FunnelEnrolment" e ON e."accountId" = $1 AND e.id = b.id
       ORDER BY e."contactId", e."enteredAt" DESC, e.id DESC),
   later AS MATERIALIZED (
     SELECT n.id, p.position, p.outcome IN ('minted', 'reused')
       OR (p."messageId" IS NOT NULL AND p."messageId" NOT IN (SELECT w.id FROM waiting w)
       AND NOT EXISTS (SELECT FROM "MarketingMessage" m
         WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = p."messageId" AND m.status = 'skipped'
         AND m."doubtedAt" IS NULL)) AS stays
     FROM newest n JOIN "FunnelPassage" p ON p."accountId" = $1 AND p."enrolmentId" = n.id
       AND p.position >= n.position),
   undone AS (
     DELETE FROM "FunnelPassage" p USING (
       SELECT l.id, l.position FROM later l WHERE NOT l.stays UNION SELECT d.id, d.position FROM made d WHERE d.ahead) g
     WHERE p."accountId" = $1 AND p."enrolmentId" = g.id AND p.position = g.position),
   kept AS (
     UPDATE "FunnelPassage" p SET ahead = true FROM later l
       WHERE l.stays AND p."accountId" = $1 AND p."enrolmentId" = l.id AND p.position = l.position),
   credited AS MATERIALIZED (
     SELECT e.id, CASE WHEN e."goalAt" <= $3::timestamptz THEN e."lastSentStepId" ELSE (
       SELECT p."stepId" FROM "FunnelPassage" p
         WHERE p."accountId" = $1 AND p."enrolmentId" = e.id AND p.outcome = 'sent'
         AND p."messageId" <> ALL (ARRAY(SELECT w.id FROM waiting w WHERE w."enrolmentId" = e.id))
         AND NOT EXISTS (SELECT FROM "MarketingMessage" m
           WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = p."messageId" AND m.status = 'skipped'
           AND m."doubtedAt" IS NULL)
       ORDER BY p.position DESC LIMIT 1) END AS "stepId"
     FROM (SELECT DISTINCT d.id FROM made d) t JOIN "FunnelEnrolment" e ON e."accountId" = $1 AND e.id = t.id),
   others AS (
     UPDATE "FunnelEnrolment" e SET "lastSentStepId" = c."stepId" FROM credited c
       WHERE e."accountId" = $1 AND e.id = c.id AND e.id NOT IN (SELECT n.id FROM newest n)
       AND e."lastSentStepId" IS DISTINCT FROM c."stepId")
   UPDATE "FunnelEnrolment" e SET status = 'active', "stepId" = n."stepId", "stepSince" = $3::timestamptz,
     "waitingFor" = NULL, "dueAt" = $3::timestamptz, "endedAt" = NULL, "lastSentStepId" = c."stepId"
   FROM newest n JOIN credited c ON c.id = n.id WHERE e."accountId" = $1 AND e.id = n.id`,
  { joinsSets: true },
);

/**
 * Takes messages back when the funnel is paused, and again before it resumes, because a message that a worker had at
 * the pause may have returned to the queue. Its person stands at the message's step since the pause, as all others do.
 */
export async function takeBack(tx: StatementTx, funnelId: string, pausedAt: Date): Promise<void> {
  await tx.rows(takeMessagesBack, funnelId, pausedAt, tx.now);
}

const shift = workspaceStatement<never, [funnelId: string, pausedAt: Date, now: Date]>(
  'funnels.shift',
  `UPDATE "FunnelEnrolment" e SET "dueAt" = e."dueAt" + ($4::timestamptz - $3::timestamptz),
    "stepSince" = e."stepSince" + ($4::timestamptz - $3::timestamptz)
   WHERE e."accountId" = $1 AND e."funnelId" = $2 AND e.status = 'active'`,
);

/** Due times move on by the length of the pause. */
export async function shiftDues(tx: StatementTx, funnelId: string, pausedAt: Date): Promise<void> {
  await tx.rows(shift, funnelId, pausedAt, tx.now);
}

const leaveOverdue = workspaceStatement<never, [funnelId: string, now: Date]>(
  'funnels.leave-overdue',
  `UPDATE "FunnelEnrolment" e SET status = 'exited', "exitReason" = 'overdue', "endedAt" = $3::timestamptz,
    "stepId" = NULL, "waitingFor" = NULL, "dueAt" = NULL
   WHERE e."accountId" = $1 AND e."funnelId" = $2 AND e.status = 'active' AND e."dueAt" <= $3::timestamptz`,
);

/** Ends the enrolments that became due during the pause. */
export async function exitOverdue(tx: StatementTx, funnelId: string): Promise<void> {
  await tx.rows(leaveOverdue, funnelId, tx.now);
}
