/**
 * Checks the proofs that a person gives for a sensitive change (docs/contract/accounts.md#sensitive-changes): the
 * present password, and a code if the second factor is on. A code is used up together with the change, or not at all.
 */
import { verifyPassword } from '@/server/platform/auth/password';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { SYSTEM } from '@/server/platform/db/workspace';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { AppError } from '@/server/platform/errors';
import type { Transaction } from '@/server/modules/account/accounts/create-account';
import type { MailLanguage } from '@/server/modules/account/accounts/mail-language';
import { spendCode, type Factor } from '@/server/modules/account/accounts/second-factor-codes';
import { mailSecurityNews } from '@/server/modules/account/accounts/security-news';
import { clearAttempts, countAttempts, isFirst } from '@/server/modules/account/accounts/throttle';

/**
 * The services that a check of codes needs: the database, the keys that seal secrets, and whether the person can get
 * mail.
 */
export interface Keeping extends Pick<Services, 'database' | 'settings'> {
  mail: object | null;
}

/** `code` is required when the person has a second factor. */
export interface Given {
  current: string;
  code?: string | undefined;
  language: MailLanguage;
}

/** From this many wrong codes on, somebody probably knows the password: the person gets a warning. */
const WARN_FROM = 3;

/**
 * Makes a change after checking password and code, in the transaction that uses up the code.
 * @throws AppError WRONG_CREDENTIALS, CODE_REQUIRED, WRONG_CODE, TOO_MANY_ATTEMPTS
 */
export async function withFactors<Answer>(
  services: Keeping,
  userId: string,
  given: Given,
  now: Date,
  change: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  await assertPassword(services.database, userId, given.current, now);
  return await withCode(services, userId, given, now, change);
}

/** Checks the proofs for a change outside of this transaction; the code is used up. @throws AppError as withFactors */
export const assertFactors = (services: Keeping, userId: string, given: Given, now: Date): Promise<void> =>
  withFactors(services, userId, given, now, () => Promise.resolve());

/**
 * @returns the e-mail and hash that the check used, for changes that must fail if either changes meanwhile
 * @throws AppError WRONG_CREDENTIALS, TOO_MANY_ATTEMPTS
 */
export async function assertPassword(
  database: Database,
  userId: string,
  current: string,
  now: Date,
): Promise<{ email: string; passwordHash: string }> {
  await countAttempts(database, { password: userId }, now);
  const user = await database.prisma.user.findUnique({
    where: { id: userId },
    select: { email: true, passwordHash: true },
  });
  if (!(await verifyPassword(user?.passwordHash ?? null, current)) || user === null)
    throw new AppError('WRONG_CREDENTIALS', { message: 'The current password is wrong.' });
  await clearAttempts(database, { password: userId });
  return user;
}

/**
 * The second half of `withFactors`, for callers that have checked the password. @throws AppError CODE_REQUIRED,
 * WRONG_CODE, TOO_MANY_ATTEMPTS
 */
export async function withCode<Answer>(
  services: Keeping,
  userId: string,
  { code, language }: Omit<Given, 'current'>,
  now: Date,
  change: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const { prisma } = services.database;
  const factor = await prisma.secondFactor.findUnique({ where: { userId, enabledAt: { not: null } } });
  if (factor === null) return await prismaTransaction(services.database, change);
  if (code === undefined) throw new AppError('CODE_REQUIRED');
  return await takingCode(services, factor, { code, language, counted: { presentCode: userId } }, now, change);
}

interface Tried {
  code: string;
  language: MailLanguage;
  /** The count that the attempt adds to. */
  counted: { code: string } | { presentCode: string };
}

/** Counts the attempt, uses up the code, and makes the change. @throws AppError WRONG_CODE, TOO_MANY_ATTEMPTS */
export async function takingCode<Answer>(
  services: Keeping,
  factor: Factor,
  { code, language, counted }: Tried,
  now: Date,
  change: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const { database } = services;
  const tries = await countAttempts(database, counted, now);
  const taken = await prismaTransaction(database, async (transaction) =>
    (await isTaken(transaction, services, factor, { code, language }, now))
      ? { answer: await change(transaction) }
      : null,
  );
  if (taken === null) {
    if (tries >= WARN_FROM) await mailAboutWrongCodes(services, factor.userId, language, now);
    throw new AppError('WRONG_CODE');
  }
  await clearAttempts(database, counted);
  return taken.answer;
}

/** Takes the code, once; a recovery code is reported. */
async function isTaken(
  transaction: Transaction,
  { settings, mail }: Pick<Keeping, 'settings' | 'mail'>,
  factor: Factor,
  { code, language }: Pick<Tried, 'code' | 'language'>,
  now: Date,
): Promise<boolean> {
  const { userId } = factor;
  const kind = await spendCode(transaction, settings.appSecrets, factor, code, now);
  if (kind !== 'recovery') return kind !== null;
  const left = await transaction.recoveryCode.count({ where: { userId } });
  const action = 'member.use_recovery_code';
  await mailSecurityNews(transaction, userId, { action, news: 'recovery', mail, language, data: { left } }, now);
  return true;
}

/** Once in a window, whoever tries and from wherever. */
async function mailAboutWrongCodes(
  { database, mail }: Keeping,
  userId: string,
  language: MailLanguage,
  now: Date,
): Promise<void> {
  const about = { action: 'member.try_codes', news: 'wrongCodes', mail, language, actor: SYSTEM } as const;
  await prismaTransaction(database, async (transaction) => {
    if (await isFirst(transaction, 'wrongCodes', userId, now)) await mailSecurityNews(transaction, userId, about, now);
  });
}
