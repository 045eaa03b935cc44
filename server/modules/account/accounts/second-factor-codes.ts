/**
 * Uses up a code of the second factor, once: an app's code must be of a later time step than the last one, and a
 * recovery code is deleted. Both conditions are part of the write, so of two requests with the same code one is
 * refused.
 */
import { createHash } from 'node:crypto';
import { stepOf } from '@/server/platform/auth/totp';
import { Vault, type AppSecrets } from '@/server/platform/lib/crypto';
import type { Transaction } from '@/server/modules/account/accounts/create-account';
import { RECOVERY_CODES } from '@/server/modules/account/accounts/second-factor-schema';
import { lettersOf } from '@/server/platform/lib/code-letters';

/** The vault of the secrets shared with authenticator apps; the context of a value is the person's id. */
export const secondFactorVault = (appSecrets: AppSecrets): Vault => new Vault(appSecrets, 'second-factor');

/** Crockford's base32: none of its characters is easily mistaken for another. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits, so that a plain hash gives nothing away. */
const LENGTH = 16;

/** A code in the form shown to people: four groups of four. */
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

/** Replaces all recovery codes by new ones. @returns the new codes, which are shown only once */
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

/** Returns the time step of an app's code; null when the code is wrong or was used before. */
export function stepOfCode(appSecrets: AppSecrets, factor: Factor, code: string, now: Date): number | null {
  const secret = Buffer.from(secondFactorVault(appSecrets).open(factor.secret, factor.userId), 'base64url');
  return stepOf(secret, plain(code), now, factor.lastStep);
}

/** Uses up a code. @returns the kind of the code; null when it is wrong or was used before */
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
