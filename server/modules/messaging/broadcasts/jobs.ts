/** Housekeeping of broadcasts. */
import { defineCronJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';

const KEPT_MS = 7 * 86_400_000;

/** The ten-second sums of a progress page are of no interest after a week. */
export const pruneRatesJob = defineCronJob({
  name: 'broadcasts.prune-rates',
  cron: '17 3 * * *',
  async run({ database }) {
    await database.prisma.broadcastRate.deleteMany({ where: { at: { lt: new Date(now().getTime() - KEPT_MS) } } });
  },
});
