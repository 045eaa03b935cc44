/** The months that events are kept in (docs/contract/events.md#kept). */
import type { Pool } from 'pg';
import { inBatches } from '@/server/platform/jobs/in-batches';
import { monthOf, type MonthlyTable } from '@/server/platform/jobs/months';
import { keptSince } from '@/server/platform/lib/retention';

export const EVENTS: MonthlyTable = {
  table: 'ShopperEvent',
  column: 'at',
  boundOf: (instant) => instant.toISOString(),
  ahead: 3,
  keptSince: (now) => keptSince('events', now),
};

const PRUNE_REST = `DELETE FROM "ShopperEvent_rest"
  WHERE ctid = ANY (ARRAY(SELECT e.ctid FROM "ShopperEvent_rest" e WHERE e.at < $1 LIMIT $2))`;
const PRUNE_KEYS = `DELETE FROM "ShopperEventKey"
  WHERE ctid = ANY (ARRAY(SELECT k.ctid FROM "ShopperEventKey" k WHERE k.at < $1 LIMIT $2))`;

/**
 * Deletes old events. A month's keys are deleted after its events: a repeated event of that month is refused as too
 * old.
 */
export async function forgetOldEvents(pool: Pool, now: Date): Promise<void> {
  const first = monthOf(keptSince('events', now));
  await inBatches(pool, PRUNE_REST, [first]);
  await inBatches(pool, PRUNE_KEYS, [first]);
}
