/** Cancel (docs/contract/broadcasts.md#sending): what is still queued is skipped, what is on its way goes. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { isLockTimeout } from '@/server/platform/db/violations';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { lockBroadcast } from '@/server/modules/messaging/broadcasts/lock';
import type { BroadcastRow } from '@/server/modules/messaging/broadcasts/rows';

/** lastError of a message that a cancel has skipped. */
export const CANCELED = 'broadcast canceled';

/**
 * Rows are locked in the order of their ids, as the worker locks those that it takes up, so that neither waits for the
 * other in a circle. A message that the worker takes up meanwhile is no longer queued, and goes.
 */
const skipQueued = workspaceStatement<{ skipped: number }, [id: string, at: Date]>(
  'broadcasts.skip-queued',
  `WITH queued AS (
     SELECT m.id FROM "MarketingMessage" m WHERE m."accountId" = $1 AND m."campaignId" = $2 AND m.status = 'queued'
       ORDER BY m.id FOR NO KEY UPDATE
   ), skipped AS (
     UPDATE "MarketingMessage" m SET status = 'skipped', "lastError" = '${CANCELED}', "claimableAt" = NULL,
       "claimedBy" = NULL, "updatedAt" = $3::timestamptz
     FROM queued q WHERE m."accountId" = $1 AND m.id = q.id RETURNING 1
   )
   SELECT count(*)::int AS skipped FROM skipped`,
  { joinsSets: true },
);

const markPaused = workspaceStatement<never, [id: string, at: Date]>(
  'broadcasts.mark-paused',
  `UPDATE "Broadcast" b SET status = 'paused', "updatedAt" = $3::timestamptz WHERE b."accountId" = $1 AND b.id = $2`,
);

/** A send to a million holds its broadcast for many seconds; whoever cancels is not kept waiting for all of them. */
const PATIENCE = '5s';

const waitAtMost = workspaceStatement<{ accountId: string }, [patience: string]>(
  'broadcasts.wait-at-most',
  `SELECT $1::text AS "accountId", set_config('lock_timeout', $2, true)`,
);

/** @throws AppError NOT_FOUND, BAD_STATE while somebody else holds it for long */
async function lockSoon(tx: StatementTx, id: string): Promise<BroadcastRow> {
  await tx.rows(waitAtMost, PATIENCE);
  try {
    return orNotFound((await tx.rows(lockBroadcast, id))[0]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new AppError('BAD_STATE', {
      message: 'The messages of the broadcast are being queued right now. Try again in a few seconds.',
    });
  }
}

/** @throws AppError NOT_FOUND, BAD_STATE unless it is sending or scheduled, and while its messages are being queued */
export async function cancel(db: WorkspaceDb, id: string): Promise<{ id: string; status: 'paused'; skipped: number }> {
  return await db.longTransaction(async (tx) => {
    const broadcast = await lockSoon(tx, id);
    if (broadcast.status !== 'sending' && broadcast.status !== 'scheduled')
      throw new AppError('BAD_STATE', {
        message: `The broadcast is ${broadcast.status}. Only a sending or scheduled broadcast can be canceled.`,
      });
    await tx.rows(markPaused, id, tx.now);
    const [row] = await tx.rows(skipQueued, id, tx.now);
    const skipped = row?.skipped ?? 0;
    await tx.audit({
      action: 'broadcast.cancel',
      targetType: 'broadcast',
      targetId: id,
      data: { name: broadcast.name, skipped },
    });
    return { id, status: 'paused', skipped };
  });
}
