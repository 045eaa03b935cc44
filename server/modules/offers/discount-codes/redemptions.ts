/** The history of one code: its redemptions, and their course over time for the dashboard's chart. */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { instantIn } from '@/server/platform/db/zoned-time';
import { cutPage, decodeCursor, joinedRows, NEWEST } from '@/server/platform/db/cursor';
import { presentRedemption, redemptionColumns, type RedemptionRow } from '@/server/modules/offers/discount-codes/rows';
import { isCounted } from '@/server/platform/lib/is-counted';
import type { Activity, RedemptionsPage } from '@/server/modules/offers/discount-codes/schema';

const pageOfRedemptions = workspaceStatement<
  Omit<RedemptionRow, 'id'> & { id: string | null; total: number },
  [codeId: string, limit: number, before: string, beforeId: string]
>(
  'discount-codes.redemptions',
  `SELECT (SELECT d."redemptionCount" + count(*)::int FROM "DiscountRedemption" b
    WHERE b."accountId" = $1 AND b."discountCodeId" = d.id AND NOT ${isCounted('b')}) AS total, page.*
    FROM "DiscountCode" d LEFT JOIN LATERAL (
     SELECT ${redemptionColumns('r')} FROM "DiscountRedemption" r
     WHERE r."accountId" = $1 AND r."discountCodeId" = d.id AND (r."redeemedAt", r.id) < ($4::timestamptz, $5::text)
     ORDER BY r."redeemedAt" DESC, r.id DESC LIMIT $3) page ON true
   WHERE d."accountId" = $1 AND d.id = $2`,
);

/** Newest first. @throws AppError NOT_FOUND, VALIDATION */
export async function listRedemptions(
  db: WorkspaceDb,
  input: { id: string; limit: number; cursor?: string | undefined },
): Promise<RedemptionsPage> {
  const after = input.cursor === undefined ? NEWEST : decodeCursor(input.cursor, 'instant');
  const rows = await db.rows(pageOfRedemptions, input.id, input.limit + 1, after.key, after.id);
  const { total } = orNotFound(rows[0]);
  const page = cutPage(joinedRows(rows), input.limit, (row) => row.redeemedAt);
  return { items: page.rows.map(presentRedemption), total, nextCursor: page.nextCursor, hasMore: page.hasMore };
}

/**
 * Sums redemptions by day. Sums are float8: exact up to 2^53, and precise enough for a chart beyond, where a bigint
 * would overflow. Days are in the workspace's time zone; days without a redemption are included with zeros.
 */
const redemptionsPerDay = workspaceStatement<
  { day: string; redemptions: number; amount: number },
  [codeId: string, now: Date, days: number]
>(
  'discount-codes.activity',
  `WITH zone AS (SELECT a."timeZone" AS tz FROM "Account" a WHERE a.id = $1),
   days AS (
     SELECT d.day, ${instantIn('d.day', 'd.tz')} AS since, ${instantIn('d.day + 1', 'd.tz')} AS until
     FROM (SELECT generate_series(($3::timestamptz AT TIME ZONE tz)::date - ($4::int - 1),
       ($3::timestamptz AT TIME ZONE tz)::date, '1 day')::date AS day, tz FROM zone) d)
   SELECT to_char(days.day, 'YYYY-MM-DD') AS day, count(r.id)::int AS redemptions,
          coalesce(sum(r."appliedAmount" + r."appliedShipping") FILTER (WHERE r.currency = d.currency),
            0)::float8 AS amount
   FROM "DiscountCode" d CROSS JOIN days
   LEFT JOIN "DiscountRedemption" r ON r."accountId" = ${THIS_WORKSPACE} AND r."discountCodeId" = d.id
     AND ${isCounted('r')}
     AND r."redeemedAt" >= days.since AND r."redeemedAt" < days.until
   WHERE d."accountId" = $1 AND d.id = $2
   GROUP BY days.day ORDER BY days.day`,
);

const totalsPerCurrency = workspaceStatement<Activity['totals'][number], [codeId: string]>(
  'discount-codes.totals',
  `SELECT r.currency, count(*)::int AS redemptions, sum(r."appliedAmount")::float8 AS amount,
    sum(r."appliedShipping")::float8 AS shipping,
     count(r."orderTotal")::int AS orders, coalesce(sum(r."orderTotal"), 0)::float8 AS revenue,
     coalesce(sum(r."appliedAmount" + r."appliedShipping") FILTER (WHERE r."orderTotal" IS NOT NULL),
       0)::float8 AS "revenueDiscount"
   FROM "DiscountRedemption" r WHERE r."accountId" = $1 AND r."discountCodeId" = $2 AND ${isCounted('r')}
     GROUP BY r.currency ORDER BY 2 DESC`,
);

/** @throws AppError NOT_FOUND */
export async function activity(db: WorkspaceDb, input: { id: string; days: number }): Promise<Activity> {
  const [points, totals] = await db.snapshot(async (tx) => [
    await tx.rows(redemptionsPerDay, input.id, db.now, input.days),
    await tx.rows(totalsPerCurrency, input.id),
  ]);
  orNotFound(points[0]);
  return { points, totals };
}
