import { workspaceStatement } from '@/server/platform/db/statement';
import { broadcastColumns, type BroadcastRow } from '@/server/modules/messaging/broadcasts/rows';

/**
 * Locks a broadcast for every action that changes its state, such as send and cancel. Actions run one at a time, and
 * each sees the result of the one before.
 */
export const lockBroadcast = workspaceStatement<BroadcastRow, [id: string]>(
  'broadcasts.lock',
  `SELECT ${broadcastColumns('b')} FROM "Broadcast" b WHERE b."accountId" = $1 AND b.id = $2 FOR NO KEY UPDATE`,
);
