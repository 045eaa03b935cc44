/** The jobs about partners for the worker. */
import * as z from 'zod';
import { defineCronJob, defineServiceJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';

/**
 * Invites the owner of a workspace that a partner created. The worker makes the link, so that no payload contains one.
 */
export const mailOwnerJob = defineWorkspaceJob({
  name: 'admin.mail-owner',
  payload: z.object({ invitationId: z.string() }),
  key: ({ invitationId }) => `owner-mail:${invitationId}`,
  run: async (services, db, { invitationId }) =>
    (await import('@/server/modules/account/admin/invite-owner')).mailOwner(services, db, invitationId),
});

export const pruneCallsJob = defineCronJob({
  name: 'admin.prune-calls',
  cron: '53 3 * * *',
  async run({ database, log }) {
    const { pruneCalls } = await import('@/server/modules/account/admin/calls');
    log.debug({ removed: await pruneCalls(database, now()) }, 'counts of partners’ calls pruned');
  },
});

/** Ends everything that an archived partner set up, in each workspace. */
export const endPartnerJob = defineServiceJob({
  name: 'admin.end-partner',
  payload: z.object({ partnerId: z.string() }),
  run: async ({ database }, { partnerId }) => {
    const { endLeft } = await import('@/server/modules/account/admin/end-left');
    await endLeft(database, partnerId, now());
  },
});

/** Ends things that any partner has left: an older release ended less together with a link. */
export const endLeftJob = defineCronJob({
  name: 'admin.end-left',
  cron: '17 4 * * *',
  atStart: true,
  async run({ database, log }) {
    const { endLeft } = await import('@/server/modules/account/admin/end-left');
    log.debug({ workspaces: await endLeft(database, null, now()) }, 'what partners left behind ended');
  },
});
