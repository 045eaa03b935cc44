/** Housekeeping of the outbox of conversions. */
import { defineCronJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { keptSince } from '@/server/platform/lib/retention';

/**
 * Deletes conversions, which are kept for far longer than a platform repeats a checkout, and than Meta remembers an
 * event's id (48 hours).
 */
export const pruneConversionsJob = defineCronJob({
  name: 'pixels.prune-conversions',
  cron: '17 * * * *',
  async run({ database, log }) {
    for (const table of ['PixelConversion', 'AdConversion']) {
      const { rowCount } = await database.pool.query(
        `DELETE FROM "${table}" WHERE "createdAt" < $1 AND status <> 'waiting'`,
        [keptSince('conversions', now())],
      );
      log.debug({ table, removed: rowCount }, 'conversions pruned');
    }
  },
});
