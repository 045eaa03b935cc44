/** People with a second factor, and the app on their phone. */
import { Secret } from 'otpauth';
import { codeOf, newTotpSecret, stepAt } from '@/server/platform/auth/totp';
import type { Services } from '@/server/platform/access/context';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { now } from '@/server/platform/lib/clock';
import { replaceRecoveryCodes, secondFactorVault } from '@/server/modules/account/accounts/second-factor-codes';

/** An authenticator app that was given a secret. */
export class App {
  private readonly secret: Buffer;

  /** @param secret its bytes, or base32 as the page shows it */
  constructor(secret: Buffer | string) {
    this.secret = typeof secret === 'string' ? Buffer.from(Secret.fromBase32(secret).bytes) : secret;
  }

  /** Returns the code that it shows so many steps from now. */
  code(steps = 0): string {
    return codeOf(this.secret, stepAt(now()) + steps);
  }
}

/** Switches it on, or, with `enabled: false`, shows the secret only. */
export async function makeSecondFactor(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  userId: string,
  { enabled = true }: { enabled?: boolean } = {},
): Promise<{ app: App; recoveryCodes: string[] }> {
  const at = now();
  const secret = newTotpSecret();
  const sealed = secondFactorVault(settings.appSecrets).seal(secret.toString('base64url'), userId);
  return await prismaTransaction(database, async (transaction) => {
    await transaction.secondFactor.create({
      data: { userId, secret: sealed, createdAt: at, ...(enabled && { enabledAt: at, lastStep: 0 }) },
    });
    return { app: new App(secret), recoveryCodes: enabled ? await replaceRecoveryCodes(transaction, userId, at) : [] };
  });
}
