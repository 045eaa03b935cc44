/** The worker's part in abandoned carts. */
import { now } from '@/server/platform/lib/clock';
import { defineCronJob } from '@/server/platform/jobs/job';

export const sweepCheckoutsJob = defineCronJob({
  name: 'integrations.sweep-checkouts',
  cron: '* * * * *',
  async run({ database, log }) {
    const { sweepCheckouts } = await import('@/server/modules/offers/abandoned-cart/sweep-checkouts');
    log.debug({ became: await sweepCheckouts(database, now()) }, 'open checkouts looked at');
  },
});
