/** The collaborations' part of the worker. */
import * as z from 'zod';
import { defineCronJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { CREATOR_MAILS } from '@/server/platform/mail/creators';

/** Writes to a creator. */
export const mailCreatorJob = defineWorkspaceJob({
  name: 'collaborations.mail',
  payload: z.object({ collaborationId: z.string(), kind: z.enum(CREATOR_MAILS), text: z.string().nullable() }),
  key: ({ collaborationId, kind }) => `creator-mail:${collaborationId}:${kind}`,
  run: async (services, db, payload) =>
    (await import('@/server/modules/creators/collaborations/send-mail')).sendCreatorMail(services, db, payload),
});

/** Mails an applicant the link that confirms their application. */
export const mailApplicationJob = defineWorkspaceJob({
  name: 'collaborations.mail-application',
  payload: z.object({ applicationId: z.string() }),
  key: ({ applicationId }) => `application-mail:${applicationId}`,
  run: async (services, db, { applicationId }) =>
    (await import('@/server/modules/creators/collaborations/send-mail')).sendApplicationMail(
      services,
      db,
      applicationId,
    ),
});

/** Expires invitations that nobody answered, and deletes data that is kept for a limited time. */
export const sweepCollaborationsJob = defineCronJob({
  name: 'collaborations.sweep',
  cron: '*/5 * * * *',
  async run({ database, log }) {
    const { sweepCollaborations } = await import('@/server/modules/creators/collaborations/sweep');
    log.debug(await sweepCollaborations(database, now()), 'collaborations swept');
  },
});
