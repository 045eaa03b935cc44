/** Signing in: e-mail and password, and the code of the second factor where the person has one. */
import { verifyPassword } from '@/server/auth/password';
import type { SessionToken } from '@/server/auth/session';
import type { Services } from '@/server/context';
import { AppError } from '@/server/errors';
import type { MailLanguage } from '@/server/resources/accounts/passwords-schema';
import { assertCode, type Keeping } from '@/server/resources/accounts/second-factor';
import type { Factor } from '@/server/resources/accounts/second-factor-codes';
import { lastOpened } from '@/server/resources/accounts/session-version';
import { startSession, type Client } from '@/server/resources/accounts/sessions';
import { clearAttempts, clearCodes, countAttempt, countAttempts } from '@/server/resources/accounts/throttle';

export interface Attempt extends Client {
  email: string;
  password: string;
  /** Of the second factor; empty where the person was not asked for one yet. */
  code?: string;
  /** Of the mail that tells of a recovery code. */
  language?: MailLanguage;
}

/**
 * A session of this person, if all that they give is right; it opens where they were last. Nothing is kept between the
 * question for the code and its answer: e-mail and password come once more with it.
 * @throws AppError WRONG_CREDENTIALS, the same for an unknown e-mail, and TOO_MANY_ATTEMPTS; with the right password
 *   CODE_REQUIRED or WRONG_CODE
 */
export async function signIn(
  services: Pick<Services, 'database' | 'settings' | 'mail'>,
  attempt: Attempt,
  now: Date,
): Promise<SessionToken> {
  const { database } = services;
  const email = attempt.email.trim().toLowerCase().slice(0, 254);
  await countAttempt(database, { email, address: attempt.address }, now);
  const user = email.includes('\0')
    ? null
    : await database.prisma.user.findUnique({
        where: { email },
        select: {
          id: true,
          passwordHash: true,
          sessionVersion: true,
          secondFactor: { select: { secret: true, lastStep: true, enabledAt: true } },
        },
      });
  if (!(await verifyPassword(user?.passwordHash ?? null, attempt.password.slice(0, 200))) || user === null)
    throw new AppError('WRONG_CREDENTIALS');
  const { id: userId, sessionVersion, secondFactor } = user;
  const sessionId =
    secondFactor === null || secondFactor.enabledAt === null
      ? await startSession(database.prisma, userId, attempt, now)
      : await withCode(services, { userId, ...secondFactor }, attempt, now);
  await clearAttempts(database, email);
  return { sub: userId, accountId: await lastOpened(database.prisma, userId), sessionVersion, sessionId };
}

/** The code is used up with the session that it opens, or not at all. */
async function withCode(services: Keeping, factor: Factor, attempt: Attempt, now: Date): Promise<string> {
  const code = (attempt.code ?? '').trim().slice(0, 64);
  // The password alone clears no count, so that whoever has it does not guess on by asking for the code in between.
  if (code === '') throw new AppError('CODE_REQUIRED');
  const { database } = services;
  await countAttempts(database, { code: factor.userId }, now);
  const sessionId = await database.prisma.$transaction(async (transaction) => {
    await assertCode(transaction, services, factor, { code, language: attempt.language ?? 'en' }, now);
    return await startSession(transaction, factor.userId, attempt, now);
  });
  await clearCodes(database, factor.userId);
  return sessionId;
}
