/**
 * Cancel (docs/contract/broadcasts.md#sending): queued messages are skipped, and messages already being sent go out.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { isLockTimeout } from '@/server/platform/db/violations';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { lockBroadcast } from '@/server/modules/messaging/broadcasts/lock';
import type { BroadcastRow } from '@/server/modules/messaging/broadcasts/rows';

/** lastError of a message that a cancel has skipped. */
export const CANCELED = 'broadcast canceled';

/**
 * Locks rows in the order of their ids, like the worker when it claims messages, so that the two never deadlock. A
 * message that the worker claims meanwhile is no longer queued, and goes out.
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

/** The longest wait for the lock: a send to a million people holds its broadcast for many seconds. */
const PATIENCE = '5s';

const waitAtMost = workspaceStatement<{ accountId: string }, [patience: string]>(
  'broadcasts.wait-at-most',
  `SELECT $1::text AS "accountId", set_config('lock_timeout', $2, true)`,
);

/** @throws AppError NOT_FOUND; BAD_STATE while another action holds the broadcast for longer than PATIENCE */
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

/**
 * Cancels a broadcast.
 * @throws AppError NOT_FOUND; BAD_STATE unless the broadcast is sending or scheduled, and while its messages are being
 * queued
 */
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
