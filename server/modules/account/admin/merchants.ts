/** The merchants of a partner (docs/contract/admin.md#merchants-of-a-partner): link, unlink, create. */
import type { PartnerLinks } from '@/server/platform/auth/partner-links';
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { partnerStatement, type PartnerDb, type PartnerTx } from '@/server/platform/db/installation';
import { AppError } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { insertInvitation } from '@/server/modules/account/accounts/invitations';
import { mailOwnerJob } from '@/server/modules/account/admin/jobs';
import { endMadeBy } from '@/server/modules/account/admin/made-by';
import { holdLivePartner, holdPartner, readPartner } from '@/server/modules/account/admin/rows';
import type { LinkedPage, Made, MakeInput } from '@/server/modules/account/admin/schema';

const listLinked = partnerStatement<
  { id: string; accountId: string; name: string; linkedAt: Date },
  [key: string | null, id: string | null, limit: number]
>(
  'admin.linked',
  `SELECT m."accountId" AS id, m."accountId", a.name, m."linkedAt" FROM "PartnerMerchant" m
    JOIN "Account" a ON a.id = m."accountId"
   WHERE m."partnerId" = $1 AND m."linkedAt" IS NOT NULL
     AND ($2::timestamptz IS NULL OR (m."linkedAt", m."accountId") < ($2, $3::text))
   ORDER BY m."linkedAt" DESC, m."accountId" DESC LIMIT $4::int`,
);

/**
 * Lists the merchants that the partner is linked with, newest link first. @throws AppError NOT_FOUND; VALIDATION for a
 * cursor of another list
 */
export async function linked(
  db: PartnerDb,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<LinkedPage> {
  const after = cursor === undefined ? null : decodeCursor(cursor, 'instant');
  await readPartner(db);
  const page = cutPage(
    await db.rows(listLinked, after?.key ?? null, after?.id ?? null, limit + 1),
    limit,
    (row) => row.linkedAt,
  );
  return { data: page.rows, cursor: page.nextCursor, hasMore: page.hasMore };
}

const insertLink = partnerStatement<{ accountId: string }, [accountId: string, now: Date]>(
  'admin.link',
  `INSERT INTO "PartnerMerchant" AS m ("partnerId", "accountId", "linkedAt", "createdAt")
    SELECT $1, a.id, $3::timestamptz, $3::timestamptz FROM "Account" a WHERE a.id = $2
   ON CONFLICT ("partnerId", "accountId") DO UPDATE SET "linkedAt" = coalesce(m."linkedAt", excluded."linkedAt")
     RETURNING m."accountId"`,
);
const isLinked = partnerStatement<{ accountId: string }, [accountId: string]>(
  'admin.is-linked',
  `SELECT m."accountId" FROM "PartnerMerchant" m
    WHERE m."partnerId" = $1 AND m."accountId" = $2 AND m."linkedAt" IS NOT NULL`,
);
export const endLink = partnerStatement<{ accountId: string }, [accountId: string]>(
  'admin.unlink',
  `UPDATE "PartnerMerchant" m SET "linkedAt" = NULL
    WHERE m."partnerId" = $1 AND m."accountId" = $2 AND m."linkedAt" IS NOT NULL RETURNING m."accountId"`,
);

/** Writes the link or its end to the merchant's audit log, where the merchant also sees who acts for the partner. */
export const publishPartnerLink = (
  tx: PartnerTx,
  accountId: string,
  action: 'partner.link' | 'partner.unlink',
  name: string,
) => tx.workspace(accountId).audit({ action, targetType: 'partner', targetId: tx.partnerId, data: { name } });

/**
 * Links a merchant. Safe to repeat. @throws AppError NOT_FOUND for an unknown partner or workspace; BAD_STATE for an
 * archived partner
 */
export async function link(db: PartnerDb, links: PartnerLinks, accountId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { name } = await holdLivePartner(tx);
    if ((await tx.rows(isLinked, accountId)).length > 0) return;
    if ((await tx.rows(insertLink, accountId, tx.now)).length === 0)
      throw new AppError('NOT_FOUND', { message: 'There is no workspace with this id.' });
    await publishPartnerLink(tx, accountId, 'partner.link', name);
  });
  links.forget(db.partnerId, accountId);
}

/**
 * Ends a link: the partner's keys stop working in the workspace within 2 seconds, unless they work everywhere. Without
 * a link nothing changes. @throws AppError NOT_FOUND
 */
export async function unlink(db: PartnerDb, links: PartnerLinks, accountId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { name } = await holdPartner(tx);
    if ((await tx.rows(endLink, accountId)).length === 0) return;
    await publishPartnerLink(tx, accountId, 'partner.unlink', name);
    await endMadeBy(tx.workspace(accountId), tx.partnerId);
  });
  links.forget(db.partnerId, accountId);
}

const findMade = partnerStatement<{ accountId: string }, [externalRef: string]>(
  'admin.made',
  `SELECT m."accountId" FROM "PartnerMerchant" m WHERE m."partnerId" = $1 AND m."externalRef" = $2`,
);
/**
 * The caller has locked the partner, so that of two requests with the same reference the second finds the first one's
 * workspace.
 */
const insertMade = partnerStatement<
  { accountId: string },
  [
    externalRef: string,
    name: string,
    country: string | null,
    timeZone: string | null,
    currency: string | null,
    now: Date,
  ]
>(
  'admin.make',
  `WITH made AS (
     INSERT INTO "Account" (name, country, "timeZone", currency, "createdAt", "updatedAt")
     SELECT $3, coalesce($4::text, 'ID'), coalesce($5::text, 'Asia/Jakarta'), coalesce($6::text, 'IDR'),
       $7::timestamptz, $7::timestamptz RETURNING id)
   INSERT INTO "PartnerMerchant" AS m ("partnerId", "accountId", "externalRef", "linkedAt", "createdAt")
     SELECT $1, made.id, $2, $7::timestamptz, $7::timestamptz FROM made
   RETURNING m."accountId"`,
);

/**
 * Creates a workspace on the free plan, links it and invites its owner. (partner, externalRef) identifies the
 * workspace: a repeated call creates nothing, and a link that the merchant has ended stays ended.
 * @param isMailed true when this server sends mail
 * @throws AppError NOT_FOUND; BAD_STATE for an archived partner
 */
export async function make(db: PartnerDb, input: MakeInput, isMailed: boolean): Promise<Made> {
  return await db.transaction(async (tx) => {
    const partner = await holdLivePartner(tx);
    const [known] = await tx.rows(findMade, input.externalRef);
    if (known !== undefined) return { ...known, created: false };
    const { externalRef, name, country = null, timeZone = null, currency = null, ownerEmail } = input;
    const [made] = await tx.rows(insertMade, externalRef, name, country, timeZone, currency, tx.now);
    if (made === undefined) throw new Error('A workspace that was made is gone.');
    const workspace = tx.workspace(made.accountId);
    await workspace.audit({
      action: 'merchant.create',
      targetType: 'workspace',
      targetId: made.accountId,
      data: { name, partner: partner.name, externalRef },
    });
    await publishPartnerLink(tx, made.accountId, 'partner.link', partner.name);
    if (ownerEmail !== undefined) {
      const invitationId = await insertInvitation(workspace, { email: ownerEmail, invitedBy: tx.partnerId });
      if (isMailed) await enqueue(workspace, mailOwnerJob, { invitationId });
    }
    return { ...made, created: true };
  });
}
