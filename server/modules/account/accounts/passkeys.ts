/** A person's passkeys: add, rename, remove. passkey-sign-in.ts signs in with them. */
import { added, askToAdd, type Answered } from '@/server/platform/auth/passkeys';
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { AppError } from '@/server/platform/errors';
import type { Transaction } from '@/server/modules/account/accounts/create-account';
import { assertFactors, withFactors, type Keeping } from '@/server/modules/account/accounts/factors';
import {
  MOST_PASSKEYS,
  registrationAnswer,
  type AddPasskeyInput,
  type BeginPasskeyInput,
  type Passkey,
  type RemovePasskeyInput,
} from '@/server/modules/account/accounts/passkeys-schema';
import type { MailLanguage } from '@/server/modules/account/accounts/mail-language';
import { mailSecurityNews } from '@/server/modules/account/accounts/security-news';
import { requireLive } from '@/server/modules/account/accounts/session-version';

const SHOWN = { id: true, name: true, createdAt: true, lastUsedAt: true } as const;
const shown = ({ id, ...row }: Omit<Passkey, 'key'> & { id: string }): Passkey => ({ key: id, ...row });

export async function listPasskeys({ prisma }: Database, userId: string): Promise<Passkey[]> {
  const rows = await prisma.passkey.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MOST_PASSKEYS,
    select: SHOWN,
  });
  return rows.map(shown);
}

/**
 * Returns the options for the browser, after both factors were given, or the password if the second factor is off.
 * @returns options of WebAuthn as JSON
 * @throws AppError WRONG_CREDENTIALS, CODE_REQUIRED, WRONG_CODE, TOO_MANY_ATTEMPTS, LIMIT_REACHED
 */
export async function beginPasskey(
  services: Keeping,
  { userId, sessionId }: SessionPrincipal,
  input: BeginPasskeyInput,
  now: Date,
): Promise<string> {
  await assertFactors(services, userId, input, now);
  const { name, email, passkeys } = await services.database.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { name: true, email: true, passkeys: { select: { id: true } } },
  });
  if (passkeys.length >= MOST_PASSKEYS) throw new AppError('LIMIT_REACHED');
  return JSON.stringify(await askToAdd(services.settings, { id: userId, sessionId, name, email, passkeys }, now));
}

/**
 * Adds a passkey.
 * @throws AppError VALIDATION when the answer does not match this session's options, LIMIT_REACHED, BAD_STATE when a
 * person has this passkey already, UNAUTHENTICATED when the session has ended
 */
export async function addPasskey(
  { database, settings, mail }: Keeping,
  { userId, sessionId }: SessionPrincipal,
  { answer, name, language }: AddPasskeyInput,
  now: Date,
): Promise<Passkey> {
  const response = registrationAnswer.safeParse(parsed(answer));
  const made = response.success ? await added(settings, sessionId, response.data, now) : null;
  if (made === null) throw refused();
  const { answered, id, publicKey, counter, transports } = made;
  return await prismaTransaction(database, async (transaction) => {
    await spend(transaction, answered);
    // Held until the end, so that two that are added at once do not pass the limit together.
    await transaction.$queryRaw`SELECT 1 FROM "User" WHERE id = ${userId} FOR NO KEY UPDATE`;
    await requireLive(transaction, sessionId);
    if ((await transaction.passkey.count({ where: { userId } })) >= MOST_PASSKEYS) throw new AppError('LIMIT_REACHED');
    const [row] = await transaction.passkey.createManyAndReturn({
      data: [{ id, userId, name, publicKey, counter, transports, createdAt: now }],
      skipDuplicates: true,
      select: SHOWN,
    });
    if (row === undefined) throw new AppError('BAD_STATE', { message: 'This passkey is registered already.' });
    const about = { action: 'member.add_passkey', news: 'passkeyAdded', mail, language, data: { name } } as const;
    await mailSecurityNews(transaction, userId, about, now);
    return shown(row);
  });
}

/** @throws AppError NOT_FOUND */
export async function renamePasskey(
  { prisma }: Database,
  userId: string,
  { key, name }: { key: string; name: string },
): Promise<Passkey> {
  const [row] = await prisma.passkey.updateManyAndReturn({ where: { id: key, userId }, data: { name }, select: SHOWN });
  if (row === undefined) throw new AppError('NOT_FOUND');
  return shown(row);
}

/**
 * Removes a passkey; sessions opened with it continue. @throws AppError NOT_FOUND, WRONG_CREDENTIALS, CODE_REQUIRED,
 * WRONG_CODE, TOO_MANY_ATTEMPTS
 */
export const removePasskey = (
  services: Keeping,
  userId: string,
  { key, ...given }: RemovePasskeyInput,
  now: Date,
): Promise<void> =>
  withFactors(services, userId, given, now, async (transaction) => {
    if (!(await takeAway(transaction, userId, { key, mail: services.mail, language: given.language }, now)))
      throw new AppError('NOT_FOUND');
  });

/** Removes a passkey in the caller's transaction. @returns true when the person had the passkey */
export async function takeAway(
  transaction: Transaction,
  userId: string,
  { key, mail, language }: { key: string; mail: object | null; language: MailLanguage },
  now: Date,
): Promise<boolean> {
  const row = await transaction.passkey.findFirst({ where: { id: key, userId }, select: { name: true } });
  const { count } = await transaction.passkey.deleteMany({ where: { id: key, userId } });
  if (row === null || count === 0) return false;
  const about = { action: 'member.remove_passkey', news: 'passkeyRemoved', mail, language, data: row } as const;
  await mailSecurityNews(transaction, userId, about, now);
  return true;
}

/** Parses JSON; null for invalid JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const refused = (): AppError =>
  new AppError('VALIDATION', { message: 'The browser’s answer does not belong to this session. Try again.' });

/** Uses up the challenge, in the transaction of its answer. @throws AppError VALIDATION when it was used before */
export async function spend(transaction: Transaction, { challenge, expiresAt }: Answered): Promise<void> {
  const { count } = await transaction.spentChallenge.createMany({
    data: [{ challenge, expiresAt }],
    skipDuplicates: true,
  });
  if (count === 0) throw refused();
}

/** Deletes expired challenges, in the worker. */
export async function pruneChallenges({ prisma }: Pick<Services['database'], 'prisma'>, now: Date): Promise<number> {
  const { count } = await prisma.spentChallenge.deleteMany({ where: { expiresAt: { lte: now } } });
  return count;
}
