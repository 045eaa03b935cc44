/** New passwords, set by the person or the operator. password-reset.ts resets a forgotten password by mail. */
import { hashPassword } from '@/server/platform/auth/password';
import type { Actor } from '@/server/platform/db/workspace';
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { SessionClaims } from '@/server/platform/auth/session';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { AppError } from '@/server/platform/errors';
import { enqueueForService } from '@/server/platform/jobs/enqueue';
import { passwordChangedMail } from '@/server/platform/mail/password-changed';
import type { Transaction } from '@/server/modules/account/accounts/create-account';
import { assertPassword, withCode, type Keeping } from '@/server/modules/account/accounts/factors';
import { sendPasswordChangedJob } from '@/server/modules/account/accounts/jobs';
import type { MailLanguage } from '@/server/modules/account/accounts/mail-language';
import { auditOfPerson } from '@/server/modules/account/accounts/person-audit';
import type { ChangePasswordInput } from '@/server/modules/account/accounts/person-schema';
import { endUnproven } from '@/server/modules/account/accounts/proof';
import { raiseSessionVersion } from '@/server/modules/account/accounts/session-version';
import { clearAttempts } from '@/server/modules/account/accounts/throttle';

/**
 * Ends every session except `keep`, voids every reset link, and records the change in the audit log of each of the
 * person's workspaces.
 */
export async function afterNewPassword(
  transaction: Transaction,
  userId: string,
  how: { action: string; actor: Pick<Actor, 'kind' | 'id'>; keep: string | null },
  now: Date,
): Promise<number> {
  const sessionVersion = await raiseSessionVersion(transaction, userId, how.keep, now);
  await transaction.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
  await auditOfPerson(transaction, userId, how, now);
  return sessionVersion;
}

/**
 * Sets a password by the operator's command. Ends every session of the user, and clears the counts of sign-in attempts.
 * @throws AppError NOT_FOUND
 */
export async function setPassword(
  database: Database,
  input: { email: string; password: string },
  now: Date,
): Promise<string> {
  const passwordHash = await hashPassword(input.password);
  const userId = await prismaTransaction(database, async (transaction) => {
    const [user] = await transaction.user.updateManyAndReturn({
      where: { email: input.email },
      data: { passwordHash, updatedAt: now },
      select: { id: true },
    });
    if (user === undefined) throw new AppError('NOT_FOUND', { message: 'There is no user with this e-mail.' });
    await afterNewPassword(
      transaction,
      user.id,
      { action: 'member.set_password', actor: { kind: 'operator', id: null }, keep: null },
      now,
    );
    await endUnproven(transaction, user.id, { by: 'operator', keep: null }, now);
    return user.id;
  });
  await clearAttempts(database, { email: input.email, code: userId, password: userId, presentCode: userId });
  return userId;
}

/**
 * Changes the person's password. Ends every session except the returned one. @throws AppError WRONG_CREDENTIALS for a
 * wrong present password, CODE_REQUIRED, WRONG_CODE, TOO_MANY_ATTEMPTS
 */
export async function changePassword(
  services: Keeping,
  { userId, sessionId, accountId }: SessionPrincipal,
  input: ChangePasswordInput,
  now: Date,
): Promise<SessionClaims> {
  const before = await assertPassword(services.database, userId, input.current, now);
  const passwordHash = await hashPassword(input.password);
  return await withCode(services, userId, input, now, async (transaction) => {
    // Only in the place of the password that was asked for: of two who change it at once, one knew an old one.
    const { count } = await transaction.user.updateMany({
      where: { id: userId, passwordHash: before.passwordHash },
      data: { passwordHash, updatedAt: now },
    });
    if (count === 0) throw new AppError('WRONG_CREDENTIALS', { message: 'The current password is wrong.' });
    const sessionVersion = await afterNewPassword(
      transaction,
      userId,
      { action: 'member.change_password', actor: { kind: 'session', id: userId }, keep: sessionId },
      now,
    );
    if (services.mail !== null)
      await enqueueForService(transaction, sendPasswordChangedJob, { userId, language: input.language });
    return { sub: userId, accountId, sessionVersion };
  });
}

/** Mails a person that their password has changed, in case somebody else changed it. */
export async function sendPasswordChanged(
  { database, settings, mail }: Pick<Services, 'database' | 'settings' | 'mail'>,
  { userId, language }: { userId: string; language: MailLanguage },
): Promise<void> {
  const user = await database.prisma.user.findUnique({ where: { id: userId }, select: { name: true, email: true } });
  if (mail === null || user === null) return;
  const link = `${settings.baseUrl}/forgot-password`;
  await mail.send(user.email, passwordChangedMail(language, { name: user.name, link }));
}
