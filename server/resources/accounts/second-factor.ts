/**
 * The second factor of a person: switching it on and off, its recovery codes, and who is told. It is asked for at
 * sign-in (sign-in.ts).
 */
import { verifyPassword } from '@/server/auth/password';
import type { SessionPrincipal } from '@/server/auth/principal';
import type { SessionClaims } from '@/server/auth/session';
import { base32, newTotpSecret, otpauthUri } from '@/server/auth/totp';
import type { Services } from '@/server/context';
import type { Database } from '@/server/db/client';
import { AppError } from '@/server/errors';
import type { Transaction } from '@/server/resources/accounts/create-account';
import type { MailLanguage } from '@/server/resources/accounts/passwords-schema';
import {
  replaceRecoveryCodes,
  secondFactorVault,
  spendCode,
  stepOfCode,
  type Factor,
} from '@/server/resources/accounts/second-factor-codes';
import {
  SETUP_MINUTES,
  type BothFactorsInput,
  type EnableSecondFactorInput,
  type SecondFactorState,
} from '@/server/resources/accounts/second-factor-schema';
import { tell } from '@/server/resources/accounts/security-news';
import { raiseSessionVersion } from '@/server/resources/accounts/session-version';
import { clearCodes, clearGuesses, countAttempts } from '@/server/resources/accounts/throttle';

/** What a change of it needs: the row, what its secret is sealed with, and whether the person can be told by mail. */
export interface Keeping extends Pick<Services, 'database' | 'settings'> {
  mail: object | null;
}

/** What an app shows beside the e-mail. */
const ISSUER = 'Laris';

const alreadyOn = (): AppError => new AppError('BAD_STATE', { message: 'The second factor is on already.' });

const isOff = (): AppError => new AppError('BAD_STATE', { message: 'The second factor is off.' });

export async function secondFactorOf({ prisma }: Database, userId: string): Promise<SecondFactorState> {
  const factor = await prisma.secondFactor.findUnique({
    where: { userId },
    select: { enabledAt: true, _count: { select: { recoveryCodes: true } } },
  });
  return { enabledAt: factor?.enabledAt ?? null, recoveryCodesLeft: factor?._count.recoveryCodes ?? 0 };
}

const BEGIN = {
  name: 'accounts.begin-second-factor',
  text: `INSERT INTO "SecondFactor" AS f ("userId", secret, "createdAt") VALUES ($1, $2, $3)
         ON CONFLICT ("userId") DO UPDATE SET secret = excluded.secret, "createdAt" = excluded."createdAt", "lastStep" = NULL
         WHERE f."enabledAt" IS NULL RETURNING "userId"`,
};

/**
 * A new secret for an app. Nothing is asked for until a code of it was right; one that was shown before is void.
 * @throws AppError WRONG_CREDENTIALS for a wrong present password, TOO_MANY_ATTEMPTS, BAD_STATE when it is on
 */
export async function beginSecondFactor(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  { userId, email }: SessionPrincipal,
  current: string,
  now: Date,
): Promise<{ secret: string; uri: string }> {
  await assertPassword(database, userId, current, now);
  const secret = newTotpSecret();
  const sealed = secondFactorVault(settings.appSecrets).seal(secret.toString('base64url'), userId);
  const { rowCount } = await database.pool.query({ ...BEGIN, values: [userId, sealed, now] });
  if (rowCount === 0) throw alreadyOn();
  return { secret: base32(secret), uri: otpauthUri(secret, { issuer: ISSUER, account: email }) };
}

/**
 * Switches it on, once a code shows that the app has the secret. Ends every session but this one: they were opened by
 * the password alone.
 * @throws AppError WRONG_CODE, TOO_MANY_ATTEMPTS, BAD_STATE when it is on or was begun too long ago
 */
export async function enableSecondFactor(
  { database, settings, mail }: Keeping,
  { userId, sessionId, accountId }: SessionPrincipal,
  { code, language }: EnableSecondFactorInput,
  now: Date,
): Promise<{ claims: SessionClaims; recoveryCodes: string[] }> {
  const factor = await database.prisma.secondFactor.findUnique({ where: { userId } });
  if (factor !== null && factor.enabledAt !== null) throw alreadyOn();
  if (factor === null || now.getTime() - factor.createdAt.getTime() > SETUP_MINUTES * 60_000)
    throw new AppError('BAD_STATE', { message: 'Begin anew.', details: { reason: 'EXPIRED' } });
  await countAttempts(database, { code: userId }, now);
  const step = stepOfCode(settings.appSecrets, factor, code, now);
  if (step === null) throw new AppError('WRONG_CODE');
  const answer = await database.prisma.$transaction(async (transaction) => {
    // Only the secret whose code was looked at: it may have been begun anew, or switched on, meanwhile.
    const { count } = await transaction.secondFactor.updateMany({
      where: { userId, secret: factor.secret, enabledAt: null },
      data: { enabledAt: now, lastStep: step },
    });
    if (count === 0) throw new AppError('WRONG_CODE');
    const recoveryCodes = await replaceRecoveryCodes(transaction, userId, now);
    const sessionVersion = await raiseSessionVersion(transaction, userId, sessionId, now);
    await tell(transaction, userId, { action: 'member.enable_second_factor', news: 'on', mail, language }, now);
    return { claims: { sub: userId, accountId, sessionVersion }, recoveryCodes };
  });
  await clearCodes(database, userId);
  return answer;
}

/** @throws AppError WRONG_CREDENTIALS, WRONG_CODE, TOO_MANY_ATTEMPTS, BAD_STATE when it is off */
export const disableSecondFactor = (
  services: Keeping,
  { userId }: SessionPrincipal,
  input: BothFactorsInput,
  now: Date,
): Promise<void> =>
  withBothFactors(services, userId, input, now, async (transaction) => {
    const { count } = await transaction.secondFactor.deleteMany({ where: { userId } });
    if (count === 0) throw isOff();
    const { mail } = services;
    const { language } = input;
    await tell(transaction, userId, { action: 'member.disable_second_factor', news: 'off', mail, language }, now);
  });

/** Those of before open nothing any more. @throws AppError as disableSecondFactor */
export const renewRecoveryCodes = (
  services: Keeping,
  { userId }: SessionPrincipal,
  input: BothFactorsInput,
  now: Date,
): Promise<string[]> =>
  withBothFactors(services, userId, input, now, async (transaction) => {
    const codes = await replaceRecoveryCodes(transaction, userId, now);
    const { mail } = services;
    const { language } = input;
    await tell(transaction, userId, { action: 'member.renew_recovery_codes', news: 'codes', mail, language }, now);
    return codes;
  });

/** The operator's command, for who lost app and recovery codes. Sessions go on. @throws AppError NOT_FOUND, BAD_STATE when it is off */
export async function removeSecondFactor(
  { database, mail }: Pick<Keeping, 'database' | 'mail'>,
  { email, language }: { email: string; language: MailLanguage },
  now: Date,
): Promise<string> {
  return await database.prisma.$transaction(async (transaction) => {
    const user = await transaction.user.findUnique({ where: { email }, select: { id: true } });
    if (user === null) throw new AppError('NOT_FOUND', { message: 'There is no user with this e-mail.' });
    const { count } = await transaction.secondFactor.deleteMany({
      where: { userId: user.id, enabledAt: { not: null } },
    });
    if (count === 0) throw new AppError('BAD_STATE', { message: 'This user has no second factor.' });
    const actor = { kind: 'operator', id: null } as const;
    await tell(
      transaction,
      user.id,
      { action: 'member.remove_second_factor', news: 'off', mail, language, actor },
      now,
    );
    return user.id;
  });
}

/** Takes the code, once; a recovery code is told of. @throws AppError WRONG_CODE */
export async function assertCode(
  transaction: Transaction,
  { settings, mail }: Pick<Keeping, 'settings' | 'mail'>,
  factor: Factor,
  { code, language }: { code: string; language: MailLanguage },
  now: Date,
): Promise<void> {
  const kind = await spendCode(transaction, settings.appSecrets, factor, code, now);
  if (kind === null) throw new AppError('WRONG_CODE');
  if (kind === 'app') return;
  const left = await transaction.recoveryCode.count({ where: { userId: factor.userId } });
  await tell(
    transaction,
    factor.userId,
    { action: 'member.use_recovery_code', news: 'recovery', mail, language, data: { left } },
    now,
  );
}

/** Both factors, or the password where the person has no second one. @throws AppError WRONG_CREDENTIALS, CODE_REQUIRED, WRONG_CODE, TOO_MANY_ATTEMPTS */
export async function assertBothFactors(
  services: Keeping,
  userId: string,
  { current, code, language }: { current: string; code?: string | undefined; language: MailLanguage },
  now: Date,
): Promise<void> {
  const { database } = services;
  await assertPassword(database, userId, current, now);
  const factor = await database.prisma.secondFactor.findUnique({ where: { userId } });
  if (factor === null || factor.enabledAt === null) return;
  if (code === undefined) throw new AppError('CODE_REQUIRED');
  await countAttempts(database, { code: userId }, now);
  await database.prisma.$transaction((transaction) =>
    assertCode(transaction, services, factor, { code, language }, now),
  );
  await clearCodes(database, userId);
}

async function withBothFactors<Answer>(
  services: Keeping,
  userId: string,
  { current, code, language }: BothFactorsInput,
  now: Date,
  change: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const { database } = services;
  await assertPassword(database, userId, current, now);
  await countAttempts(database, { code: userId }, now);
  const answer = await database.prisma.$transaction(async (transaction) => {
    const factor = await transaction.secondFactor.findUnique({ where: { userId } });
    if (factor === null || factor.enabledAt === null) throw isOff();
    await assertCode(transaction, services, factor, { code, language }, now);
    return await change(transaction);
  });
  await clearCodes(database, userId);
  return answer;
}

async function assertPassword(database: Database, userId: string, current: string, now: Date): Promise<void> {
  await countAttempts(database, { password: userId }, now);
  const user = await database.prisma.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  if (!(await verifyPassword(user?.passwordHash ?? null, current)))
    throw new AppError('WRONG_CREDENTIALS', { message: 'The present password is wrong.' });
  await clearGuesses(database, userId);
}
