/** Housekeeping of sign-in attempts, sessions and links, and the mails that follow a change of password. */
import { z } from 'zod';
import { defineJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';
import { passwordChangedMail } from '@/server/mail/password-changed';
import { passwordChangedMailJob, resetMailJob } from '@/server/resources/accounts/mail-jobs';
import { sendReset } from '@/server/resources/accounts/password-reset';
import { pruneSessions } from '@/server/resources/accounts/sessions';
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

export const pruneSessionsJob = defineJob({
  name: 'accounts.prune-sessions',
  payload: z.object({}),
  cron: '29 * * * *',
  async run(services) {
    const removed = await pruneSessions(services.database, now());
    services.log.debug({ removed }, 'sessions that are over pruned');
  },
});

/** For so long a link that is over still says why, milliseconds. */
const KEPT_MS = { invitation: 30 * 24 * 60 * 60 * 1000, reset: 24 * 60 * 60 * 1000 };

export const pruneLinksJob = defineJob({
  name: 'accounts.prune-links',
  payload: z.object({}),
  cron: '43 * * * *',
  async run({ database: { prisma }, log }) {
    const before = (age: number): Date => new Date(now().getTime() - age);
    const invitations = await prisma.invitation.deleteMany({
      where: { expiresAt: { lte: before(KEPT_MS.invitation) } },
    });
    const resets = await prisma.passwordReset.deleteMany({ where: { expiresAt: { lte: before(KEPT_MS.reset) } } });
    log.debug({ invitations: invitations.count, resets: resets.count }, 'links that are over pruned');
  },
});

export const sendResetJob = defineJob({
  ...resetMailJob,
  run: (services, payload) => sendReset(services, payload, now()),
});

export const sendPasswordChangedJob = defineJob({
  ...passwordChangedMailJob,
  async run({ database, settings, mail }, { userId, language }) {
    const user = await database.prisma.user.findUnique({ where: { id: userId }, select: { name: true, email: true } });
    if (mail === null || user === null) return;
    await mail.send(
      user.email,
      passwordChangedMail(language, { name: user.name, link: `${settings.baseUrl}/forgot-password` }),
    );
  },
});
