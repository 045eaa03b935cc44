/** Signs in with e-mail and password, and with a code if the person has a second factor. */
import { knownDevice } from '@/server/platform/auth/known-devices';
import { verifyPassword } from '@/server/platform/auth/password';
import type { SessionToken } from '@/server/platform/auth/session';
import type { Services } from '@/server/platform/access/context';
import { AppError } from '@/server/platform/errors';
import { takingCode, type Keeping } from '@/server/modules/account/accounts/factors';
import type { MailLanguage } from '@/server/modules/account/accounts/mail-language';
import type { Factor } from '@/server/modules/account/accounts/second-factor-codes';
import { lastOpened } from '@/server/modules/account/accounts/session-version';
import { startSession, type Client } from '@/server/modules/account/accounts/sessions';
import { clearAttempts, countAttempts } from '@/server/modules/account/accounts/throttle';

export interface Attempt extends Client {
  email: string;
  password: string;
  /** The code of the second factor; empty before the person was asked for one. */
  code?: string;
  /** The language of the mail that reports a recovery code. */
  language?: MailLanguage;
}

/**
 * Opens a session for the person if everything is correct, in their last workspace. Nothing is stored between the
 * question for the code and its answer: the second request repeats e-mail and password.
 * @throws AppError WRONG_CREDENTIALS, the same for an unknown e-mail; TOO_MANY_ATTEMPTS; with the right password
 * CODE_REQUIRED or WRONG_CODE
 */
export async function signIn(
  services: Pick<Services, 'database' | 'settings' | 'mail'>,
  attempt: Attempt,
  now: Date,
): Promise<SessionToken> {
  const { database, settings } = services;
  const email = attempt.email.trim().toLowerCase().slice(0, 254);
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
  const device = user && knownDevice(settings, user, attempt.cookies, now);
  await countAttempts(database, device === null ? { email, address: attempt.address } : { device }, now);
  if (!(await verifyPassword(user?.passwordHash ?? null, attempt.password.slice(0, 200))) || user === null)
    throw new AppError('WRONG_CREDENTIALS');
  const { id: userId, sessionVersion, secondFactor } = user;
  const sessionId =
    secondFactor === null || secondFactor.enabledAt === null
      ? await startSession(database.prisma, userId, attempt, now)
      : await withCode(services, { userId, ...secondFactor }, device, attempt, now);
  await clearAttempts(database, device === null ? { email } : { device });
  return { sub: userId, accountId: await lastOpened(database.prisma, userId), sessionVersion, sessionId };
}

/** Opens a session with a code. The code is used up together with the session, or not at all. */
async function withCode(
  services: Keeping,
  factor: Factor,
  device: string | null,
  attempt: Attempt,
  now: Date,
): Promise<string> {
  const code = (attempt.code ?? '').trim().slice(0, 64);
  // The password alone clears no count, so that whoever has it does not guess on by asking for the code in between.
  if (code === '') throw new AppError('CODE_REQUIRED');
  const tried = { code, language: attempt.language ?? 'en', counted: { code: device ?? factor.userId } } as const;
  return await takingCode(services, factor, tried, now, (transaction) =>
    startSession(transaction, factor.userId, attempt, now),
  );
}
