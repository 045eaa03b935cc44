/**
 * The proof of a mailbox (docs/contract/accounts.md#proof-of-the-mailbox). A person who signs up owns the address only
 * after opening a link that was mailed to it. Until then anybody may have created the account and its ways to sign in.
 */
import type { Services } from '@/server/platform/access/context';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import type { Actor } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { enqueueForService } from '@/server/platform/jobs/enqueue';
import { proofMail } from '@/server/platform/mail/email-change';
import type { Transaction } from '@/server/modules/account/accounts/create-account';
import { confirmAddress, emailToken } from '@/server/modules/account/accounts/email-token';
import { endLateJob, sendProofJob } from '@/server/modules/account/accounts/jobs';
import type { MailLanguage } from '@/server/modules/account/accounts/mail-language';
import { auditOfPerson } from '@/server/modules/account/accounts/person-audit';
import { LINK_HOURS } from '@/server/modules/account/accounts/person-schema';
import { raiseSessionVersion } from '@/server/modules/account/accounts/session-version';
import { countAttempts } from '@/server/modules/account/accounts/throttle';

/** Another link. @throws AppError MAIL_NOT_CONFIGURED, TOO_MANY_ATTEMPTS */
export async function askForProof(
  { database, mail }: Pick<Services, 'database' | 'mail'>,
  { userId, email }: { userId: string; email: string },
  language: MailLanguage,
  now: Date,
): Promise<void> {
  if (mail === null) throw new AppError('MAIL_NOT_CONFIGURED');
  await countAttempts(database, { resetEmail: email }, now);
  await enqueueForService(database.prisma, sendProofJob, { userId, language });
}

/** Mails the link, in the worker; a proven mailbox gets nothing. */
export async function sendProof(
  { database, settings, mail }: Pick<Services, 'database' | 'settings' | 'mail'>,
  { userId, language }: { userId: string; language: MailLanguage },
  now: Date,
): Promise<void> {
  const user = await database.prisma.user.findUnique({
    where: { id: userId, unprovenSince: { not: null } },
    select: { name: true, email: true, passwordHash: true },
  });
  if (mail === null || user === null) return;
  const until = new Date(now.getTime() + LINK_HOURS * 3_600_000);
  const token = emailToken(settings.appSecret, { userId, until, email: user.email }, user);
  const link = confirmAddress(settings, token);
  const itWasNotMe = `${settings.baseUrl}/forgot-password`;
  await mail.send(user.email, proofMail(language, { name: user.name, link, hours: LINK_HOURS, itWasNotMe }));
}

/**
 * Marks the mailbox of a signed-in person as proven, after they opened a link that was mailed to it. Everything that
 * they made before stays.
 */
export async function proveMailbox(
  transaction: Transaction,
  { userId, email }: { userId: string; email: string },
  now: Date,
): Promise<void> {
  const { count } = await transaction.user.updateMany({
    where: { id: userId, email, unprovenSince: { not: null } },
    data: { unprovenSince: null, updatedAt: now },
  });
  if (count === 0) return;
  const actor = { kind: 'session', id: userId } as const;
  await auditOfPerson(transaction, userId, { action: 'member.prove_email', actor }, now);
}

/**
 * A process remembers a session for 2 seconds (auth/session.ts), and machines' clocks differ a little. `made`: how long
 * after the proof a request of an ended session may still begin. `look`: when the last such request has been written.
 * In milliseconds.
 */
const LATE_MS = { made: 5_000, look: 60_000 };

/**
 * Handles the first proof of a mailbox by another way than the link of the sign-up: a reset by mail, a changed e-mail,
 * the operator. Another person may have signed up, so everything made before ends: sessions, passkeys, the second
 * factor, and keys, endpoints, invitations, connections and pixels of their workspaces (`endMade`). Does nothing for a
 * proven mailbox. Memberships stay, and belong to the mailbox's owner.
 * @param how.keep the session that gives the proof; null: none
 */
export async function endUnproven(
  transaction: Transaction,
  userId: string,
  how: { by: Actor['kind']; keep: string | null },
  now: Date,
): Promise<void> {
  const { count } = await transaction.user.updateMany({
    where: { id: userId, unprovenSince: { not: null } },
    data: { unprovenSince: null, updatedAt: now },
  });
  if (count === 0) return;
  await raiseSessionVersion(transaction, userId, how.keep, now);
  const passkeys = await transaction.passkey.deleteMany({ where: { userId } });
  const factors = await transaction.secondFactor.deleteMany({ where: { userId } });
  await transaction.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
  const made = await endMade(transaction, userId, now, now);
  // A request of a session that has just ended may still be under way, here or in another process.
  await enqueueForService(
    transaction,
    endLateJob,
    { userId, provenAt: now.toISOString() },
    { runAt: new Date(now.getTime() + LATE_MS.look) },
  );
  await auditOfPerson(
    transaction,
    userId,
    {
      action: 'member.prove_email',
      actor: { kind: how.by, id: how.by === 'session' ? userId : null },
      data: (accountId) => ({ ended: { passkeys: passkeys.count, factors: factors.count, ...made.get(accountId) } }),
    },
    now,
  );
}

/**
 * Ends everything that gives access to the person's workspaces, or sends their data out. In a workspace that the person
 * owns, everything ends, because nobody else owns it. In workspaces of other owners, which an invitation link may have
 * opened, only things that the person made end. Things made or last changed after the proof stay.
 * @returns for each workspace, the number of ended things of each kind
 */
async function endMade(
  transaction: Transaction,
  userId: string,
  provenAt: Date,
  now: Date,
): Promise<Map<string, Record<string, number>>> {
  const until = new Date(provenAt.getTime() + LATE_MS.made);
  const memberships = await transaction.membership.findMany({
    where: { userId },
    select: { accountId: true, role: true },
  });
  const ended = new Map<string, Record<string, number>>();
  for (const { accountId, role } of memberships) {
    const isOwner = role === 'owner';
    const of = isOwner ? { accountId } : { accountId, id: { in: await madeIn(transaction, accountId, userId, until) } };
    const made = { ...of, createdAt: { lte: until } };
    const changed = { ...of, updatedAt: { lte: until } };
    const keys = await transaction.apiKey.updateMany({ where: { ...made, revokedAt: null }, data: { revokedAt: now } });
    const endpoints = await transaction.webhookEndpoint.updateMany({
      where: { ...changed, active: true },
      data: { active: false, stoppedBy: 'unproven', stoppedAt: now, updatedAt: now },
    });
    const invitations = await transaction.invitation.updateMany({
      where: { ...made, acceptedAt: null, revokedAt: null },
      data: { revokedAt: now },
    });
    // The sweeps forget their credentials.
    const revoked = { where: { ...changed, status: { not: 'revoked' } }, data: { status: 'revoked', updatedAt: now } };
    const integrations = await transaction.integration.updateMany(revoked);
    const channels = await transaction.channelIntegration.updateMany(revoked);
    // Purchases would go on to the advertising account of whoever entered the ids. Changes of pixels are not audited.
    const pixels = isOwner
      ? await transaction.merchantPixels.updateMany({
          where: { ...changed, enabled: true },
          data: { enabled: false, updatedAt: now },
        })
      : { count: 0 };
    const kinds = { keys, endpoints, invitations, integrations, channels, pixels };
    ended.set(accountId, Object.fromEntries(Object.entries(kinds).map(([kind, { count }]) => [kind, count])));
  }
  return ended;
}

/** Audit actions that leave their author a way in: the author made or moved something, or saw its secret. */
export const WAYS_IN: readonly string[] = [
  'api_key.create',
  'webhook_endpoint.create',
  'webhook_endpoint.update',
  'webhook_endpoint.rotate',
  'integration.connect',
  'channel.connect',
];

/**
 * Finds in the audit log everything that the person, a key of theirs, or a key made by such a key set up in a
 * workspace. @returns the ids
 */
async function madeIn(transaction: Transaction, accountId: string, userId: string, until: Date): Promise<string[]> {
  const found = new Set<string>();
  for (let actors = [userId]; actors.length > 0;) {
    const entries = await transaction.auditEntry.findMany({
      where: { accountId, actorId: { in: actors }, action: { in: [...WAYS_IN] }, createdAt: { lte: until } },
      select: { targetType: true, targetId: true },
    });
    const news = entries.filter(({ targetId }) => !found.has(targetId));
    for (const { targetId } of news) found.add(targetId);
    actors = news.filter(({ targetType }) => targetType === 'api_key').map(({ targetId }) => targetId);
  }
  return [...found];
}

/** The worker's part of `endUnproven`: ends things that an ended session made while the proof was given. */
export async function endLate(
  { database }: Pick<Services, 'database'>,
  userId: string,
  provenAt: Date,
  now: Date,
): Promise<void> {
  await prismaTransaction(database, async (transaction) => {
    await endMade(transaction, userId, provenAt, now);
  });
}

/** @throws AppError BAD_STATE while the mailbox is to be proven */
export async function requireProven(
  transaction: Pick<Transaction, 'user'>,
  userId: string,
  mail: object | null,
): Promise<void> {
  if (mail === null || (await transaction.user.count({ where: { id: userId, unprovenSince: { not: null } } })) === 0)
    return;
  throw new AppError('BAD_STATE', {
    message: 'Confirm this e-mail address first: open the link that was sent to it.',
    details: { reason: 'EMAIL_UNPROVEN' },
  });
}
