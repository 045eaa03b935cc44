/**
 * Ends A/B tests when their hours are over (docs/contract/broadcasts.md#tests), within 5 seconds and each once, with
 * any number of workers.
 */
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb } from '@/server/platform/db/workspace';
import { decideTest } from '@/server/modules/messaging/broadcasts/ab-end';
import { broadcastColumns, type BroadcastRow } from '@/server/modules/messaging/broadcasts/rows';
import {
  startDue,
  type DueBroadcast,
  type DuePoll,
} from '@/server/modules/messaging/broadcasts/delivery/due-broadcasts';

const DUE = {
  name: 'ab-ends.due',
  text: `SELECT b."accountId", b.id FROM "Broadcast" b
    WHERE b."testEndsAt" <= $1 AND b."testResult" IS NULL AND b.status = 'sending' AND b.id <> ALL ($2::text[])
    ORDER BY b."testEndsAt", b.id LIMIT 100`,
};

/** Skips a broadcast that another transaction is ending or canceling. */
const lockDue = workspaceStatement<BroadcastRow, [id: string, now: Date]>(
  'ab-ends.lock-due',
  `SELECT ${broadcastColumns('b')} FROM "Broadcast" b
    WHERE b."accountId" = $1 AND b.id = $2 AND b."testEndsAt" <= $3::timestamptz AND b."testResult" IS NULL
    AND b.status = 'sending' FOR NO KEY UPDATE SKIP LOCKED`,
);

interface Ended {
  outcome: 'decided';
  winner: number | null;
  sent: number;
  released: number;
}

/** @returns null when another worker was first */
const end = (database: Services['database'], { accountId, id }: DueBroadcast): Promise<Ended | null> =>
  systemDb(database, accountId).longTransaction(async (tx) => {
    const [row] = await tx.rows(lockDue, id, tx.now);
    if (row === undefined) return null;
    const { winner, sent, released } = await decideTest(tx, row);
    return { outcome: 'decided', winner, sent, released };
  });

export const startAbEnds = (
  services: Pick<Services, 'database' | 'log'>,
  { everyMs }: { everyMs?: number } = {},
): DuePoll =>
  startDue(services, { name: 'ab-ends', due: DUE, act: (broadcast) => end(services.database, broadcast) }, everyMs);
