/** What a pause means for those inside (docs/contract/funnels.md#those-inside). Under the lock alone. */
import { workspaceStatement } from '@/server/db/statement';
import type { StatementTx } from '@/server/db/workspace';

export const FUNNEL_PAUSED = 'funnel paused';

/**
 * Messages that no vendor can have are skipped; whom they were for stand at that step again, at the earliest of several.
 * What they did after it is undone in their path, and done again when they come there. Who has ended since is inside again,
 * unless they have come in anew.
 */
const takeMessagesBack = workspaceStatement<never, [funnelId: string, now: Date]>(
  'funnels.take-messages-back',
  `WITH waiting AS MATERIALIZED (
     SELECT m.id, m."enrolmentId" FROM "MarketingMessage" m WHERE m."accountId" = $1 AND m."funnelId" = $2 AND m.status = 'queued' AND m."doubtedAt" IS NULL ORDER BY m.id FOR NO KEY UPDATE),
   skipped AS (
     UPDATE "MarketingMessage" m SET status = 'skipped', "lastError" = '${FUNNEL_PAUSED}', "claimableAt" = NULL, "claimedBy" = NULL, "leasedUntil" = NULL, "updatedAt" = $3::timestamptz
     FROM waiting w WHERE m."accountId" = $1 AND m.id = w.id),
   back AS MATERIALIZED (
     SELECT DISTINCT ON (w."enrolmentId") w."enrolmentId" AS id, p.position, p."stepId" FROM waiting w
     JOIN "FunnelPassage" p ON p."accountId" = $1 AND p."enrolmentId" = w."enrolmentId" AND p."messageId" = w.id
     JOIN "FunnelEnrolment" e ON e."accountId" = $1 AND e.id = w."enrolmentId" AND (e.status = 'active' OR (e.status = 'completed' AND NOT EXISTS (
       SELECT FROM "FunnelEnrolment" o WHERE o."accountId" = $1 AND o."funnelId" = $2 AND o."contactId" = e."contactId" AND o.status = 'active')))
     ORDER BY w."enrolmentId", p.position),
   newest AS MATERIALIZED (
     SELECT DISTINCT ON (e."contactId") b.* FROM back b JOIN "FunnelEnrolment" e ON e."accountId" = $1 AND e.id = b.id ORDER BY e."contactId", e."enteredAt" DESC, e.id DESC),
   undone AS (
     DELETE FROM "FunnelPassage" p USING newest n WHERE p."accountId" = $1 AND p."enrolmentId" = n.id AND p.position >= n.position)
   UPDATE "FunnelEnrolment" e SET status = 'active', "stepId" = n."stepId", "stepSince" = $3::timestamptz, "waitingFor" = NULL, "dueAt" = $3::timestamptz, passed = n.position, "endedAt" = NULL
   FROM newest n WHERE e."accountId" = $1 AND e.id = n.id`,
  { joinsSets: true },
);

export async function takeBack(tx: StatementTx, funnelId: string): Promise<void> {
  await tx.rows(takeMessagesBack, funnelId, tx.now);
}

const shift = workspaceStatement<never, [funnelId: string, pausedAt: Date, now: Date]>(
  'funnels.shift',
  `UPDATE "FunnelEnrolment" e SET "dueAt" = e."dueAt" + ($4::timestamptz - $3::timestamptz), "stepSince" = e."stepSince" + ($4::timestamptz - $3::timestamptz)
   WHERE e."accountId" = $1 AND e."funnelId" = $2 AND e.status = 'active'`,
);

/** Due times move on by the length of the pause. */
export async function shiftDues(tx: StatementTx, funnelId: string, pausedAt: Date): Promise<void> {
  await tx.rows(shift, funnelId, pausedAt, tx.now);
}

const leaveOverdue = workspaceStatement<never, [funnelId: string, now: Date]>(
  'funnels.leave-overdue',
  `UPDATE "FunnelEnrolment" e SET status = 'exited', "exitReason" = 'overdue', "endedAt" = $3::timestamptz, "stepId" = NULL, "waitingFor" = NULL, "dueAt" = NULL
   WHERE e."accountId" = $1 AND e."funnelId" = $2 AND e.status = 'active' AND e."dueAt" <= $3::timestamptz`,
);

/** Who was due in the pause leaves. */
export async function exitOverdue(tx: StatementTx, funnelId: string): Promise<void> {
  await tx.rows(leaveOverdue, funnelId, tx.now);
}
