/** The affiliate programs' part of the worker. */
import { defineCronJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { ripen, sweepClicks } from '@/server/modules/creators/programs/sweep';

export const ripenCommissionsJob = defineCronJob({
  name: 'programs.ripen',
  cron: '*/5 * * * *',
  async run({ database, log }) {
    log.debug({ ripened: await ripen(database, now()) }, 'commissions ripened');
  },
});

export const sweepClicksJob = defineCronJob({
  name: 'programs.sweep-clicks',
  cron: '23 * * * *',
  async run({ database, log }) {
    log.debug(await sweepClicks(database, now()), 'clicks swept');
  },
});
