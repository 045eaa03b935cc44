/** The referrals' part of the worker. */
import { defineCronJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';
import { expirePending } from '@/server/resources/referrals/sweep';

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
