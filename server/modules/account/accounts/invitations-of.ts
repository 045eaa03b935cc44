/** Ends the invitations of a person who may no longer invite. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';

const revokeOf = workspaceStatement<{ id: string; email: string | null }, [userId: string, now: Date]>(
  'accounts.revoke-invitations-of',
  `UPDATE "Invitation" i SET "revokedAt" = $3::timestamptz
    WHERE i."accountId" = $1 AND i."invitedBy" = $2 AND i."acceptedAt" IS NULL AND i."revokedAt" IS NULL
    RETURNING i.id, i.email`,
);

/**
 * Revokes the invitations of a person who leaves the workspace, transfers it or gets another role. Runs in that
 * transaction, after the role has changed; each revocation is recorded.
 */
export async function revokeInvitationsOf(tx: StatementTx, userId: string): Promise<void> {
  for (const { id, email } of await tx.rows(revokeOf, userId, tx.now))
    await tx.audit({ action: 'member.revoke_invitation', targetType: 'invitation', targetId: id, data: { email } });
}
