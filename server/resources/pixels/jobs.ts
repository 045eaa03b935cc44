/** Housekeeping of the outbox of conversions. */
import { defineCronJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';

/** Far longer than a platform repeats a checkout, and than Meta remembers an event's id (48 hours). */
const KEPT_MS = 90 * 24 * 60 * 60_000;

export const pruneConversionsJob = defineCronJob({
  name: 'pixels.prune-conversions',
  cron: '17 * * * *',
  async run({ database, log }) {
    const { rowCount } = await database.pool.query(
      `DELETE FROM "PixelConversion" WHERE "createdAt" < $1 AND status <> 'waiting'`,
      [new Date(now().getTime() - KEPT_MS)],
    );
    log.debug({ removed: rowCount }, 'conversions pruned');
  },
});
