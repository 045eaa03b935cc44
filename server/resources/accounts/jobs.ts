/** Housekeeping of sign-in attempts. */
import { z } from 'zod';
import { defineJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';
import { pruneThrottle } from '@/server/resources/accounts/throttle';

export const pruneThrottleJob = defineJob({
  name: 'accounts.prune-throttle',
  payload: z.object({}),
  cron: '17 * * * *',
  async run(services) {
    const removed = await pruneThrottle(services.database, now());
    services.log.debug({ removed }, 'sign-in windows pruned');
  },
});
