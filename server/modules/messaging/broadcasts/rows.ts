/** Rows of the broadcast tables in the form of our answers. */
import { castStored } from '@/server/platform/db/stored';
import type { Broadcast as BroadcastRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import type { AbTestResult } from '@/server/modules/messaging/broadcasts/ab-schema';
import type { Broadcast, StatusCounts } from '@/server/modules/messaging/broadcasts/schema';

export type { BroadcastRow };

/** Every column of a broadcast, for statements that return one. `alias` is the table's name in the statement. */
export const broadcastColumns = (alias: string): string => columnsOf('Broadcast', alias);

/** Messages of a broadcast by status, as one JSON object. */
export const countsOf = (alias: string): string =>
  `coalesce((SELECT jsonb_object_agg(t.status, t.messages) FROM "BroadcastTally" t
    WHERE t."accountId" = $1 AND t."broadcastId" = ${alias}.id AND t.messages > 0), '{}') AS "statusCounts"`;

/** A broadcast's row for the wire, without the options that are not set. */
export function presentBroadcast(row: BroadcastRow): Broadcast {
  const { perHour, localTime, tracking, utm, test, testEndsAt, testResult, testContents, ...rest } =
    castStored<StoredBroadcast>(row);
  return {
    ...rest,
    ...(test !== null && { test }),
    ...(testEndsAt !== null && { testEndsAt }),
    ...(testResult !== null && { testResult: { ...testResult, decidedAt: new Date(testResult.decidedAt) } }),
    ...(perHour !== null && { perHour }),
    ...(localTime !== null && { localTime }),
    ...(tracking && { tracking }),
    ...(utm !== null && { utm }),
  };
}

type Options = 'perHour' | 'localTime' | 'tracking' | 'utm' | 'test' | 'testEndsAt' | 'testResult';
type StoredBroadcast = Omit<Broadcast, Options> & {
  perHour: number | null;
  localTime: string | null;
  tracking: boolean;
  utm: Broadcast['utm'] | null;
  test: Broadcast['test'] | null;
  testEndsAt: Date | null;
  testResult: (Omit<AbTestResult, 'decidedAt'> & { decidedAt: string }) | null;
  testContents: unknown;
};

/** The number of messages of all statuses together. */
export const totalOf = (counts: StatusCounts): number =>
  Object.values(counts).reduce((sum, messages) => sum + messages, 0);
