/** Changing a password, and setting one that was forgotten. */
import * as z from 'zod';
import { linkToken } from '@/server/resources/accounts/members-schema';
import { email, password } from '@/server/resources/accounts/schema';

/** Of the mail that follows. */
export const language = z.enum(['en', 'id']).default('en');
export type MailLanguage = z.output<typeof language>;

export const changePasswordInput = z.object({ current: z.string().min(1).max(200), password, language });
export type ChangePasswordInput = z.output<typeof changePasswordInput>;

export const requestResetInput = z.object({ email, language });
export type RequestResetInput = z.output<typeof requestResetInput>;

export const resetPasswordInput = z.object({ token: linkToken, password, language });
export type ResetPasswordInput = z.output<typeof resetPasswordInput>;

/** How long a link to a new password works. */
export const RESET_MINUTES = 60;

export const resetOutput = z.object({ state: z.enum(['open', 'used', 'expired']) });
export type ResetState = z.output<typeof resetOutput>['state'];

export const done = z.object({ done: z.literal(true) });
