/**
 * Sends scheduled broadcasts when their time has come (docs/contract/broadcasts.md#states), within 5 seconds, each once
 * whatever workers there are.
 */
import type { Services } from '@/server/context';
import { workspaceStatement } from '@/server/db/statement';
import { systemDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import { now as clock } from '@/server/lib/clock';
import { broadcastColumns, presentBroadcast, type BroadcastRow } from '@/server/resources/broadcasts/rows';
import { fanOut } from '@/server/resources/broadcasts/send';
import { growing } from '@/server/engine/backoff';
import { startPoll } from '@/server/engine/poll';

const EVERY_MS = 1_000;
/** Sent at once; a large one takes seconds. No workspace takes all the places. */
const AT_ONCE = 4;
const AT_ONCE_OF_ONE = 2;
/** A broadcast that failed for a reason outside its content waits, so that others are sent meanwhile. */
const restMs = growing(30_000, 2, 15 * 60_000);

const DUE = {
  name: 'scheduler.due',
  text: `SELECT b."accountId", b.id FROM "Broadcast" b WHERE b.status = 'scheduled' AND b."scheduledAt" <= $1 AND b.id <> ALL ($2::text[]) ORDER BY b."scheduledAt", b.id LIMIT 100`,
};

/** One that another worker is sending is left to it. */
const lockDue = workspaceStatement<BroadcastRow, [id: string, now: Date]>(
  'scheduler.lock-due',
  `SELECT ${broadcastColumns('b')} FROM "Broadcast" b WHERE b."accountId" = $1 AND b.id = $2 AND b.status = 'scheduled' AND b."scheduledAt" <= $3::timestamptz FOR NO KEY UPDATE SKIP LOCKED`,
);

const pauseDue = workspaceStatement<{ id: string }, [id: string, now: Date]>(
  'scheduler.pause-due',
  `UPDATE "Broadcast" b SET status = 'paused', "updatedAt" = $3::timestamptz WHERE b."accountId" = $1 AND b.id = $2 AND b.status = 'scheduled' AND b."scheduledAt" <= $3::timestamptz RETURNING b.id`,
);

/** @returns 'sent', the code for which it was paused, or 'taken' when somebody else was first */
async function fire(
  services: Pick<Services, 'database' | 'uploads' | 'settings'>,
  accountId: string,
  id: string,
): Promise<string> {
  const db = systemDb(services.database, accountId);
  try {
    return await db.longTransaction(async (tx) => {
      const [row] = await tx.rows(lockDue, id, tx.now);
      if (row === undefined) return 'taken';
      await fanOut(tx, services, presentBroadcast(row));
      return 'sent';
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 400) throw error;
    return (await db.rows(pauseDue, id, db.now)).length === 0 ? 'taken' : error.appCode;
  }
}

export interface Scheduler {
  /** Lets end what was begun. */
  stop(): Promise<void>;
}

export function startScheduler(
  services: Pick<Services, 'database' | 'log' | 'uploads' | 'settings'>,
  { everyMs = EVERY_MS } = {},
): Scheduler {
  const log = services.log.child({ part: 'scheduler' });
  const firing = new Map<string, { accountId: string; done: Promise<void> }>();
  const resting = new Map<string, { until: number; failures: number }>();

  const begin = ({ accountId, id }: { accountId: string; id: string }): void => {
    const done = fire(services, accountId, id)
      .then((outcome) => {
        resting.delete(id);
        if (outcome !== 'taken') log.info({ broadcastId: id, outcome }, 'scheduled broadcast');
      })
      .catch((error: unknown) => {
        const failures = (resting.get(id)?.failures ?? 0) + 1;
        resting.set(id, { failures, until: clock().getTime() + restMs(failures) });
        log.warn(
          { err: error, broadcastId: id, failures },
          'a scheduled broadcast could not be sent, trying again later',
        );
      })
      .finally(() => firing.delete(id));
    firing.set(id, { accountId, done });
  };

  const look = async (): Promise<void> => {
    const at = clock();
    const left = [...firing.keys(), ...[...resting].flatMap(([id, { until }]) => (until > at.getTime() ? [id] : []))];
    const { rows } = await services.database.pool.query<{ accountId: string; id: string }>({
      ...DUE,
      values: [at, left],
    });
    for (const due of rows) {
      if (firing.size >= AT_ONCE) return;
      const ofSame = [...firing.values()].filter(({ accountId }) => accountId === due.accountId).length;
      if (ofSame < AT_ONCE_OF_ONE) begin(due);
    }
  };

  const poll = startPoll({
    everyMs,
    look,
    onError: (error) => log.warn({ err: error }, 'scheduled broadcasts could not be looked for, trying again'),
  });
  return {
    async stop() {
      await poll.stop();
      await Promise.all([...firing.values()].map(({ done }) => done));
    },
  };
}
