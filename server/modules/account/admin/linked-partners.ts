/**
 * The partners that a workspace is linked with, for its members, who can also end a link
 * (docs/contract/admin.md#what-a-merchant-sees).
 */
import type { PartnerLinks } from '@/server/platform/auth/partner-links';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { requireOwner } from '@/server/modules/account/accounts/members';
import { CHANNELS_OF, endMadeBy, SHOPS_OF } from '@/server/modules/account/admin/made-by';
import type { LinkedPartner } from '@/server/modules/account/admin/schema';

const listPartners = workspaceStatement<LinkedPartner>(
  'admin.linked-partners',
  `SELECT p.id, p.name, p.identifier, p.status, p."linkMode", p."contactEmail", m."linkedAt",
     (SELECT count(*)::int FROM "ApiKey" k
       WHERE k."accountId" = $1 AND k."partnerId" = p.id AND k."revokedAt" IS NULL) AS keys,
     (SELECT count(*)::int FROM "WebhookEndpoint" e WHERE e."accountId" = $1 AND e."partnerId" = p.id) AS endpoints,
     (SELECT count(*)::int FROM ${SHOPS_OF('p.id')}) AS shops,
       (SELECT count(*)::int FROM ${CHANNELS_OF('p.id')}) AS channels
   FROM "PartnerMerchant" m JOIN "Partner" p ON p.id = m."partnerId"
   WHERE m."accountId" = $1 AND m."linkedAt" IS NOT NULL AND p.status <> 'archived'
     ORDER BY m."linkedAt" DESC, p.id DESC`,
);

export const linkedPartners = (db: WorkspaceDb): Promise<LinkedPartner[]> => db.rows(listPartners);

const endLink = workspaceStatement<{ name: string }, [partnerId: string]>(
  'admin.end-link',
  `UPDATE "PartnerMerchant" m SET "linkedAt" = NULL FROM "Partner" p
    WHERE m."accountId" = $1 AND m."partnerId" = $2 AND m."linkedAt" IS NOT NULL AND p.id = m."partnerId"
    RETURNING p.name`,
);

/**
 * Ends the link with a partner. Its keys stop working here within 2 seconds, unless they work everywhere, and
 * everything that it set up here ends. @throws AppError FORBIDDEN except for the owner, NOT_FOUND
 */
export async function partWith(db: WorkspaceDb, links: PartnerLinks, partnerId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await requireOwner(tx);
    const [ended] = await tx.rows(endLink, partnerId);
    if (ended === undefined) throw new AppError('NOT_FOUND');
    await tx.audit({
      action: 'partner.unlink',
      targetType: 'partner',
      targetId: partnerId,
      data: { name: ended.name },
    });
    await endMadeBy(tx, partnerId);
  });
  links.forget(partnerId, db.accountId);
}
