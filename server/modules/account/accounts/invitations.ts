/** Invitation links to a workspace: create, mail, revoke. accept-invitation.ts accepts them. */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { invitationMail } from '@/server/platform/mail/invitation';
import { mailedInvitation, newToken } from '@/server/modules/account/accounts/link-token';
import {
  givenRole,
  INVITATION_DAYS,
  type Invitation,
  type Invited,
  type InviteInput,
} from '@/server/modules/account/accounts/members-schema';
import type { GivenRole } from '@/server/platform/access/roles';
import { requireManager } from '@/server/modules/account/accounts/members';
import { requireProven } from '@/server/modules/account/accounts/proof';
import { countAttempts } from '@/server/modules/account/accounts/throttle';

/** The most open links of a workspace. */
const OPEN_LIMIT = 100;

const COLUMNS = `i.id, i.email, i.role, coalesce((SELECT u.name FROM "User" u WHERE u.id = i."invitedBy"),
  (SELECT p.name FROM "Partner" p WHERE p.id = i."invitedBy")) AS "invitedBy", i."createdAt", i."expiresAt"`;
type Row = Omit<Invitation, 'isExpired' | 'role'> & { role: string };

const listInvitations = workspaceStatement<Row>(
  'accounts.invitations',
  `SELECT ${COLUMNS} FROM "Invitation" i WHERE i."accountId" = $1 AND i."acceptedAt" IS NULL AND i."revokedAt" IS NULL
    ORDER BY i."createdAt" DESC, i.id DESC LIMIT 200`,
);

const addInvitation = workspaceStatement<
  Row,
  [
    email: string | null,
    tokenHash: string,
    invitedBy: string | null,
    now: Date,
    expiresAt: Date,
    limit: number,
    role: GivenRole,
  ]
>(
  'accounts.invite',
  `INSERT INTO "Invitation" AS i ("accountId", email, "tokenHash", "invitedBy", "createdAt", "expiresAt", role)
   SELECT w.id, $2, $3, $4, $5::timestamptz, $6::timestamptz, $8::text FROM (SELECT $1::text AS id) w
   WHERE (SELECT count(*) FROM "Invitation" o
     WHERE o."accountId" = $1 AND o."acceptedAt" IS NULL AND o."revokedAt" IS NULL
     AND o."expiresAt" > $5::timestamptz) < $7::int
   RETURNING ${COLUMNS}`,
);

const revokeInvitation = workspaceStatement<{ email: string | null }, [id: string, now: Date]>(
  'accounts.revoke-invitation',
  `UPDATE "Invitation" i SET "revokedAt" = $3::timestamptz
    WHERE i."accountId" = $1 AND i.id = $2 AND i."acceptedAt" IS NULL AND i."revokedAt" IS NULL RETURNING i.email`,
);

const findInvitation = workspaceStatement<{ id: string; acceptedAt: Date | null }, [id: string]>(
  'accounts.invitation',
  `SELECT i.id, i."acceptedAt" FROM "Invitation" i WHERE i."accountId" = $1 AND i.id = $2`,
);

const findNames = workspaceStatement<{ workspace: string; inviter: string }, [userId: string | null]>(
  'accounts.invitation-names',
  `SELECT a.name AS workspace, coalesce((SELECT u.name FROM "User" u WHERE u.id = $2), '') AS inviter
    FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id`,
);

const present = ({ role, ...row }: Row, now: Date): Invitation => ({
  ...row,
  role: givenRole.parse(role),
  isExpired: row.expiresAt <= now,
});

/**
 * Lists the invitations that nobody has accepted, newest first. Expired invitations are listed until they are deleted.
 */
export const list = async (db: WorkspaceDb): Promise<Invitation[]> =>
  (await db.rows(listInvitations)).map((row) => present(row, db.now));

/**
 * Creates an invitation. The link is only in this answer and, with an address, in the mail. If the mail fails, the
 * invitation still exists, and a member can pass the link on.
 * @throws AppError FORBIDDEN except for the owner and admins, and for admins who invite an admin; TOO_MANY_ATTEMPTS;
 * BAD_STATE when too many invitations are open, or the member's own mailbox is not proven
 */
export async function invite(
  services: Services,
  db: WorkspaceDb,
  { email, role, language }: InviteInput,
): Promise<Invited> {
  const { settings, database, mail, log } = services;
  if (db.actor.id !== null) await requireProven(database.prisma, db.actor.id, mail);
  const { token, tokenHash } = newToken();
  const isMailed = email !== null && mail !== null;
  if (isMailed) {
    await requireManager(db, role);
    await countAttempts(database, { invitation: db.accountId, invitedEmail: email }, db.now);
  }
  const invitation = await db.transaction(async (tx) => {
    await requireManager(tx, role);
    const [row] = await tx.rows(
      addInvitation,
      email,
      tokenHash,
      tx.actor.id,
      tx.now,
      new Date(tx.now.getTime() + INVITATION_DAYS * DAY_MS),
      OPEN_LIMIT,
      role,
    );
    if (row === undefined)
      throw new AppError('BAD_STATE', {
        message: `At most ${OPEN_LIMIT} invitations can be open at a time. Revoke some first.`,
        details: { reason: 'TOO_MANY_INVITATIONS', limit: OPEN_LIMIT },
      });
    await tx.audit({ action: 'member.invite', targetType: 'invitation', targetId: row.id, data: { email, role } });
    return present(row, tx.now);
  });
  const link = `${settings.baseUrl}/invitation/${token}`;
  if (!isMailed) return { invitation, link, mail: 'off' };
  const [names] = await db.rows(findNames, db.actor.id);
  try {
    await mail.send(
      email,
      invitationMail(language, {
        workspace: names?.workspace ?? '',
        inviter: names?.inviter ?? '',
        link: mailedInvitation(settings, { token, email }),
        days: INVITATION_DAYS,
      }),
    );
    return { invitation, link, mail: 'sent' };
  } catch (error) {
    log.warn({ err: error, invitationId: invitation.id }, 'an invitation could not be mailed');
    return { invitation, link, mail: 'failed' };
  }
}

/** Inserts an invitation without a link; the job of the mail makes the link (admin/invite-owner.ts). @returns its id */
export async function insertInvitation(
  tx: StatementTx,
  { email, invitedBy }: { email: string; invitedBy: string },
): Promise<string> {
  const expiresAt = new Date(tx.now.getTime() + INVITATION_DAYS * DAY_MS);
  const [row] = await tx.rows(
    addInvitation,
    email,
    newToken().tokenHash,
    invitedBy,
    tx.now,
    expiresAt,
    OPEN_LIMIT,
    'admin',
  );
  if (row === undefined) throw new Error('A workspace that was just made has no room for an invitation.');
  await tx.audit({ action: 'member.invite', targetType: 'invitation', targetId: row.id, data: { email } });
  return row.id;
}

/**
 * Revokes an invitation: its link stops working. Safe to repeat. @throws AppError FORBIDDEN, NOT_FOUND, BAD_STATE when
 * it was accepted
 */
export async function revoke(db: WorkspaceDb, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await requireManager(tx);
    const [revoked] = await tx.rows(revokeInvitation, id, tx.now);
    if (revoked !== undefined) {
      await tx.audit({
        action: 'member.revoke_invitation',
        targetType: 'invitation',
        targetId: id,
        data: { email: revoked.email },
      });
      return;
    }
    const [row] = await tx.rows(findInvitation, id);
    if (row === undefined) throw new AppError('NOT_FOUND');
    if (row.acceptedAt !== null)
      throw new AppError('BAD_STATE', {
        message: 'This invitation was accepted. Remove the member instead.',
        details: { reason: 'ACCEPTED' },
      });
  });
}
