/** Housekeeping of the outbox of conversions. */
import { defineCronJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';
import { keptSince } from '@/server/lib/retention';

/** For far longer than a platform repeats a checkout, and than Meta remembers an event's id (48 hours). */

export const pruneConversionsJob = defineCronJob({
  name: 'pixels.prune-conversions',
  cron: '17 * * * *',
  async run({ database, log }) {
    const { rowCount } = await database.pool.query(
      `DELETE FROM "PixelConversion" WHERE "createdAt" < $1 AND status <> 'waiting'`,
      [keptSince('conversions', now())],
    );
    log.debug({ removed: rowCount }, 'conversions pruned');
  },
});
