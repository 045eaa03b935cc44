/** Signs in with a passkey. The person has the device and unlocks it, so a passkey replaces password and code. */
import { knownDevice } from '@/server/platform/auth/known-devices';
import { askToSignIn, proven } from '@/server/platform/auth/passkeys';
import type { SessionToken } from '@/server/platform/auth/session';
import type { Services } from '@/server/platform/access/context';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { AppError } from '@/server/platform/errors';
import { parsed, spend } from '@/server/modules/account/accounts/passkeys';
import { signInAnswer } from '@/server/modules/account/accounts/passkeys-schema';
import { lastOpened } from '@/server/modules/account/accounts/session-version';
import { startSession, type Client } from '@/server/modules/account/accounts/sessions';
import { clearAttempts, countAttempts } from '@/server/modules/account/accounts/throttle';

export interface PasskeyAttempt extends Client {
  /** The browser's answer, as JSON. */
  answer: string;
}

/** Returns WebAuthn options as JSON; stores nothing. */
export const passkeyQuestion = async ({ settings }: Pick<Services, 'settings'>, now: Date): Promise<string> =>
  JSON.stringify(await askToSignIn(settings, now));

/** @throws AppError WRONG_CREDENTIALS, the same for every fault; TOO_MANY_ATTEMPTS for an address or a known device */
export async function signInWithPasskey(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  attempt: PasskeyAttempt,
  now: Date,
): Promise<SessionToken> {
  const answer = signInAnswer.safeParse(attempt.answer.length > 32_768 ? null : parsed(attempt.answer));
  const passkey = answer.success
    ? await database.prisma.passkey.findUnique({
        where: { id: answer.data.id },
        select: {
          id: true,
          publicKey: true,
          counter: true,
          userId: true,
          user: { select: { id: true, passwordHash: true, sessionVersion: true } },
        },
      })
    : null;
  const device = passkey && knownDevice(settings, passkey.user, attempt.cookies, now);
  await countAttempts(database, device === null ? { address: attempt.address } : { device }, now);
  if (!answer.success || passkey === null) throw wrong();
  const { id, userId, user } = passkey;
  // A passkey that the browser found by itself says whose it is.
  if (answer.data.response.userHandle !== Buffer.from(userId).toString('base64url')) throw wrong();
  const counter = Number(passkey.counter);
  const proof = await proven(settings, { id, publicKey: passkey.publicKey, counter }, answer.data, now);
  if (proof === null) throw wrong();
  const sessionId = await prismaTransaction(database, async (transaction) => {
    await spend(transaction, proof.answered).catch(() => {
      throw wrong();
    });
    // A counter that went on meanwhile is another device's: a copy of the key.
    const { count } = await transaction.passkey.updateMany({
      where: { id, counter: passkey.counter },
      data: { counter: proof.counter, lastUsedAt: now },
    });
    if (count === 0) throw wrong();
    return await startSession(transaction, userId, attempt, now);
  });
  if (device !== null) await clearAttempts(database, { device });
  return {
    sub: userId,
    accountId: await lastOpened(database.prisma, userId),
    sessionVersion: user.sessionVersion,
    sessionId,
  };
}

const wrong = (): AppError =>
  new AppError('WRONG_CREDENTIALS', { message: 'This passkey belongs to no account here. Sign in another way.' });
