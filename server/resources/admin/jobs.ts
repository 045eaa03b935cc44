/** The partners' part of the worker. */
import * as z from 'zod';
import { defineCronJob, defineWorkspaceJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';

/** Invites the owner of a workspace that a partner made. No payload holds a link: the worker makes it. */
export const mailOwnerJob = defineWorkspaceJob({
  name: 'admin.mail-owner',
  payload: z.object({ invitationId: z.string() }),
  key: ({ invitationId }) => `owner-mail:${invitationId}`,
  run: async (services, db, { invitationId }) =>
    (await import('@/server/resources/admin/invite-owner')).mailOwner(services, db, invitationId),
});

export const pruneCallsJob = defineCronJob({
  name: 'admin.prune-calls',
  cron: '53 3 * * *',
  async run({ database, log }) {
    const { pruneCalls } = await import('@/server/resources/admin/calls');
    log.debug({ removed: await pruneCalls(database, now()) }, 'counts of partners’ calls pruned');
  },
});
