/** The forms' part of the worker. */
import { defineCronJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';

/** Sends confirmations that had no channel before, and deletes submissions that nobody confirmed. */
export const sweepFormsJob = defineCronJob({
  name: 'forms.sweep',
  cron: '*/5 * * * *',
  async run(services) {
    const { sweepForms } = await import('@/server/modules/audience/forms/sweep');
    services.log.debug(await sweepForms(services, now()), 'forms swept');
  },
});
