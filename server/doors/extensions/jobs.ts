/** Housekeeping of stored replies. */
import { inBatches } from '@/server/platform/jobs/in-batches';
import { defineCronJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';

const PRUNE = `DELETE FROM "IdempotentReply" r USING (
    SELECT o."accountId", o."keyHash" FROM "IdempotentReply" o WHERE o."expiresAt" <= $1 LIMIT $2
      FOR UPDATE SKIP LOCKED) old
  WHERE r."accountId" = old."accountId" AND r."keyHash" = old."keyHash"`;

export const pruneRepliesJob = defineCronJob({
  name: 'idempotency.prune-replies',
  cron: '23 * * * *',
  async run({ database, log }) {
    const removed = await inBatches(database.pool, PRUNE, [now()]);
    log.debug({ removed }, 'stored replies pruned');
  },
});
