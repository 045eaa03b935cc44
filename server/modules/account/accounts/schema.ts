/** Accounts (workspaces) and the people who sign in to them. */
import * as z from 'zod';
import { ROLES } from '@/server/platform/access/roles';
import { id, text } from '@/server/platform/lib/fields';
import { language } from '@/server/modules/account/accounts/mail-language';

/** Trimmed and in lower case, then checked. */
export const email = z
  .string()
  .max(254)
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email('must be an e-mail address'));

/** Length makes a password strong. The limit of 200 keeps the hash from costing too much of our time. */
export const password = text(10, 200);

export const signUpInput = z.object({
  workspaceName: text(1, 120).refine((name) => name.trim() !== '', { error: 'must not be blank' }),
  name: text(1, 120).refine((name) => name.trim() !== '', { error: 'must not be blank' }),
  email,
  password,
  language,
});
export type SignUpInput = z.output<typeof signUpInput>;
export const signUpOutput = z.object({ accountId: id, userId: id });

export const role = z.enum(ROLES);

const inShell = { id, name: z.string(), logoUrl: z.string().nullable(), role };

/** `workspace` is the session's workspace; `workspaces` are all that the person can open. */
export const currentOutput = z.object({
  /** `isProven`: false until somebody who signed up has opened the link in their mailbox. */
  user: z.object({ id, name: z.string(), email: z.string(), isProven: z.boolean() }),
  workspace: z
    .object({
      ...inShell,
      currency: z.string(),
      timeZone: z.string(),
      country: z.string(),
      shopUrl: z.string().nullable(),
      plan: z.string(),
    })
    .nullable(),
  workspaces: z.array(z.object(inShell)),
  /** True when this server fills in merge tags (docs/contract/shared.md#merge-tags). */
  mergeTags: z.boolean(),
  /** The version of Laris that runs here. */
  version: z.string(),
});
export type CurrentAccount = z.output<typeof currentOutput>;
