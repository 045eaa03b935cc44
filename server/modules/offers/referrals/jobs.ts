/** The referrals' part of the worker. */
import { defineCronJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { releaseDue } from '@/server/modules/offers/referrals/reviews';
import { expirePending } from '@/server/modules/offers/referrals/sweep';

export const expireAttributionsJob = defineCronJob({
  name: 'referrals.expire-pending',
  cron: '*/5 * * * *',
  async run({ database, log }) {
    log.debug(
      { expired: await expirePending(database, { accountId: null, now: now() }) },
      'stale attributions expired',
    );
  },
});

export const releaseRewardsJob = defineCronJob({
  name: 'referrals.release-rewards',
  cron: '*/5 * * * *',
  atStart: true,
  async run(services) {
    services.log.debug({ released: await releaseDue(services, now()) }, 'rewards that were held back are given');
  },
});
