/** Housekeeping of sign-in attempts, sessions and links, and the mails about passwords and e-mails. */
import * as z from 'zod';
import { defineCronJob, defineServiceJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { OWNERSHIP_NEWS } from '@/server/platform/mail/ownership';
import { SECURITY_NEWS } from '@/server/platform/mail/security';
import { language } from '@/server/modules/account/accounts/mail-language';
import { email } from '@/server/modules/account/accounts/schema';

export const pruneThrottleJob = defineCronJob({
  name: 'accounts.prune-throttle',
  cron: '17 * * * *',
  async run({ database, log }) {
    const { pruneThrottle } = await import('@/server/modules/account/accounts/throttle');
    log.debug({ removed: await pruneThrottle(database, now()) }, 'sign-in windows pruned');
  },
});

export const pruneSessionsJob = defineCronJob({
  name: 'accounts.prune-sessions',
  cron: '29 * * * *',
  async run({ database, log }) {
    const { pruneSessions } = await import('@/server/modules/account/accounts/sessions');
    log.debug({ removed: await pruneSessions(database, now()) }, 'sessions that are over pruned');
  },
});

/** For so long a link that is over still says why, milliseconds. */
const KEPT_MS = { invitation: 30 * 24 * 60 * 60 * 1000, reset: 24 * 60 * 60 * 1000 };

export const pruneLinksJob = defineCronJob({
  name: 'accounts.prune-links',
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

export const endLateJob = defineServiceJob({
  name: 'accounts.end-late',
  payload: z.object({ userId: z.string(), provenAt: z.iso.datetime() }),
  run: async (services, { userId, provenAt }) =>
    (await import('@/server/modules/account/accounts/proof')).endLate(services, userId, new Date(provenAt), now()),
});

/** Mails a reset link. The worker makes the link, so that no payload contains one. */
export const sendResetJob = defineServiceJob({
  name: 'accounts.mail-reset',
  payload: z.object({ email, language }),
  run: async (services, payload) =>
    (await import('@/server/modules/account/accounts/password-reset')).sendReset(services, payload, now()),
});

export const sendPasswordChangedJob = defineServiceJob({
  name: 'accounts.mail-password-changed',
  payload: z.object({ userId: z.string(), language }),
  run: async (services, payload) =>
    (await import('@/server/modules/account/accounts/passwords')).sendPasswordChanged(services, payload),
});

export const sendEmailLinkJob = defineServiceJob({
  name: 'accounts.mail-email-link',
  payload: z.object({ userId: z.string(), email, language }),
  run: async (services, payload) =>
    (await import('@/server/modules/account/accounts/person')).sendEmailLink(services, payload, now()),
});

export const sendProofJob = defineServiceJob({
  name: 'accounts.mail-proof',
  payload: z.object({ userId: z.string(), language }),
  run: async (services, payload) =>
    (await import('@/server/modules/account/accounts/proof')).sendProof(services, payload, now()),
});

export const sendEmailChangedJob = defineServiceJob({
  name: 'accounts.mail-email-changed',
  payload: z.object({ userId: z.string(), email, language }),
  run: async (services, payload) =>
    (await import('@/server/modules/account/accounts/person')).sendEmailChanged(services, payload),
});

export const sendSecurityNewsJob = defineServiceJob({
  name: 'accounts.mail-security-news',
  payload: z.object({ userId: z.string(), news: z.enum(SECURITY_NEWS), language }),
  run: async (services, payload) =>
    (await import('@/server/modules/account/accounts/security-news')).sendSecurityNews(services, payload),
});

/** One job for each of the two owners, so that a failed mail to one is not repeated to the other. */
export const sendOwnershipJob = defineWorkspaceJob({
  name: 'accounts.mail-ownership',
  payload: z.object({ userId: z.string(), otherId: z.string(), news: z.enum(OWNERSHIP_NEWS), language }),
  run: async (services, { accountId }, payload) =>
    (await import('@/server/modules/account/accounts/ownership-news')).sendOwnershipNews(services, accountId, payload),
});

export const pruneChallengesJob = defineCronJob({
  name: 'accounts.prune-challenges',
  cron: '51 * * * *',
  async run({ database, log }) {
    const { pruneChallenges } = await import('@/server/modules/account/accounts/passkeys');
    log.debug({ removed: await pruneChallenges(database, now()) }, 'challenges of passkeys that have ended pruned');
  },
});
