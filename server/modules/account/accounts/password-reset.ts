/**
 * Resets a forgotten password by a mailed link that works once, for an hour. A request does the same work for every
 * address (the worker looks up the person), so neither the answer nor its time shows whether an account exists.
 */
import { hashPassword } from '@/server/platform/auth/password';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { AppError } from '@/server/platform/errors';
import { enqueueForService } from '@/server/platform/jobs/enqueue';
import { resetMail } from '@/server/platform/mail/password-reset';
import { hashToken, newToken } from '@/server/modules/account/accounts/link-token';
import { sendPasswordChangedJob, sendResetJob } from '@/server/modules/account/accounts/jobs';
import {
  RESET_MINUTES,
  type RequestResetInput,
  type ResetPasswordInput,
  type ResetState,
} from '@/server/modules/account/accounts/passwords-schema';
import { afterNewPassword } from '@/server/modules/account/accounts/passwords';
import { endUnproven } from '@/server/modules/account/accounts/proof';
import { clearAttempts, countAttempts } from '@/server/modules/account/accounts/throttle';

/** @throws AppError MAIL_NOT_CONFIGURED, TOO_MANY_ATTEMPTS */
export async function requestReset(
  { database, mail }: Pick<Services, 'database' | 'mail'>,
  input: RequestResetInput,
  address: string,
  now: Date,
): Promise<void> {
  if (mail === null) throw new AppError('MAIL_NOT_CONFIGURED');
  await countAttempts(database, { resetEmail: input.email, resetAddress: address }, now);
  await enqueueForService(database.prisma, sendResetJob, input);
}

/** The worker's part. A second run makes a second link and voids none: whichever mail arrives works. */
export async function sendReset(
  { database, settings, mail }: Services,
  { email, language }: RequestResetInput,
  now: Date,
): Promise<void> {
  if (mail === null) return;
  const user = await database.prisma.user.findUnique({ where: { email }, select: { id: true, name: true } });
  if (user === null) return;
  const { token, tokenHash } = newToken();
  await database.prisma.passwordReset.create({
    data: { tokenHash, userId: user.id, createdAt: now, expiresAt: new Date(now.getTime() + RESET_MINUTES * 60_000) },
  });
  await mail.send(
    email,
    resetMail(language, {
      name: user.name,
      link: `${settings.baseUrl}/reset-password/${token}`,
      minutes: RESET_MINUTES,
    }),
  );
}

/** @throws AppError NOT_FOUND */
export async function resetState(database: Database, token: string, now: Date): Promise<ResetState> {
  const row = await database.prisma.passwordReset.findUnique({
    where: { tokenHash: hashToken(token) },
    select: { usedAt: true, expiresAt: true },
  });
  if (row === null) throw new AppError('NOT_FOUND', { message: 'This link does not exist. Ask for a new one.' });
  return row.usedAt !== null ? 'used' : row.expiresAt <= now ? 'expired' : 'open';
}

/**
 * Sets a new password, ends every session and voids every other link. If this is the first proof of the mailbox, more
 * ends (proof.ts). @returns the user's id @throws AppError NOT_FOUND, BAD_STATE with the reason
 */
export async function resetPassword(
  { database, mail }: Pick<Services, 'database' | 'mail'>,
  input: ResetPasswordInput,
  now: Date,
): Promise<string> {
  // Asked first, so that made-up links cost no hash.
  const refuse = (state: ResetState): AppError =>
    new AppError('BAD_STATE', { message: `This link is ${state}.`, details: { reason: state.toUpperCase() } });
  const before = await resetState(database, input.token, now);
  if (before !== 'open') throw refuse(before);
  const passwordHash = await hashPassword(input.password);
  const user = await prismaTransaction(database, async (transaction) => {
    const [reset] = await transaction.passwordReset.updateManyAndReturn({
      where: { tokenHash: hashToken(input.token), usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
      select: { userId: true },
    });
    if (reset === undefined) throw refuse('used');
    const { id, email } = await transaction.user.update({
      where: { id: reset.userId },
      data: { passwordHash, updatedAt: now },
      select: { id: true, email: true },
    });
    await afterNewPassword(
      transaction,
      id,
      { action: 'member.reset_password', actor: { kind: 'session', id }, keep: null },
      now,
    );
    await endUnproven(transaction, id, { by: 'session', keep: null }, now);
    if (mail !== null)
      await enqueueForService(transaction, sendPasswordChangedJob, { userId: id, language: input.language });
    return { id, email };
  });
  // Whoever locked themselves out by guessing gets in with the new one.
  await clearAttempts(database, { email: user.email });
  return user.id;
}
