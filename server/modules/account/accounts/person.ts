/** A person's name, and their e-mail, with which they also sign in. */
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { SessionClaims } from '@/server/platform/auth/session';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { AppError } from '@/server/platform/errors';
import { enqueueForService } from '@/server/platform/jobs/enqueue';
import { emailChangedMail, emailLinkMail } from '@/server/platform/mail/email-change';
import { endUnproven, proveMailbox } from '@/server/modules/account/accounts/proof';
import { emailTaken, type Transaction } from '@/server/modules/account/accounts/create-account';
import { confirmAddress, emailLink, emailToken, type EmailLink } from '@/server/modules/account/accounts/email-token';
import { sendEmailChangedJob, sendEmailLinkJob } from '@/server/modules/account/accounts/jobs';
import { assertPassword, withCode, type Keeping } from '@/server/modules/account/accounts/factors';
import type { MailLanguage } from '@/server/modules/account/accounts/mail-language';
import {
  LINK_HOURS,
  type ChangeEmailInput,
  type ConfirmEmailInput,
  type EmailLinkState,
} from '@/server/modules/account/accounts/person-schema';
import { auditOfPerson } from '@/server/modules/account/accounts/person-audit';
import { countAttempts } from '@/server/modules/account/accounts/throttle';

export async function rename(
  { prisma }: Pick<Database, 'prisma'>,
  userId: string,
  name: string,
  now: Date,
): Promise<{ name: string }> {
  return await prisma.user.update({ where: { id: userId }, data: { name, updatedAt: now }, select: { name: true } });
}

/**
 * Changes the e-mail. If the service sends mail, the new address first gets a link, so that a typing error locks nobody
 * out; else the address changes at once.
 * @throws AppError WRONG_CREDENTIALS for a wrong present password, CODE_REQUIRED, WRONG_CODE, TOO_MANY_ATTEMPTS,
 * EMAIL_TAKEN
 */
export async function changeEmail(
  services: Keeping,
  { userId }: SessionPrincipal,
  { email, ...given }: ChangeEmailInput,
  now: Date,
): Promise<{ state: 'mailed' | 'changed' }> {
  const { language } = given;
  const { email: from } = await assertPassword(services.database, userId, given.current, now);
  try {
    return await withCode(services, userId, given, now, async (transaction) => {
      if (from === email) return { state: 'changed' };
      if (services.mail !== null) {
        await countAttempts(services.database, { resetEmail: email }, now);
        await enqueueForService(transaction, sendEmailLinkJob, { userId, email, language });
        return { state: 'mailed' };
      }
      await take(transaction, { userId, from, to: email, spends: null }, now);
      return { state: 'changed' };
    });
  } catch (error) {
    throw emailTaken(error);
  }
}

/**
 * Mails the link, in the worker. An address that has an account already gets nothing, so that nobody learns who has an
 * account.
 */
export async function sendEmailLink(
  { database, settings, mail }: Pick<Services, 'database' | 'settings' | 'mail'>,
  { userId, email, language }: { userId: string; email: string; language: MailLanguage },
  now: Date,
): Promise<void> {
  if (mail === null || (await database.prisma.user.findUnique({ where: { email }, select: { id: true } }))) return;
  const user = await database.prisma.user.findUnique({
    where: { id: userId },
    select: { name: true, email: true, passwordHash: true },
  });
  if (user === null) return;
  const until = new Date(now.getTime() + LINK_HOURS * 3_600_000);
  const link = confirmAddress(settings, emailToken(settings.appSecret, { userId, until, email }, user));
  await mail.send(email, emailLinkMail(language, { name: user.name, link, hours: LINK_HOURS }));
}

/** @throws AppError NOT_FOUND for a link that is not ours */
export async function emailLinkState(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  token: string,
  now: Date,
): Promise<EmailLinkState> {
  const { link, state } = await opened({ database, settings }, token, now);
  return { state, email: link.email };
}

/**
 * Confirms a mailed link. After a sign-up, the mailbox is proven, and nothing ends. For a change of e-mail, the new
 * address replaces the old one; if the old one was never proven, this is the first proof (proof.ts).
 *
 * Only the signed-in person can confirm. The link alone proves who owns the mailbox, not who owns the account: another
 * person may have signed up with the address, and the mailbox's owner only opened the link in their mail.
 * @throws AppError NOT_FOUND, FORBIDDEN for another person's link, EMAIL_TAKEN, BAD_STATE with the reason
 */
export async function confirmEmail(
  { database, settings, mail }: Pick<Services, 'database' | 'settings' | 'mail'>,
  { userId, sessionId, accountId }: SessionPrincipal,
  { token, language }: ConfirmEmailInput,
  now: Date,
): Promise<SessionClaims> {
  const { link, state, from } = await opened({ database, settings }, token, now);
  if (link.userId !== userId)
    throw new AppError('FORBIDDEN', {
      message: 'This link belongs to another account. Sign in with that account first.',
      details: { reason: 'OTHER_PERSON' },
    });
  if (state !== 'open') throw over(state);
  const { email: to } = link;
  try {
    return await prismaTransaction(database, async (transaction) => {
      if (to === from) await proveMailbox(transaction, { userId, email: to }, now);
      else {
        await take(transaction, { userId, from, to, spends: link }, now);
        await endUnproven(transaction, userId, { by: 'session', keep: sessionId }, now);
        if (mail !== null) await enqueueForService(transaction, sendEmailChangedJob, { userId, email: from, language });
      }
      const { sessionVersion } = await transaction.user.findUniqueOrThrow({
        where: { id: userId },
        select: { sessionVersion: true },
      });
      return { sub: userId, accountId, sessionVersion };
    });
  } catch (error) {
    throw emailTaken(error);
  }
}

const over = (state: 'used' | 'expired'): AppError =>
  new AppError('BAD_STATE', { message: `This link is ${state}.`, details: { reason: state.toUpperCase() } });

/** Reads a link. It is signed over the old e-mail and the password: when either changes, the link stops working. */
async function opened(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  token: string,
  now: Date,
): Promise<{ link: EmailLink; state: EmailLinkState['state']; from: string }> {
  const unknown = new AppError('NOT_FOUND', { message: 'This link does not exist. Ask for a new one.' });
  const link = emailLink(token);
  const user =
    link &&
    (await database.prisma.user.findUnique({
      where: { id: link.userId },
      select: { email: true, passwordHash: true, unprovenSince: true },
    }));
  if (!link || !user) throw unknown;
  // The last link that was opened says that it is done, to whoever opens it once more; so does one of a proven mailbox.
  const isTaken = user.email === link.email && user.unprovenSince === null;
  if (!isTaken && !link.isOurs(settings.appSecret, user)) throw unknown;
  // The address of before may be theirs again: a link that was used stays so.
  const isSpent = isTaken || (await database.prisma.spentChallenge.count({ where: { challenge: spentAs(link) } })) > 0;
  return { link, from: user.email, state: isSpent ? 'used' : link.until <= now ? 'expired' : 'open' };
}

/** Among the challenges of passkeys, which are spent as well. */
const spentAs = ({ signature }: Pick<EmailLink, 'signature'>): string => `email-link:${signature}`;

/** Replaces the address that the link was made for, and no other. @param change.spends the link, if there is one */
async function take(
  transaction: Transaction,
  { userId, from, to, spends }: { userId: string; from: string; to: string; spends: EmailLink | null },
  now: Date,
): Promise<void> {
  const { count } = await transaction.user.updateMany({
    where: { id: userId, email: from },
    data: { email: to, updatedAt: now },
  });
  if (count === 0) throw over('used');
  if (spends !== null) {
    const spent = { challenge: spentAs(spends), expiresAt: spends.until };
    const made = await transaction.spentChallenge.createMany({ data: [spent], skipDuplicates: true });
    if (made.count === 0) throw over('used');
  }
  // Links to a new password went to the address of before.
  await transaction.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
  const actor = { kind: 'session', id: userId } as const;
  await auditOfPerson(transaction, userId, { action: 'member.change_email', actor }, now);
}

/** Mails the old address that the e-mail has changed, in case somebody else changed it. */
export async function sendEmailChanged(
  { database, settings, mail }: Pick<Services, 'database' | 'settings' | 'mail'>,
  { userId, email, language }: { userId: string; email: string; language: MailLanguage },
): Promise<void> {
  const user = await database.prisma.user.findUnique({ where: { id: userId }, select: { name: true } });
  if (mail === null || user === null) return;
  await mail.send(email, emailChangedMail(language, { name: user.name, link: `${settings.baseUrl}/sign-in` }));
}
