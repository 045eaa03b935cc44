/**
 * Accepts an invitation, once: by a signed-in person, or by a new person, who gets an account in the same transaction.
 * Of two people at the same moment the database lets one through.
 */
import { hashPassword } from '@/server/platform/auth/password';
import { roleOf, type Role } from '@/server/platform/access/roles';
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { SessionClaims } from '@/server/platform/auth/session';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { AppError } from '@/server/platform/errors';
import { enqueueForService } from '@/server/platform/jobs/enqueue';
import { hashToken, isMailedTo } from '@/server/modules/account/accounts/link-token';
import {
  emailTaken,
  insertMembership,
  insertUser,
  type Transaction,
} from '@/server/modules/account/accounts/create-account';
import { sendProofJob } from '@/server/modules/account/accounts/jobs';
import {
  givenRole,
  type AcceptInput,
  type JoinInput,
  type OpenInvitation,
} from '@/server/modules/account/accounts/members-schema';
import { proveMailbox, requireProven } from '@/server/modules/account/accounts/proof';
import { sessionIn } from '@/server/modules/account/accounts/session-version';
import { countAttempts } from '@/server/modules/account/accounts/throttle';
import { openWorkspace } from '@/server/modules/account/accounts/workspaces';
import { violates } from '@/server/platform/db/violations';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import type { UploadStore } from '@/server/platform/storage/store';

type Reader = Pick<Transaction, 'invitation' | 'partner'>;

const stateOf = (
  row: { acceptedAt: Date | null; revokedAt: Date | null; expiresAt: Date; partner: { status: string } | null },
  now: Date,
): OpenInvitation['state'] => {
  if (row.acceptedAt !== null) return 'used';
  if (row.revokedAt !== null) return 'revoked';
  if (row.expiresAt <= now) return 'expired';
  return row.partner === null || row.partner.status === 'active' ? 'open' : 'suspended';
};

async function findByToken(reader: Reader, token: string) {
  const row = await reader.invitation.findUnique({
    where: { tokenHash: hashToken(token) },
    include: { account: { select: { name: true, logoKey: true } } },
  });
  if (row === null) throw new AppError('NOT_FOUND', { message: 'This invitation does not exist. Ask for a new one.' });
  const { invitedBy } = row;
  const partner = await reader.partner.findUnique({ where: { id: invitedBy }, select: { name: true, status: true } });
  return { ...row, partner };
}

const notOpen = (state: OpenInvitation['state']): AppError =>
  new AppError('BAD_STATE', { message: `This invitation is ${state}.`, details: { reason: state.toUpperCase() } });

/** @throws AppError NOT_FOUND, BAD_STATE with the reason */
async function requireOpen(reader: Reader, token: string, now: Date): Promise<void> {
  const state = stateOf(await findByToken(reader, token), now);
  if (state !== 'open') throw notOpen(state);
}

/** Returns the details of an invitation that anybody with the link may see. @throws AppError NOT_FOUND */
export async function openInvitation(
  database: Database,
  uploads: UploadStore,
  token: string,
  now: Date,
): Promise<OpenInvitation> {
  const { account, invitedBy, email, role, expiresAt, ...row } = await findByToken(database.prisma, token);
  const by = { where: { id: invitedBy }, select: { name: true } } as const;
  const inviter = row.partner ?? (await database.prisma.user.findUnique(by));
  const state = stateOf({ ...row, expiresAt }, now);
  return {
    state,
    workspace: { name: account.name, logoUrl: account.logoKey === null ? null : uploads.publicUrl(account.logoKey) },
    invitedBy: inviter?.name ?? null,
    role: givenRole.parse(role),
    email: state === 'open' ? email : null,
    expiresAt,
  };
}

/** Uses the link and creates the membership, or neither. @throws AppError NOT_FOUND, BAD_STATE with the reason */
async function join(transaction: Transaction, token: string, userId: string, now: Date): Promise<string> {
  await requireOpen(transaction, token, now);
  const [taken] = await transaction.invitation.updateManyAndReturn({
    where: { tokenHash: hashToken(token), acceptedAt: null, revokedAt: null, expiresAt: { gt: now } },
    data: { acceptedAt: now, acceptedBy: userId },
    select: { id: true, accountId: true, invitedBy: true, role: true },
  });
  // Somebody took it, or took it back, since it was read.
  if (taken === undefined) throw notOpen(stateOf(await findByToken(transaction, token), now));
  const role = await roleOfTheNext(transaction, taken.accountId, roleOf(taken.role));
  await insertMembership(transaction, { accountId: taken.accountId, userId, role }, now);
  await transaction.auditEntry.create({
    data: {
      accountId: taken.accountId,
      actorKind: 'session',
      actorId: userId,
      action: 'member.join',
      targetType: 'user',
      targetId: userId,
      data: { invitationId: taken.id, invitedBy: taken.invitedBy, role },
      createdAt: now,
    },
  });
  return taken.accountId;
}

/**
 * Returns the role of the next member: the first person in a workspace that a partner created becomes its owner. The
 * account row stays locked to the end, so that of two people at once only one becomes owner.
 */
async function roleOfTheNext(transaction: Transaction, accountId: string, invitedAs: Role): Promise<Role> {
  await transaction.$queryRaw`SELECT 1 FROM "Account" WHERE id = ${accountId} FOR NO KEY UPDATE`;
  const owners = await transaction.membership.count({ where: { accountId, role: 'owner' } });
  return owners === 0 ? 'owner' : invitedAs;
}

/**
 * Accepts an invitation; the session moves into the workspace. A person who is a member already also moves there, and
 * the link stays unused. A person who has signed up must first prove their mailbox; a mailed link proves it, too.
 * @throws AppError NOT_FOUND, BAD_STATE
 */
export async function accept(
  { database, settings, mail }: Pick<Services, 'database' | 'settings' | 'mail'>,
  principal: SessionPrincipal,
  { token, mailed }: AcceptInput,
  now: Date,
): Promise<SessionClaims> {
  const { accountId } = await findByToken(database.prisma, token);
  const isMember = await database.prisma.membership.findUnique({
    where: { accountId_userId: { accountId, userId: principal.userId } },
    select: { role: true },
  });
  if (isMember !== null) return await openWorkspace(database, principal, accountId, now);
  try {
    return await prismaTransaction(database, async (transaction) => {
      const { userId, email } = principal;
      if (isMailedTo(settings, { token, email }, mailed)) await proveMailbox(transaction, { userId, email }, now);
      await requireProven(transaction, userId, mail);
      return await sessionIn(transaction, principal, await join(transaction, token, userId, now), now);
    });
  } catch (error) {
    // The same person, by another link, a moment ago.
    if (violates(error, 'Membership_pkey')) return await openWorkspace(database, principal, accountId, now);
    throw error;
  }
}

/**
 * Creates an account for a new person, who then signs in. The link lets anybody who has it into its workspace. If the
 * link was mailed to this address, the mailbox is proven; else the person gets a link of their own, as after a sign-up.
 * @throws AppError NOT_FOUND, BAD_STATE, EMAIL_TAKEN, TOO_MANY_ATTEMPTS
 */
export async function joinAsNew(
  { database, settings, mail }: Pick<Services, 'database' | 'settings' | 'mail'>,
  { token, mailed, language, ...person }: JoinInput,
  address: string,
  now: Date,
): Promise<{ accountId: string }> {
  const isProven = mail === null || isMailedTo(settings, { token, email: person.email }, mailed);
  const counted = { email: person.email, address, ...(!isProven && { resetEmail: person.email }) };
  await countAttempts(database, counted, now);
  await requireOpen(database.prisma, token, now);
  const passwordHash = await hashPassword(person.password);
  try {
    return await prismaTransaction(database, async (transaction) => {
      const { id: userId } = await insertUser(
        transaction,
        { email: person.email, name: person.name, passwordHash, unprovenSince: isProven ? null : now },
        now,
      );
      if (!isProven) await enqueueForService(transaction, sendProofJob, { userId, language });
      return { accountId: await join(transaction, token, userId, now) };
    });
  } catch (error) {
    throw emailTaken(error);
  }
}
