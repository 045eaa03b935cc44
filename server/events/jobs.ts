/** Housekeeping of the outbox: what was taken is gone already; what nobody took is kept for 30 days. */
import { inBatches } from '@/server/jobs/in-batches';
import { defineCronJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';

const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Put aside, or of a time when there was a consumer. */
const PRUNE = `DELETE FROM "Change" c USING (
    SELECT o."accountId", o.id FROM "Change" o WHERE o.at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) old
  WHERE c."accountId" = old."accountId" AND c.id = old.id`;

export const pruneChangesJob = defineCronJob({
  name: 'events.prune-changes',
  cron: '41 * * * *',
  async run({ database, log }) {
    const removed = await inBatches(database.pool, PRUNE, [new Date(now().getTime() - KEPT_MS)]);
    log.debug({ removed }, 'changes pruned');
  },
});
