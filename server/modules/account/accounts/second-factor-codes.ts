/**
 * Takes a code of the second factor, once: a step of the app's that is later than the last one, or a recovery code that
 * is there no more afterwards. Both conditions travel with the write, so of two who send the same code one is refused.
 */
import { createHash } from 'node:crypto';
import { stepOf } from '@/server/platform/auth/totp';
import { Vault, type AppSecrets } from '@/server/platform/lib/crypto';
import type { Transaction } from '@/server/modules/account/accounts/create-account';
import { RECOVERY_CODES } from '@/server/modules/account/accounts/second-factor-schema';
import { lettersOf } from '@/server/platform/lib/code-letters';

/** The vault of the secrets that apps share with us; a value's context is its person's id. */
export const secondFactorVault = (appSecrets: AppSecrets): Vault => new Vault(appSecrets, 'second-factor');

/** Crockford's base32: no letter of it is read as another one. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits, so that a plain hash gives nothing away. */
const LENGTH = 16;

/** As it is shown: four groups of four. */
const newRecoveryCode = (): string => lettersOf(LETTERS, LENGTH).replaceAll(/(?<=^.{4}|^.{8}|^.{12})/g, '-');

/** Returns the typed code without blanks and hyphens, with letters that look alike read as what they look like. */
const plain = (code: string): string =>
  code
    .toLowerCase()
    .replaceAll(/[\s\-\u2010-\u2015]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');

const hashOf = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId}:${plain(code)}`)
    .digest('hex');

/** New ones in the place of all that there were. @returns them, for the one time that they are shown */
export async function replaceRecoveryCodes(transaction: Transaction, userId: string, now: Date): Promise<string[]> {
  await transaction.recoveryCode.deleteMany({ where: { userId } });
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await transaction.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashOf(userId, code), createdAt: now })),
  });
  return codes;
}

export interface Factor {
  userId: string;
  /** Sealed. */
  secret: string;
  lastStep: number | null;
}

/** The step of the app's that this code is, unless it was taken before. */
export function stepOfCode(appSecrets: AppSecrets, factor: Factor, code: string, now: Date): number | null {
  const secret = Buffer.from(secondFactorVault(appSecrets).open(factor.secret, factor.userId), 'base64url');
  return stepOf(secret, plain(code), now, factor.lastStep);
}

/** @returns which kind of code it was, now used up; null when it is none, or was used before */
export async function spendCode(
  transaction: Transaction,
  appSecrets: AppSecrets,
  factor: Factor,
  code: string,
  now: Date,
): Promise<'app' | 'recovery' | null> {
  const { userId, secret } = factor;
  if (/^\d{6}$/.test(plain(code))) {
    const step = stepOfCode(appSecrets, factor, code, now);
    if (step === null) return null;
    const { count } = await transaction.secondFactor.updateMany({
      where: { userId, secret, enabledAt: { not: null }, lastStep: { lt: step } },
      data: { lastStep: step },
    });
    return count === 0 ? null : 'app';
  }
  const { count } = await transaction.recoveryCode.deleteMany({ where: { userId, codeHash: hashOf(userId, code) } });
  return count === 0 ? null : 'recovery';
}
