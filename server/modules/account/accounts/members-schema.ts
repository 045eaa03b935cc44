/** The members of a workspace, and invitation links. */
import * as z from 'zod';
import { GIVEN_ROLES } from '@/server/platform/access/roles';
import { ofLength } from '@/server/platform/lib/bounded';
import { id, idIn, instantOut } from '@/server/platform/lib/fields';
import { factorsInput } from '@/server/modules/account/accounts/factors-schema';
import { language } from '@/server/modules/account/accounts/mail-language';
import { email, password, role } from '@/server/modules/account/accounts/schema';
import { nameIn } from '@/server/modules/account/accounts/workspace-schema';

export const member = z.object({ userId: id, name: z.string(), email: z.string(), role, joinedAt: instantOut });
export type Member = z.output<typeof member>;

export const membersOutput = z.object({ members: z.array(member) });

export const byUser = z.object({ userId: idIn });
export const transferOwnershipInput = z.object({ userId: idIn, ...factorsInput.shape });
export type TransferOwnershipInput = z.output<typeof transferOwnershipInput>;

export const givenRole = z.enum(GIVEN_ROLES);
export const setRoleInput = z.object({ userId: idIn, role: givenRole });
export const memberOutput = z.object({ member });
export const byWorkspace = z.object({ workspaceId: idIn });
export const removedOutput = z.object({ userId: id, removed: z.literal(true) });

/** The number of days for which an invitation link works. */
export const INVITATION_DAYS = 7;

/** An empty e-mail means no address: the member passes the link on by other means. */
export const inviteInput = z.object({
  email: z
    .union([z.literal('').transform(() => null), email])
    .nullish()
    .transform((value) => value ?? null),
  role: givenRole.default('admin'),
  language,
});
export type InviteInput = z.output<typeof inviteInput>;

export const invitation = z.object({
  id,
  email: z.string().nullable(),
  role: givenRole,
  invitedBy: z.string().nullable(),
  createdAt: instantOut,
  expiresAt: instantOut,
  isExpired: z.boolean(),
});
export type Invitation = z.output<typeof invitation>;

/** `mail`: whether the link was mailed; `off` without an address, or when this server sends no mail. */
export const inviteOutput = z.object({ invitation, link: z.string(), mail: z.enum(['sent', 'failed', 'off']) });
export type Invited = z.output<typeof inviteOutput>;

export const invitationsOutput = z.object({ invitations: z.array(invitation), sendsMail: z.boolean() });

export const byId = z.object({ id: idIn });
export const revokedOutput = z.object({ id, revoked: z.literal(true) });

/** 32 bytes in base64url; whatever else is sent is an unknown link. */
export const linkToken = ofLength(z.string(), 43).transform((token) => (/^[\w-]{43}$/.test(token) ? token : ''));
export const byToken = z.object({ token: linkToken });

export const openInvitationOutput = z.object({
  state: z.enum(['open', 'used', 'revoked', 'expired', 'suspended']),
  workspace: z.object({ name: z.string(), logoUrl: z.string().nullable() }),
  invitedBy: z.string().nullable(),
  role: givenRole,
  email: z.string().nullable(),
  expiresAt: instantOut,
});
export type OpenInvitation = z.output<typeof openInvitationOutput>;

/** The part of a mailed link that proves the mailbox; empty for a link that was passed on by other means. */
const mailed = ofLength(z.string(), 43).default('');
export const acceptInput = z.object({ token: linkToken, mailed });
export type AcceptInput = z.output<typeof acceptInput>;

export const joinInput = z.object({ token: linkToken, mailed, name: nameIn, email, password, language });
export type JoinInput = z.output<typeof joinInput>;
export const joinedOutput = z.object({ accountId: id });
