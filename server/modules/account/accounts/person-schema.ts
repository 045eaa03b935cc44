/** A person's own name, e-mail and password. */
import * as z from 'zod';
import { ofLength } from '@/server/platform/lib/bounded';
import { factorsInput } from '@/server/modules/account/accounts/factors-schema';
import { language } from '@/server/modules/account/accounts/mail-language';
import { email, password } from '@/server/modules/account/accounts/schema';
import { nameIn } from '@/server/modules/account/accounts/workspace-schema';

export const renameInput = z.object({ name: nameIn });
export const renamed = z.object({ name: z.string() });

export const changePasswordInput = z.object({ password, ...factorsInput.shape });
export type ChangePasswordInput = z.output<typeof changePasswordInput>;

export const changeEmailInput = z.object({ email, ...factorsInput.shape });
export type ChangeEmailInput = z.output<typeof changeEmailInput>;

/**
 * `mailed`: the new address got a link, and replaces the old one when the link is opened. `changed`: the address
 * changed at once, because this server sends no mail.
 */
export const changeEmailOutput = z.object({ state: z.enum(['mailed', 'changed']) });

/** The number of hours for which a link to a new e-mail works. */
export const LINK_HOURS = 24;

/**
 * The content of a link: who, until when, which address, and our signature. Longer or other texts are unknown links.
 */
const emailLink = ofLength(z.string(), 600);
export const byEmailLink = z.object({ token: emailLink });
export const emailLinkOutput = z.object({ state: z.enum(['open', 'used', 'expired']), email: z.string() });
export type EmailLinkState = z.output<typeof emailLinkOutput>;
export const confirmEmailInput = z.object({ token: emailLink, language });
export type ConfirmEmailInput = z.output<typeof confirmEmailInput>;

export const sendProofInput = z.object({ language });
