/** The second factor: codes of an app at sign-in, and recovery codes for when the app is lost. */
import * as z from 'zod';
import { ofLength } from '@/server/lib/bounded';
import { instantOut } from '@/server/lib/fields';
import { language } from '@/server/resources/accounts/passwords-schema';

/** How many recovery codes there are at a time. */
export const RECOVERY_CODES = 10;
/** How long a secret that was shown waits for the code that switches it on. */
export const SETUP_MINUTES = 30;

const current = ofLength(z.string().min(1), 200);

/** Six digits of the app, or a recovery code; blanks and hyphens do not count. */
export const secondFactorCode = ofLength(z.string().trim().min(1), 64);

export const beginSecondFactorInput = z.object({ current });
/** `secret` in base32 for typing, `uri` for the app's camera. */
export const beginSecondFactorOutput = z.object({ secret: z.string(), uri: z.string() });

export const enableSecondFactorInput = z.object({ code: secondFactorCode, language });
export type EnableSecondFactorInput = z.output<typeof enableSecondFactorInput>;

/** They are shown in this answer and never again. */
export const recoveryCodesOutput = z.object({ recoveryCodes: z.array(z.string()) });

/** Switching off and new recovery codes ask for both factors. */
export const bothFactorsInput = z.object({ current, code: secondFactorCode, language });
export type BothFactorsInput = z.output<typeof bothFactorsInput>;

export const secondFactorOutput = z.object({
  /** Null: it is off. */
  enabledAt: instantOut.nullable(),
  recoveryCodesLeft: z.int(),
});
export type SecondFactorState = z.output<typeof secondFactorOutput>;
