/** The jobs about API keys for the worker. */
import { inBatches } from '@/server/platform/jobs/in-batches';
import { defineCronJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { keptSince } from '@/server/platform/lib/retention';

const PRUNE = `DELETE FROM "ApiKeyCalls" c USING (
    SELECT o."accountId", o."apiKeyId", o.at, o.id FROM "ApiKeyCalls" o WHERE o.at <= $1 LIMIT $2
      FOR UPDATE SKIP LOCKED) old
  WHERE c."accountId" = old."accountId" AND c."apiKeyId" = old."apiKeyId" AND c.at = old.at AND c.id = old.id`;

export const pruneKeyCallsJob = defineCronJob({
  name: 'api-keys.prune-calls',
  cron: '11 * * * *',
  async run({ database, log }) {
    const removed = await inBatches(database.pool, PRUNE, [keptSince('keyCalls', now())]);
    log.debug({ removed }, 'calls of keys pruned');
  },
});
