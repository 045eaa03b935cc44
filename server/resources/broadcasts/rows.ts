/** Rows of the broadcast tables as we return them. */
import { stored } from '@/server/db/stored';
import type { Broadcast as BroadcastRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/db/columns';
import type { Broadcast, StatusCounts } from '@/server/resources/broadcasts/schema';

export type { BroadcastRow };

/** Every column of a broadcast, for statements that return one. `alias` is the table's name in the statement. */
export const broadcastColumns = (alias: string): string => columnsOf('Broadcast', alias);

/** Messages of a broadcast by status, as one JSON object. */
export const countsOf = (alias: string): string =>
  `coalesce((SELECT jsonb_object_agg(t.status, t.messages) FROM "BroadcastTally" t WHERE t."accountId" = $1 AND t."broadcastId" = ${alias}.id AND t.messages > 0), '{}') AS "statusCounts"`;

/** A broadcast's row for the wire. */
export const presentBroadcast = (row: BroadcastRow): Broadcast => stored(row);

/** Messages in all. */
export const totalOf = (counts: StatusCounts): number =>
  Object.values(counts).reduce((sum, messages) => sum + messages, 0);
