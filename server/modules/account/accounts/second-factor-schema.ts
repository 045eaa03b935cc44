/** The second factor: codes of an app at sign-in, and recovery codes for when the app is lost. */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import { instantOut } from '@/server/platform/lib/fields';
import { presentPassword, secondFactorCode } from '@/server/modules/account/accounts/factors-schema';
import { credentialId, MOST_PASSKEYS } from '@/server/modules/account/accounts/passkeys-schema';
import { language } from '@/server/modules/account/accounts/mail-language';

/** The number of recovery codes at a time. */
export const RECOVERY_CODES = 10;
/** The number of minutes within which a new secret must be confirmed by a code. */
export const SETUP_MINUTES = 30;

export const beginSecondFactorInput = z.object({ current: presentPassword });
/** `secret` in base32 for typing, `uri` for the app's camera. */
export const beginSecondFactorOutput = z.object({ secret: z.string(), uri: z.string() });

/** `removePasskeys`: passkeys to remove. They were made with the password alone, and sign in without a code. */
export const enableSecondFactorInput = z.object({
  code: secondFactorCode,
  removePasskeys: list(credentialId, MOST_PASSKEYS).default([]),
  language,
});
export type EnableSecondFactorInput = z.output<typeof enableSecondFactorInput>;

/** The recovery codes, shown only in this answer. */
export const recoveryCodesOutput = z.object({ recoveryCodes: z.array(z.string()) });

/** Switching the second factor off and making new recovery codes require both factors. */
export const bothFactorsInput = z.object({ current: presentPassword, code: secondFactorCode, language });
export type BothFactorsInput = z.output<typeof bothFactorsInput>;

export const secondFactorOutput = z.object({
  /** Null: the second factor is off. */
  enabledAt: instantOut.nullable(),
  recoveryCodesLeft: z.int(),
});
export type SecondFactorState = z.output<typeof secondFactorOutput>;
