/** Rows of the broadcast tables as we return them. */
import type { Broadcast as BroadcastRow } from '@/prisma/generated/client';
import type { Broadcast, StatusCounts } from '@/server/resources/broadcasts/schema';

export type { BroadcastRow };

/** Every column of a broadcast, for statements that return one. `alias` is the table's name in the statement. */
export const broadcastColumns = (alias: string): string =>
  [
    'id',
    'accountId',
    'name',
    'description',
    'providers',
    'content',
    'audience',
    'scheduledAt',
    'status',
    'startedAt',
    'completedAt',
    'marketingCampaignId',
    'createdAt',
    'updatedAt',
  ]
    .map((column) => `${alias}."${column}"`)
    .join(', ');

/** Messages of a broadcast by status, as one JSON object. */
export const countsOf = (alias: string): string =>
  `coalesce((SELECT jsonb_object_agg(t.status, t.messages) FROM "BroadcastTally" t WHERE t."accountId" = $1 AND t."broadcastId" = ${alias}.id AND t.messages > 0), '{}') AS "statusCounts"`;

/** A broadcast's row for the wire. What else a statement selected is dropped by the output schema. */
export const presentBroadcast = (row: BroadcastRow): Broadcast => ({
  ...row,
  // The columns hold only what the schema let in.
  providers: row.providers as Broadcast['providers'],
  content: row.content as Broadcast['content'],
  audience: row.audience as Broadcast['audience'],
  status: row.status as Broadcast['status'],
});

/** Messages in all. */
export const totalOf = (counts: StatusCounts): number =>
  Object.values(counts).reduce((sum, messages) => sum + messages, 0);
