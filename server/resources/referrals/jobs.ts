/** The referrals' part of the worker. */
import { z } from 'zod';
import { defineJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';
import { expirePending } from '@/server/resources/referrals/sweep';

export const expireAttributionsJob = defineJob({
  name: 'referrals.expire-pending',
  payload: z.object({}),
  cron: '*/5 * * * *',
  async run({ database, log }) {
    log.debug(
      { expired: await expirePending(database, { accountId: null, now: now() }) },
      'stale attributions expired',
    );
  },
});
