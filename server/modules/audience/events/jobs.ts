/** Housekeeping of events (docs/contract/events.md#kept). */
import { systemDb } from '@/server/platform/db/workspace';
import { defineCronJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { findPeople, workspacesWithUnknown } from '@/server/modules/audience/events/find-people';
import { forgetOldEvents } from '@/server/modules/audience/events/months';

export const forgetOldEventsJob = defineCronJob({
  name: 'events.forget',
  cron: '31 * * * *',
  async run({ database }) {
    await forgetOldEvents(database.pool, now());
  },
});

export const findPeopleJob = defineCronJob({
  name: 'events.find-people',
  cron: '11 * * * *',
  async run({ database, log }) {
    for (const accountId of await workspacesWithUnknown(database.pool, now()))
      try {
        const found = await findPeople(systemDb(database, accountId));
        log.debug({ accountId, found }, 'events have a contact now');
      } catch (error) {
        // One workspace holds up no other.
        log.warn({ err: error, accountId }, 'whose events are could not be found, trying again in an hour');
      }
  },
});
