/** The worker's part in checkouts. */
import { defineCronJob } from '@/server/platform/jobs/job';
import { keptSince } from '@/server/platform/lib/retention';
import { now } from '@/server/platform/lib/clock';

export const pruneCheckoutsJob = defineCronJob({
  name: 'integrations.prune-checkouts',
  cron: '41 * * * *',
  async run({ database, log }) {
    const { rowCount } = await database.pool.query(
      `DELETE FROM "Checkout" WHERE status IN ('open', 'expired') AND "madeAt" < $1`,
      [keptSince('checkouts', now())],
    );
    log.debug({ removed: rowCount }, 'checkouts pruned');
  },
});
