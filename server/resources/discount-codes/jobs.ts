/** What the worker does for discount codes. */
import { inBatches } from '@/server/jobs/in-batches';
import { defineCronJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';
import { keptSince } from '@/server/lib/retention';

/** Holds that are over count for nothing since then; their rows go later. */
const PRUNE = `DELETE FROM "DiscountHold" h USING (
    SELECT o."accountId", o.id FROM "DiscountHold" o WHERE o."expiresAt" < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) old
  WHERE h."accountId" = old."accountId" AND h.id = old.id`;

export const pruneHoldsJob = defineCronJob({
  name: 'discount-codes.prune-holds',
  cron: '17 * * * *',
  async run({ database, log }) {
    log.debug({ holds: await inBatches(database.pool, PRUNE, [keptSince('holds', now())]) }, 'holds pruned');
  },
});
