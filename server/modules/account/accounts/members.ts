/**
 * The members of a workspace, and their roles (docs/contract/accounts.md#roles). There is one owner. The owner and
 * admins change settings, invitations and members; only the owner makes and removes admins.
 */
import { BELOW_ADMIN, permits, roleOf, type GivenRole, type Role } from '@/server/platform/access/roles';
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { SessionClaims } from '@/server/platform/auth/session';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { assertFactors, type Keeping } from '@/server/modules/account/accounts/factors';
import { revokeInvitationsOf } from '@/server/modules/account/accounts/invitations-of';
import { sendOwnershipJob } from '@/server/modules/account/accounts/jobs';
import { requireProven } from '@/server/modules/account/accounts/proof';
import type { Member, TransferOwnershipInput } from '@/server/modules/account/accounts/members-schema';

type Row = Omit<Member, 'role'> & { role: string };

const COLUMNS = 'm."userId", u.name, u.email, m.role, m."createdAt" AS "joinedAt"';

const listMembers = workspaceStatement<Row>(
  'accounts.members',
  `SELECT ${COLUMNS} FROM "Membership" m JOIN "User" u ON u.id = m."userId"
   WHERE m."accountId" = $1 ORDER BY m.role = 'owner' DESC, m."createdAt", m."userId"`,
);

/** Locked until the end of the transaction, so that the member keeps role and membership meanwhile. */
const lockRole = workspaceStatement<{ role: string }, [userId: string | null]>(
  'accounts.lock-role',
  `SELECT m.role FROM "Membership" m WHERE m."accountId" = $1 AND m."userId" = $2 FOR SHARE`,
);

/**
 * Locks the memberships of the actor and the other person, always in one order, because two people may act on each
 * other at once.
 */
const lockBoth = workspaceStatement<{ userId: string; role: string }, [actorId: string | null, userId: string]>(
  'accounts.lock-both',
  `SELECT m."userId", m.role FROM "Membership" m WHERE m."accountId" = $1 AND m."userId" IN ($2, $3) ORDER BY m."userId"
    FOR UPDATE`,
);

const changeRole = workspaceStatement<Row, [userId: string, role: GivenRole]>(
  'accounts.change-role',
  `UPDATE "Membership" m SET role = $3::text FROM "User" u
    WHERE m."accountId" = $1 AND m."userId" = $2 AND m.role <> 'owner' AND u.id = m."userId" RETURNING ${COLUMNS}`,
);

/** Neither the owner nor a stranger matches. */
const endMembership = workspaceStatement<{ email: string }, [userId: string]>(
  'accounts.end-membership',
  `DELETE FROM "Membership" m USING "User" u
    WHERE m."accountId" = $1 AND m."userId" = $2 AND m.role <> 'owner' AND u.id = m."userId" RETURNING u.email`,
);

/**
 * Only of who was in this workspace until just now, in the transaction that ends the membership
 * (docs/contract/accounts.md#sessions).
 */
const endSessions = workspaceStatement<
  { sessionVersion: number; next: string | null },
  [userId: string, keep: string | null, now: Date]
>(
  'accounts.end-sessions',
  `WITH ended AS (UPDATE "Session" s SET "endedAt" = $4::timestamptz
    WHERE s."userId" = $2 AND s."endedAt" IS NULL AND s.id IS DISTINCT FROM $3::text)
   UPDATE "User" u SET "sessionVersion" = u."sessionVersion" + 1 FROM (SELECT $1::text AS left_account) w
     WHERE u.id = $2
   RETURNING u."sessionVersion", (SELECT m."accountId" FROM "Membership" m
     WHERE m."userId" = u.id AND m."accountId" <> w.left_account ORDER BY m."openedAt" DESC NULLS LAST, m."createdAt"
     LIMIT 1) AS next`,
  // A person's sessions and the workspace that they go on in are not of this one.
  { leaves: true },
);

const stepDown = workspaceStatement<{ userId: string }, [userId: string | null]>(
  'accounts.step-down',
  `UPDATE "Membership" m SET role = 'admin' WHERE m."accountId" = $1 AND m."userId" = $2 AND m.role = 'owner'
    RETURNING m."userId"`,
);

const stepUp = workspaceStatement<{ email: string }, [userId: string]>(
  'accounts.step-up',
  `UPDATE "Membership" m SET role = 'owner' FROM "User" u
    WHERE m."accountId" = $1 AND m."userId" = $2 AND u.id = m."userId" RETURNING u.email`,
);

const present = (row: Row): Member => ({ ...row, role: roleOf(row.role) });

export const list = async (db: WorkspaceDb): Promise<Member[]> => (await db.rows(listMembers)).map(present);

/** @throws AppError FORBIDDEN except for the owner */
export async function requireOwner(db: Pick<StatementTx, 'rows' | 'actor'>): Promise<void> {
  if ((await db.rows(lockRole, db.actor.id))[0]?.role !== 'owner') throw ownersOnly();
}

/** @param over the role that is given or removed; only the owner gives and removes admin. @throws AppError FORBIDDEN */
function requireManaging(role: Role | undefined, over: Role | undefined): void {
  if (role === undefined || !permits(role, 'manage'))
    throw new AppError('FORBIDDEN', { message: 'Only the owner and admins of the workspace may do this.' });
  if (over !== undefined && role !== 'owner' && !BELOW_ADMIN.includes(over)) throw ownersOnly();
}

/**
 * Requires the owner or an admin, read in this transaction: the session's role may be seconds old.
 * @param over the role that is given or removed
 * @throws AppError FORBIDDEN
 */
export async function requireManager(db: Pick<StatementTx, 'rows' | 'actor'>, over?: Role): Promise<void> {
  const [manager] = await db.rows(lockRole, db.actor.id);
  requireManaging(manager && roleOf(manager.role), over);
}

const ownersOnly = (): AppError =>
  new AppError('FORBIDDEN', { message: 'Only the owner of the workspace may do this.' });

/**
 * Locks the actor and the other person. @returns the other person's role. @throws AppError FORBIDDEN, NOT_FOUND,
 * BAD_STATE for the owner
 */
async function requireManagerOf(tx: StatementTx, userId: string, roles: readonly Role[]): Promise<Role> {
  const both = await tx.rows(lockBoth, tx.actor.id, userId);
  const of = (id: string | null): Role | undefined =>
    both.filter((row) => row.userId === id).map((row) => roleOf(row.role))[0];
  const member = of(userId);
  requireManaging(of(tx.actor.id), undefined);
  if (member === undefined) throw new AppError('NOT_FOUND');
  if (member === 'owner') throw ownerStays();
  for (const role of [member, ...roles]) requireManaging(of(tx.actor.id), role);
  return member;
}

/**
 * Changes a role, effective within 2 seconds. If the person may no longer invite, their open invitations are revoked.
 * @throws AppError FORBIDDEN except for the owner and admins, and for admins who add or remove an admin; NOT_FOUND;
 * BAD_STATE for the owner
 */
export async function setRole(db: WorkspaceDb, userId: string, role: GivenRole): Promise<Member> {
  return await db.transaction(async (tx) => {
    const before = await requireManagerOf(tx, userId, [role]);
    const changed = orNotFound((await tx.rows(changeRole, userId, role))[0]);
    if (before === role) return present(changed);
    await tx.audit({
      action: 'member.change_role',
      targetType: 'user',
      targetId: userId,
      data: { email: changed.email, from: before, to: role },
    });
    if (BELOW_ADMIN.includes(role)) await revokeInvitationsOf(tx, userId);
    return present(changed);
  });
}

/**
 * Removes a member: their sessions end within 2 seconds, and their open invitations are revoked. Everything else that
 * they made belongs to the workspace and stays.
 * @throws AppError FORBIDDEN, NOT_FOUND, BAD_STATE for the owner
 */
export async function remove(db: WorkspaceDb, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await requireManagerOf(tx, userId, []);
    const gone = orNotFound((await tx.rows(endMembership, userId))[0]);
    await tx.rows(endSessions, userId, null, tx.now);
    await tx.audit({ action: 'member.remove', targetType: 'user', targetId: userId, data: { email: gone.email } });
    await revokeInvitationsOf(tx, userId);
  });
}

/** The session goes on in another workspace of the person, or in none. @throws AppError BAD_STATE for the owner */
export async function leave(db: WorkspaceDb, { userId, sessionId }: SessionPrincipal): Promise<SessionClaims> {
  return await db.transaction(async (tx) => {
    const [gone] = await tx.rows(endMembership, userId);
    if (gone === undefined)
      throw (await tx.rows(lockRole, userId)).length === 0 ? new AppError('NOT_FOUND') : ownerStays();
    const [session] = await tx.rows(endSessions, userId, sessionId, tx.now);
    if (session === undefined) throw new Error('A member without a user.');
    await tx.audit({ action: 'member.leave', targetType: 'user', targetId: userId, data: { email: gone.email } });
    await revokeInvitationsOf(tx, userId);
    return { sub: userId, accountId: session.next, sessionVersion: session.sessionVersion };
  });
}

const ownerStays = (): AppError =>
  new AppError('BAD_STATE', {
    message: 'The owner cannot leave or change roles. Make somebody else the owner first.',
    details: { reason: 'OWNER' },
  });

/**
 * Transfers the workspace to a member. The old owner becomes an admin, whose open invitations are revoked, and both get
 * a mail. Nobody is signed out, because every change reads the role again.
 * @throws AppError FORBIDDEN, NOT_FOUND, BAD_STATE for a member whose mailbox is not proven; WRONG_CREDENTIALS,
 * CODE_REQUIRED, WRONG_CODE, TOO_MANY_ATTEMPTS
 */
export async function transferOwnership(
  services: Keeping,
  db: WorkspaceDb,
  owns: SessionPrincipal,
  { userId, ...given }: TransferOwnershipInput,
): Promise<void> {
  // Asked first, so that a refusal costs nobody a guess or a code.
  await requireOwner(db);
  await requireProven(services.database.prisma, userId, services.mail);
  await assertFactors(services, owns.userId, given, db.now);
  await db.transaction(async (tx) => {
    await tx.rows(lockBoth, owns.userId, userId);
    if ((await tx.rows(stepDown, owns.userId)).length === 0) throw ownersOnly();
    const [owner] = await tx.rows(stepUp, userId);
    if (owner === undefined) throw new AppError('NOT_FOUND');
    if (userId === owns.userId) return;
    await tx.audit({
      action: 'member.transfer_ownership',
      targetType: 'user',
      targetId: userId,
      data: { email: owner.email },
    });
    await revokeInvitationsOf(tx, owns.userId);
    if (services.mail === null) return;
    const { language } = given;
    await enqueue(tx, sendOwnershipJob, { userId, otherId: owns.userId, news: 'taken', language });
    await enqueue(tx, sendOwnershipJob, { userId: owns.userId, otherId: userId, news: 'given', language });
  });
}
