/** The codes that shoppers used most lately. */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { windowOf } from '@/server/platform/lib/calendar';
import type { TopCodes, TopCodesInput } from '@/server/modules/overview/insights/schema';
import { isCounted } from '@/server/platform/lib/is-counted';

/** Counted first, named after: five names and their revenue are looked up, however many codes there are. */
const findTopCodes = workspaceStatement<Required<TopCodes['codes'][number]>, [from: Date, to: Date]>(
  'insights.top-codes',
  `SELECT d.id, d.code, r.redemptions,
     coalesce(m.revenue, '{}') AS "revenueByCurrency", coalesce(m.share, '{}') AS "revenueDiscountByCurrency" FROM (
     SELECT r."discountCodeId", count(*)::int AS redemptions FROM "DiscountRedemption" r
       WHERE r."accountId" = $1 AND ${isCounted('r')} AND r."redeemedAt" > $2 AND r."redeemedAt" <= $3
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5) r
       JOIN "DiscountCode" d ON d."accountId" = ${THIS_WORKSPACE} AND d.id = r."discountCodeId"
   CROSS JOIN LATERAL (
     SELECT jsonb_object_agg(p.currency, p.revenue) AS revenue, jsonb_object_agg(p.currency, p.share) AS share FROM (
       SELECT o.currency, sum(o."orderTotal")::float8 AS revenue, sum(o.applied)::float8 AS share FROM (
         SELECT b.currency, b."orderTotal", b."appliedAmount" + b."appliedShipping" AS applied
           FROM "DiscountRedemption" b
         WHERE b."accountId" = ${THIS_WORKSPACE} AND b."discountCodeId" = d.id AND b."redeemedAt" > $2
           AND b."redeemedAt" <= $3 AND b."orderTotal" IS NOT NULL AND ${isCounted('b')} OFFSET 0) o
       GROUP BY o.currency) p) m
   ORDER BY 3 DESC, d.code`,
  { isLong: true },
);

/** By the redemptions of the window. */
export async function topCodes(db: WorkspaceDb, { windowDays }: TopCodesInput): Promise<TopCodes> {
  const { from, to } = windowOf(db.now, windowDays);
  const rows = await db.rows(findTopCodes, from, to);
  return {
    codes: rows.map(({ revenueByCurrency, revenueDiscountByCurrency, ...code }) =>
      Object.keys(revenueByCurrency).length === 0 ? code : { ...code, revenueByCurrency, revenueDiscountByCurrency },
    ),
  };
}
