/**
 * Ends things that partners left in workspaces where they have no authority any more
 * (docs/contract/admin.md#what-a-partner-leaves): after a partner was archived, and after a link ended in an older
 * release that ended less, or during a call of the partner.
 */
import type { Database } from '@/server/platform/db/client';
import { partnerDb, partnerStatement, type PartnerTx } from '@/server/platform/db/installation';
import { SYSTEM } from '@/server/platform/db/workspace';
import { endMadeBy, givenBy } from '@/server/modules/account/admin/made-by';
import { endLink, publishPartnerLink } from '@/server/modules/account/admin/merchants';
import { holdPartner } from '@/server/modules/account/admin/rows';

/** The time when the link of partner `p` with the workspace of `m` ended last. */
const ENDED_AT = `(SELECT max(a."createdAt") FROM "AuditEntry" a
  WHERE a."accountId" = m."accountId" AND a."targetId" = m."partnerId" AND a.action = 'partner.unlink')`;

/**
 * Pairs of a partner and a workspace in which something is left. A renewed link covers everything that the partner set
 * up, also before. A partner that works everywhere keeps everything after a link ends, because its access stays.
 */
const FIND_LEFT = `WITH made AS (
    SELECT m."partnerId", m."accountId", NULL::timestamptz AS at FROM "PartnerMerchant" m WHERE m."linkedAt" IS NOT NULL
    UNION ALL SELECT k."partnerId", k."accountId", k."createdAt" FROM "ApiKey" k
      WHERE k."partnerId" IS NOT NULL AND k."revokedAt" IS NULL
    UNION ALL SELECT e."partnerId", e."accountId", e."updatedAt" FROM "WebhookEndpoint" e
      WHERE e."partnerId" IS NOT NULL
    UNION ALL SELECT i."invitedBy", i."accountId", NULL FROM "Invitation" i
      WHERE i."acceptedAt" IS NULL AND i."revokedAt" IS NULL
    UNION ALL SELECT g."partnerId", i."accountId", g.at
      FROM "Integration" i, LATERAL ${givenBy('i', 'integration.connect', 'i."accountId"')} g
      WHERE i.status <> 'revoked'
    UNION ALL SELECT g."partnerId", c."accountId", g.at
      FROM "ChannelIntegration" c, LATERAL ${givenBy('c', 'channel.connect', 'c."accountId"')} g
      WHERE c.status <> 'revoked'
    UNION ALL SELECT s.value, x."accountId", x."updatedAt"
      FROM "MerchantPixels" x, LATERAL jsonb_each_text(x."setByPartner") s)
  SELECT DISTINCT made."partnerId", made."accountId"
  FROM made JOIN "Partner" p ON p.id = made."partnerId"
    LEFT JOIN "PartnerMerchant" m ON m."partnerId" = p.id AND m."accountId" = made."accountId"
  WHERE ($1::text IS NULL OR p.id = $1)
    AND (p.status = 'archived' OR (m."accountId" IS NOT NULL AND m."linkedAt" IS NULL
      AND (p."linkMode" = 'linked' OR made.at IS NULL OR made.at <= ${ENDED_AT})))`;

const findEnd = partnerStatement<{ linkedAt: Date | null; endedAt: Date | null }, [accountId: string]>(
  'admin.end-of-link',
  `SELECT m."linkedAt", ${ENDED_AT} AS "endedAt" FROM "PartnerMerchant" m
    WHERE m."partnerId" = $1 AND m."accountId" = $2`,
);

/** Checks the link again, because it may have been renewed meanwhile. */
async function endIn(tx: PartnerTx, accountId: string): Promise<void> {
  const { name, status, linkMode } = await holdPartner(tx);
  const workspace = tx.workspace(accountId);
  if (status === 'archived') {
    if ((await tx.rows(endLink, accountId)).length > 0) await publishPartnerLink(tx, accountId, 'partner.unlink', name);
    return await endMadeBy(workspace, tx.partnerId);
  }
  const [link] = await tx.rows(findEnd, accountId);
  if (link === undefined || link.linkedAt !== null) return;
  if (linkMode === 'linked') return await endMadeBy(workspace, tx.partnerId);
  if (link.endedAt !== null) await endMadeBy(workspace, tx.partnerId, link.endedAt);
}

/**
 * Ends the left things, with one transaction for each workspace, so that it blocks nobody and can continue after a
 * crash.
 * @param partnerId null: all partners
 * @returns the number of workspaces in which something was left
 */
export async function endLeft(database: Database, partnerId: string | null, now: Date): Promise<number> {
  const { rows } = await database.pool.query<{ partnerId: string; accountId: string }>(FIND_LEFT, [partnerId]);
  for (const left of rows)
    await partnerDb(database, left.partnerId, { actor: SYSTEM, now }).transaction((tx) => endIn(tx, left.accountId));
  return rows.length;
}
