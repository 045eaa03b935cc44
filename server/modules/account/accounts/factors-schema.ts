/**
 * The proofs required for a change of how a person signs in: the present password, and a code if the second factor is
 * on.
 */
import * as z from 'zod';
import { ofLength } from '@/server/platform/lib/bounded';
import { language } from '@/server/modules/account/accounts/mail-language';

export const presentPassword = ofLength(z.string().min(1), 200);

/** Six digits of the app, or a recovery code; blanks and hyphens do not count. */
export const secondFactorCode = ofLength(z.string().trim().min(1), 64);

/** `language`: language of the mail that reports the change. */
export const factorsInput = z.object({ current: presentPassword, code: secondFactorCode.optional(), language });
export type FactorsInput = z.output<typeof factorsInput>;
