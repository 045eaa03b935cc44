/**
 * Sends scheduled broadcasts when their time has come (docs/contract/broadcasts.md#states), within 5 seconds and each
 * once, with any number of workers.
 */
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { broadcastColumns, presentBroadcast, type BroadcastRow } from '@/server/modules/messaging/broadcasts/rows';
import { goneExclusions } from '@/server/modules/audience/audience-segments/references';
import { fanOut } from '@/server/modules/messaging/broadcasts/send';
import {
  startDue,
  type DueBroadcast,
  type DuePoll,
} from '@/server/modules/messaging/broadcasts/delivery/due-broadcasts';

const DUE = {
  name: 'scheduler.due',
  text: `SELECT b."accountId", b.id FROM "Broadcast" b
    WHERE b.status = 'scheduled' AND b."scheduledAt" <= $1 AND b.id <> ALL ($2::text[]) ORDER BY b."scheduledAt", b.id
    LIMIT 100`,
};

/** Skips a broadcast that another worker is sending. */
const lockDue = workspaceStatement<BroadcastRow, [id: string, now: Date]>(
  'scheduler.lock-due',
  `SELECT ${broadcastColumns('b')} FROM "Broadcast" b
    WHERE b."accountId" = $1 AND b.id = $2 AND b.status = 'scheduled'
    AND b."scheduledAt" <= $3::timestamptz FOR NO KEY UPDATE SKIP LOCKED`,
);

const pauseDue = workspaceStatement<{ id: string }, [id: string, now: Date]>(
  'scheduler.pause-due',
  `UPDATE "Broadcast" b SET status = 'paused', "updatedAt" = $3::timestamptz
    WHERE b."accountId" = $1 AND b.id = $2 AND b.status = 'scheduled' AND b."scheduledAt" <= $3::timestamptz
    RETURNING b.id`,
);

type Needs = Pick<Services, 'database' | 'log' | 'uploads' | 'settings'>;

/**
 * Sends a due broadcast, or pauses it if it cannot be sent: if an exclusion was deleted, for example, the broadcast
 * would reach people who must get nothing.
 * @returns `sent` or the reason for the pause; null when another worker was first
 */
async function fire(services: Needs, { accountId, id }: DueBroadcast): Promise<{ outcome: string } | null> {
  const db = systemDb(services.database, accountId);
  try {
    return await db.longTransaction(async (tx) => {
      const [row] = await tx.rows(lockDue, id, tx.now);
      if (row === undefined) return null;
      const broadcast = presentBroadcast(row);
      const { lists, segments } = await goneExclusions(tx, broadcast.audience);
      if (lists.length + segments.length > 0) {
        await tx.rows(pauseDue, id, tx.now);
        return { outcome: 'an exclusion is gone' };
      }
      await fanOut(tx, services, broadcast);
      return { outcome: 'sent' };
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 400) throw error;
    return (await db.rows(pauseDue, id, db.now)).length === 0 ? null : { outcome: error.appCode };
  }
}

export type Scheduler = DuePoll;

export const startScheduler = (services: Needs, { everyMs }: { everyMs?: number } = {}): Scheduler =>
  startDue(services, { name: 'scheduler', due: DUE, act: (broadcast) => fire(services, broadcast) }, everyMs);
