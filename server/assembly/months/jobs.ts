/** Housekeeping of the tables by month (docs/scale.md#tables-by-month). */
import { defineCronJob } from '@/server/platform/jobs/job';
import { analyze, keepMonths, type MonthlyTable } from '@/server/platform/jobs/months';
import { now } from '@/server/platform/lib/clock';
import { EVENTS } from '@/server/modules/audience/events/months';
import { DELIVERIES } from '@/server/modules/account/webhooks/months';

/** Every table by month. */
export const MONTHLY: readonly MonthlyTable[] = [EVENTS, DELIVERIES];

export const keepMonthsJob = defineCronJob({
  name: 'months.keep',
  cron: '23 * * * *',
  atStart: true,
  async run({ database, log }) {
    for (const monthly of MONTHLY) {
      const { made, dropped, putOff } = await keepMonths(database.pool, monthly, now());
      if (putOff.length > 0) log.warn({ putOff }, 'months are held by others, trying again within the hour');
      log.debug({ made, dropped }, 'months');
    }
  },
});

export const analyzeMonthsJob = defineCronJob({
  name: 'months.analyze',
  cron: '47 3 * * *',
  async run({ database, log }) {
    for (const monthly of MONTHLY) {
      const isDone = await analyze(database.pool, monthly);
      log.debug({ table: monthly.table, isDone }, 'analyzed');
    }
  },
});
