/**
 * The second factor of a person: switch it on and off, recovery codes, and notifications. It is required at sign-in
 * (sign-in.ts) and for sensitive changes (factors.ts).
 */
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { SessionClaims } from '@/server/platform/auth/session';
import { base32, newTotpSecret, otpauthUri } from '@/server/platform/auth/totp';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { AppError } from '@/server/platform/errors';
import { assertPassword, withFactors, type Keeping } from '@/server/modules/account/accounts/factors';
import { takeAway } from '@/server/modules/account/accounts/passkeys';
import type { MailLanguage } from '@/server/modules/account/accounts/mail-language';
import {
  replaceRecoveryCodes,
  secondFactorVault,
  stepOfCode,
} from '@/server/modules/account/accounts/second-factor-codes';
import {
  SETUP_MINUTES,
  type BothFactorsInput,
  type EnableSecondFactorInput,
  type SecondFactorState,
} from '@/server/modules/account/accounts/second-factor-schema';
import { mailSecurityNews } from '@/server/modules/account/accounts/security-news';
import { raiseSessionVersion } from '@/server/modules/account/accounts/session-version';
import { clearAttempts, countAttempts } from '@/server/modules/account/accounts/throttle';

/** The name that an app shows beside the e-mail. */
const ISSUER = 'Laris';

const alreadyOn = (): AppError => new AppError('BAD_STATE', { message: 'The second factor is switched on already.' });

const isOff = (): AppError => new AppError('BAD_STATE', { message: 'The second factor is switched off.' });

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
         ON CONFLICT ("userId") DO UPDATE
           SET secret = excluded.secret, "createdAt" = excluded."createdAt", "lastStep" = NULL
         WHERE f."enabledAt" IS NULL RETURNING "userId"`,
};

/**
 * Makes a new secret for an app. Codes are required only after a first code was correct; an earlier secret is void.
 * @throws AppError WRONG_CREDENTIALS for a wrong present password, TOO_MANY_ATTEMPTS, BAD_STATE when the second factor
 * is on
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
 * Switches the second factor on, after a code shows that the app has the secret. Ends all other sessions, because the
 * password alone opened them. Passkeys may also have been made with the password alone, and sign in without a code: the
 * person says which of them to remove.
 * @throws AppError WRONG_CODE, TOO_MANY_ATTEMPTS, BAD_STATE when the second factor is on, or was begun too long ago
 */
export async function enableSecondFactor(
  { database, settings, mail }: Keeping,
  { userId, sessionId, accountId }: SessionPrincipal,
  { code, removePasskeys, language }: EnableSecondFactorInput,
  now: Date,
): Promise<{ claims: SessionClaims; recoveryCodes: string[] }> {
  const factor = await database.prisma.secondFactor.findUnique({ where: { userId } });
  if (factor !== null && factor.enabledAt !== null) throw alreadyOn();
  if (factor === null || now.getTime() - factor.createdAt.getTime() > SETUP_MINUTES * 60_000)
    throw new AppError('BAD_STATE', {
      message: 'The time to confirm the second factor is over. Begin again.',
      details: { reason: 'EXPIRED' },
    });
  await countAttempts(database, { presentCode: userId }, now);
  const step = stepOfCode(settings.appSecrets, factor, code, now);
  if (step === null) throw new AppError('WRONG_CODE');
  const answer = await prismaTransaction(database, async (transaction) => {
    // Only the secret whose code was looked at: it may have been begun anew, or switched on, meanwhile.
    const { count } = await transaction.secondFactor.updateMany({
      where: { userId, secret: factor.secret, enabledAt: null },
      data: { enabledAt: now, lastStep: step },
    });
    if (count === 0) throw new AppError('WRONG_CODE');
    const recoveryCodes = await replaceRecoveryCodes(transaction, userId, now);
    const sessionVersion = await raiseSessionVersion(transaction, userId, sessionId, now);
    await mailSecurityNews(
      transaction,
      userId,
      { action: 'member.enable_second_factor', news: 'on', mail, language },
      now,
    );
    for (const key of removePasskeys) await takeAway(transaction, userId, { key, mail, language }, now);
    return { claims: { sub: userId, accountId, sessionVersion }, recoveryCodes };
  });
  await clearAttempts(database, { presentCode: userId });
  return answer;
}

/** @throws AppError WRONG_CREDENTIALS, WRONG_CODE, TOO_MANY_ATTEMPTS, BAD_STATE when the second factor is off */
export const disableSecondFactor = (
  services: Keeping,
  { userId }: SessionPrincipal,
  input: BothFactorsInput,
  now: Date,
): Promise<void> =>
  withFactors(services, userId, input, now, async (transaction) => {
    const { count } = await transaction.secondFactor.deleteMany({ where: { userId, enabledAt: { not: null } } });
    if (count === 0) throw isOff();
    const { mail } = services;
    const { language } = input;
    await mailSecurityNews(
      transaction,
      userId,
      { action: 'member.disable_second_factor', news: 'off', mail, language },
      now,
    );
  });

/** Makes new recovery codes; earlier codes stop working. @throws AppError as disableSecondFactor */
export const renewRecoveryCodes = (
  services: Keeping,
  { userId }: SessionPrincipal,
  input: BothFactorsInput,
  now: Date,
): Promise<string[]> =>
  withFactors(services, userId, input, now, async (transaction) => {
    if ((await transaction.secondFactor.count({ where: { userId, enabledAt: { not: null } } })) === 0) throw isOff();
    const codes = await replaceRecoveryCodes(transaction, userId, now);
    const { mail } = services;
    const { language } = input;
    await mailSecurityNews(
      transaction,
      userId,
      { action: 'member.renew_recovery_codes', news: 'codes', mail, language },
      now,
    );
    return codes;
  });

/**
 * Removes the second factor by the operator's command, for a person who lost the app and the recovery codes. Sessions
 * continue. @throws AppError NOT_FOUND, BAD_STATE when the second factor is off
 */
export async function removeSecondFactor(
  { database, mail }: Pick<Keeping, 'database' | 'mail'>,
  { email, language }: { email: string; language: MailLanguage },
  now: Date,
): Promise<string> {
  return await prismaTransaction(database, async (transaction) => {
    const user = await transaction.user.findUnique({ where: { email }, select: { id: true } });
    if (user === null) throw new AppError('NOT_FOUND', { message: 'There is no user with this e-mail.' });
    const { count } = await transaction.secondFactor.deleteMany({
      where: { userId: user.id, enabledAt: { not: null } },
    });
    if (count === 0) throw new AppError('BAD_STATE', { message: 'This user has no second factor.' });
    const actor = { kind: 'operator', id: null } as const;
    await mailSecurityNews(
      transaction,
      user.id,
      { action: 'member.remove_second_factor', news: 'off', mail, language, actor },
      now,
    );
    return user.id;
  });
}
