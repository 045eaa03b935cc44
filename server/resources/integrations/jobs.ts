/** The worker's part in checkouts. */
import { defineCronJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';
import { sweepCheckouts } from '@/server/resources/integrations/sweep';

export const sweepCheckoutsJob = defineCronJob({
  name: 'integrations.sweep-checkouts',
  cron: '* * * * *',
  async run({ database, log }) {
    log.debug({ became: await sweepCheckouts(database, now()) }, 'open checkouts looked at');
  },
});

/** An open checkout is kept for so long, and with it who began it. */
const KEPT_MS = 90 * 24 * 60 * 60_000;

export const pruneCheckoutsJob = defineCronJob({
  name: 'integrations.prune-checkouts',
  cron: '41 * * * *',
  async run({ database, log }) {
    const { rowCount } = await database.pool.query(
      `DELETE FROM "Checkout" WHERE status IN ('open', 'expired') AND "madeAt" < $1`,
      [new Date(now().getTime() - KEPT_MS)],
    );
    log.debug({ removed: rowCount }, 'checkouts pruned');
  },
});
