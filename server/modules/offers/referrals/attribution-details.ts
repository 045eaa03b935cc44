/** The history of one attribution: its link, its codes and their use; and the way from a code back to it. */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { toNumber } from '@/server/platform/lib/money';
import {
  LISTED_ATTRIBUTION,
  personJoin,
  presentListedAttribution,
  type ListedAttributionRow,
} from '@/server/modules/offers/referrals/rows';
import type { AttributionDetails, MintedCode, Origin } from '@/server/modules/offers/referrals/lists-schema';
import { isCounted } from '@/server/platform/lib/is-counted';

type AttributionRow = ListedAttributionRow & {
  linkClicks: number;
  linkCreatedAt: Date;
  clicksBefore: number;
  firstClickAt: Date | null;
  lastClickAt: Date | null;
};

const findAttribution = workspaceStatement<AttributionRow, [id: string]>(
  'referrals.attribution',
  `SELECT ${LISTED_ATTRIBUTION}, l.clicks AS "linkClicks", l."createdAt" AS "linkCreatedAt", c.n AS "clicksBefore",
    c.first AS "firstClickAt", c.last AS "lastClickAt"
   FROM "ReferralAttribution" a JOIN "ReferralLink" l ON l."accountId" = ${THIS_WORKSPACE} AND l.id = a."linkId"
   ${personJoin('k1', 'a."referrerCustomerId"')}
   ${personJoin('k2', 'a."refereeCustomerId"')}
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS n, min(c."clickedAt") AS first, max(c."clickedAt") AS last FROM "ReferralClick" c
       WHERE c."accountId" = $1 AND c."linkId" = l.id AND c."clickedAt" <= a."createdAt") c
   WHERE a."accountId" = $1 AND a.id = $2`,
);

type CodeRow = Omit<MintedCode, 'value'> & { value: bigint };

const findCodes = workspaceStatement<CodeRow, [ids: (string | null)[]]>(
  'referrals.codes-of-attribution',
  `SELECT d.id, d.code, d.type, d.value, d.currency, d.active, d."expiresAt",
          (SELECT min(r."redeemedAt") FROM "DiscountRedemption" r
            WHERE r."accountId" = $1 AND r."discountCodeId" = d.id AND ${isCounted('r')}) AS "redeemedAt"
   FROM "DiscountCode" d WHERE d."accountId" = $1 AND d.id = ANY($2::text[])`,
);

/** @throws AppError NOT_FOUND */
export async function getAttribution(db: WorkspaceDb, id: string): Promise<AttributionDetails> {
  const row = orNotFound((await db.rows(findAttribution, id))[0]);
  const codes = row.referrerCodeId === null ? [] : await db.rows(findCodes, [row.referrerCodeId, row.refereeCodeId]);
  const codeOf = (codeId: string | null): MintedCode | null => {
    const code = codes.find((each) => each.id === codeId);
    return code === undefined ? null : { ...code, value: toNumber(code.value) };
  };
  return {
    ...presentListedAttribution(row),
    link: { id: row.linkId, code: row.linkCode, clicks: row.linkClicks, createdAt: row.linkCreatedAt },
    clicksBefore: { count: row.clicksBefore, first: row.firstClickAt, last: row.lastClickAt },
    codes: { referrer: codeOf(row.referrerCodeId), referee: codeOf(row.refereeCodeId) },
  };
}

/** `source` of a code says that sourceRefId is an attribution's id. */
const findOrigin = workspaceStatement<NonNullable<Origin>, [codeId: string]>(
  'referrals.origin-of-code',
  `SELECT a.id AS "attributionId", CASE d.source WHEN 'referral_referrer' THEN 'referrer'
    ELSE 'referee' END AS role, a.status, l.code AS "linkCode", a."referrerCustomerId", a."refereeCustomerId"
   FROM "DiscountCode" d
   JOIN "ReferralAttribution" a ON a."accountId" = ${THIS_WORKSPACE} AND a.id = d."sourceRefId"
   JOIN "ReferralLink" l ON l."accountId" = ${THIS_WORKSPACE} AND l.id = a."linkId"
   WHERE d."accountId" = $1 AND d.id = $2 AND d.source IN ('referral_referrer', 'referral_referee')`,
);

/** The attribution that a reward code was made for; null for any other code. */
export async function originOf(db: WorkspaceDb, codeId: string): Promise<Origin> {
  const [origin] = await db.rows(findOrigin, codeId);
  return origin ?? null;
}
