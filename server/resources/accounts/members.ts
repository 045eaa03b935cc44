/** Who belongs to a workspace. There is one owner: settings, invitations and members are the owner's to change. */
import type { SessionPrincipal } from '@/server/auth/principal';
import type { SessionClaims } from '@/server/auth/session';
import { workspaceStatement } from '@/server/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import { revokeInvitationsOf } from '@/server/resources/accounts/invitations-of';
import type { Member } from '@/server/resources/accounts/members-schema';

const listMembers = workspaceStatement<Member>(
  'accounts.members',
  `SELECT m."userId", u.name, u.email, m.role, m."createdAt" AS "joinedAt" FROM "Membership" m JOIN "User" u ON u.id = m."userId"
   WHERE m."accountId" = $1 ORDER BY m.role = 'owner' DESC, m."createdAt", m."userId"`,
);

/** Held until the end of the transaction, so that ownership cannot go elsewhere meanwhile. */
const lockOwnership = workspaceStatement<{ userId: string }, [userId: string | null]>(
  'accounts.lock-ownership',
  `SELECT m."userId" FROM "Membership" m WHERE m."accountId" = $1 AND m."userId" = $2 AND m.role = 'owner' FOR SHARE`,
);

/** Neither the owner nor a stranger matches. */
const endMembership = workspaceStatement<{ email: string }, [userId: string]>(
  'accounts.end-membership',
  `DELETE FROM "Membership" m USING "User" u WHERE m."accountId" = $1 AND m."userId" = $2 AND m.role = 'member' AND u.id = m."userId" RETURNING u.email`,
);

const findRole = workspaceStatement<{ role: string }, [userId: string]>(
  'accounts.role',
  `SELECT m.role FROM "Membership" m WHERE m."accountId" = $1 AND m."userId" = $2`,
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
  `WITH ended AS (UPDATE "Session" s SET "endedAt" = $4::timestamptz WHERE s."userId" = $2 AND s."endedAt" IS NULL AND s.id IS DISTINCT FROM $3::text)
   UPDATE "User" u SET "sessionVersion" = u."sessionVersion" + 1 FROM (SELECT $1::text AS left_account) w WHERE u.id = $2
   RETURNING u."sessionVersion", (SELECT m."accountId" FROM "Membership" m WHERE m."userId" = u.id AND m."accountId" <> w.left_account ORDER BY m."openedAt" DESC NULLS LAST, m."createdAt" LIMIT 1) AS next`,
);

const stepDown = workspaceStatement<{ userId: string }, [userId: string | null]>(
  'accounts.step-down',
  `UPDATE "Membership" m SET role = 'member' WHERE m."accountId" = $1 AND m."userId" = $2 AND m.role = 'owner' RETURNING m."userId"`,
);

const stepUp = workspaceStatement<{ email: string }, [userId: string]>(
  'accounts.step-up',
  `UPDATE "Membership" m SET role = 'owner' FROM "User" u WHERE m."accountId" = $1 AND m."userId" = $2 AND u.id = m."userId" RETURNING u.email`,
);

export const list = (db: WorkspaceDb): Promise<Member[]> => db.rows(listMembers);

/** @throws AppError FORBIDDEN to all but the owner */
export async function requireOwner(db: Pick<StatementTx, 'rows' | 'actor'>): Promise<void> {
  if ((await db.rows(lockOwnership, db.actor.id)).length === 0) throw ownersOnly();
}

const ownersOnly = (): AppError =>
  new AppError('FORBIDDEN', { message: 'Only the owner of the workspace may do this.' });

/** Their sessions end within 2 seconds. What they made stays, for it is the workspace's; their open invitations do not. @throws AppError FORBIDDEN, NOT_FOUND, BAD_STATE for the owner */
export async function remove(db: WorkspaceDb, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await requireOwner(tx);
    const [gone] = await tx.rows(endMembership, userId);
    if (gone === undefined) throw await whyNot(tx, userId);
    await tx.rows(endSessions, userId, null, tx.now);
    await tx.audit({ action: 'member.remove', targetType: 'user', targetId: userId, data: { email: gone.email } });
    await revokeInvitationsOf(tx, userId);
  });
}

/** The session goes on in another workspace of the person, or in none. @throws AppError BAD_STATE for the owner */
export async function leave(db: WorkspaceDb, { userId, sessionId }: SessionPrincipal): Promise<SessionClaims> {
  return await db.transaction(async (tx) => {
    const [gone] = await tx.rows(endMembership, userId);
    if (gone === undefined) throw await whyNot(tx, userId);
    const [session] = await tx.rows(endSessions, userId, sessionId, tx.now);
    if (session === undefined) throw new Error('A member without a user.');
    await tx.audit({ action: 'member.leave', targetType: 'user', targetId: userId, data: { email: gone.email } });
    await revokeInvitationsOf(tx, userId);
    return { sub: userId, accountId: session.next, sessionVersion: session.sessionVersion };
  });
}

async function whyNot(tx: StatementTx, userId: string): Promise<AppError> {
  const [membership] = await tx.rows(findRole, userId);
  return membership === undefined
    ? new AppError('NOT_FOUND')
    : new AppError('BAD_STATE', {
        message: 'A workspace keeps its owner: make somebody else the owner first.',
        details: { reason: 'OWNER' },
      });
}

/** The owner becomes a member, whose open invitations end, the member becomes the owner. Nobody is signed out: roles are looked up with every change. @throws AppError FORBIDDEN, NOT_FOUND */
export async function transferOwnership(db: WorkspaceDb, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await tx.rows(stepDown, tx.actor.id)).length === 0) throw ownersOnly();
    const [owner] = await tx.rows(stepUp, userId);
    if (owner === undefined) throw new AppError('NOT_FOUND');
    if (userId === tx.actor.id) return;
    await tx.audit({
      action: 'member.transfer_ownership',
      targetType: 'user',
      targetId: userId,
      data: { email: owner.email },
    });
    if (tx.actor.id !== null) await revokeInvitationsOf(tx, tx.actor.id);
  });
}
