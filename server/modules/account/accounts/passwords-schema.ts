/** Resetting a forgotten password. */
import * as z from 'zod';
import { language } from '@/server/modules/account/accounts/mail-language';
import { linkToken } from '@/server/modules/account/accounts/members-schema';
import { email, password } from '@/server/modules/account/accounts/schema';

export const requestResetInput = z.object({ email, language });
export type RequestResetInput = z.output<typeof requestResetInput>;

export const resetPasswordInput = z.object({ token: linkToken, password, language });
export type ResetPasswordInput = z.output<typeof resetPasswordInput>;

/** The number of minutes for which a reset link works. */
export const RESET_MINUTES = 60;

export const resetOutput = z.object({ state: z.enum(['open', 'used', 'expired']) });
export type ResetState = z.output<typeof resetOutput>['state'];

export const done = z.object({ done: z.literal(true) });
