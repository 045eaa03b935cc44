import { workspaceStatement } from '@/server/platform/db/statement';
import { broadcastColumns, type BroadcastRow } from '@/server/modules/messaging/broadcasts/rows';

/**
 * Locks a broadcast for whoever changes its state, send and cancel included: one at a time, each on what the one before
 * it left.
 */
export const lockBroadcast = workspaceStatement<BroadcastRow, [id: string]>(
  'broadcasts.lock',
  `SELECT ${broadcastColumns('b')} FROM "Broadcast" b WHERE b."accountId" = $1 AND b.id = $2 FOR NO KEY UPDATE`,
);
