/** Mails an invitation to the future owner of a workspace that a partner created. */
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { languageIn } from '@/server/platform/lib/language';
import { invitationMail } from '@/server/platform/mail/invitation';
import { mailedInvitation, newToken } from '@/server/modules/account/accounts/link-token';
import { INVITATION_DAYS } from '@/server/modules/account/accounts/members-schema';

/** Replaces the link of an invitation that can still be accepted. */
const renewLink = workspaceStatement<
  { email: string; workspace: string; country: string; inviter: string },
  [id: string, tokenHash: string, now: Date]
>(
  'admin.renew-link',
  `UPDATE "Invitation" i SET "tokenHash" = $3 FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id
   WHERE i."accountId" = $1 AND i.id = $2 AND i.email IS NOT NULL AND i."acceptedAt" IS NULL AND i."revokedAt" IS NULL
     AND i."expiresAt" > $4::timestamptz
   RETURNING i.email, a.name AS workspace, a.country,
     coalesce((SELECT p.name FROM "Partner" p WHERE p.id = i."invitedBy"), '') AS inviter`,
);

/** Sends the mail, in the worker. A second run mails a second link, and the first link stops working. */
export async function mailOwner({ mail, settings }: Services, db: WorkspaceDb, invitationId: string): Promise<void> {
  if (mail === null) return;
  const { token, tokenHash } = newToken();
  const [found] = await db.rows(renewLink, invitationId, tokenHash, db.now);
  if (found === undefined) return;
  const { email, workspace, country, inviter } = found;
  await mail.send(
    email,
    invitationMail(languageIn(country), {
      workspace,
      inviter,
      link: mailedInvitation(settings, { token, email }),
      days: INVITATION_DAYS,
    }),
  );
}
