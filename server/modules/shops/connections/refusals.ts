/**
 * Counts refusals of our credentials by shops (docs/contract/integrations.md#status), and in the end sets an error.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';

/** The number of refusals, within the time below, that makes an error. */
const MOST = 3;
const WITHIN_MINUTES = 15;
const LONGEST = 500;
/**
 * The time after a refusal until the shop is asked again, in milliseconds, so that three refusals fall into the period.
 */
export const ASK_AGAIN_MS = 2 * 60_000;

const note = workspaceStatement<{ status: string }, [id: string, reason: string, now: Date]>(
  'integrations.refused',
  `WITH held AS (
     SELECT i."accountId", i.id, array_append(ARRAY(SELECT t.at FROM unnest(i."refusedAt") t(at)
       WHERE t.at > $4::timestamptz - interval '${WITHIN_MINUTES} minutes' ORDER BY 1), $4::timestamptz) AS refused
     FROM "Integration" i WHERE i."accountId" = $1 AND i.id = $2
       AND i.status IN ('pending', 'active') FOR NO KEY UPDATE)
   UPDATE "Integration" i SET "refusedAt" = h.refused, "lastError" = $3,
     status = CASE WHEN cardinality(h.refused) >= ${MOST} THEN 'error' ELSE i.status END,
     "updatedAt" = CASE WHEN cardinality(h.refused) >= ${MOST} THEN $4::timestamptz ELSE i."updatedAt" END
   FROM held h WHERE i."accountId" = h."accountId" AND i.id = h.id RETURNING i.status`,
);

/** Sets the error only for credentials that existed at that time: a shop that was reconnected since has new ones. */
const fail = workspaceStatement<{ id: string }, [id: string, reason: string, at: Date, now: Date]>(
  'integrations.fail',
  `UPDATE "Integration" i SET status = 'error', "lastError" = $3, "updatedAt" = $5::timestamptz
   WHERE i."accountId" = $1 AND i.id = $2 AND i.status IN ('pending', 'active')
     AND coalesce(i."credentialsAt" <= $4::timestamptz, true) RETURNING i.id`,
);

const failRuns = workspaceStatement<never, [integrationId: string, reason: string, now: Date]>(
  'integrations.runs.fail-all',
  `UPDATE "IntegrationRun" r SET status = 'failed', error = $3, "dueAt" = NULL, "claimedBy" = NULL,
    "finishedAt" = $4::timestamptz, "updatedAt" = $4::timestamptz
   WHERE r."accountId" = $1 AND r."integrationId" = $2 AND r."dueAt" IS NOT NULL`,
);

const words = (reason: string): string => reason.slice(0, LONGEST);

/** Notes a refusal. @returns true when the integration is in error now */
export async function noteRefusal(db: WorkspaceDb, id: string, reason: string): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const [row] = await tx.rows(note, id, words(reason), tx.now);
    if (row?.status !== 'error') return false;
    await tx.rows(failRuns, id, words(reason), tx.now);
    return true;
  });
}

/**
 * Sets an error at once, because the app was removed from the shop. A late report about an installation before the
 * present credentials changes nothing.
 * @param at when it happened, by the shop's clock
 */
export async function failIntegration(db: WorkspaceDb, id: string, reason: string, at: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const failed = await tx.rows(fail, id, words(reason), at, tx.now);
    if (failed.length > 0) await tx.rows(failRuns, id, words(reason), tx.now);
  });
}
