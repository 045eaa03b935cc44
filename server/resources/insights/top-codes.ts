/** The codes that shoppers used most lately. */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import { windowOf } from '@/server/resources/insights/overview';
import type { TopCodes } from '@/server/resources/insights/schema';

const DAYS = 30;

/** Counted first, named after: five names are looked up, however many codes there are. */
const findTopCodes = workspaceStatement<TopCodes['codes'][number], [from: Date, to: Date]>(
  'insights.top-codes',
  `SELECT d.id, d.code, r.redemptions FROM (
     SELECT r."discountCodeId", count(*)::int AS redemptions FROM "DiscountRedemption" r WHERE r."accountId" = $1 AND r."redeemedAt" > $2 AND r."redeemedAt" <= $3
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5) r JOIN "DiscountCode" d ON d."accountId" = ${THIS_WORKSPACE} AND d.id = r."discountCodeId"
   ORDER BY 3 DESC, d.code`,
);

/** Redemptions of the last 30 days are counted. */
export async function topCodes(db: WorkspaceDb): Promise<TopCodes> {
  const { from, to } = windowOf(db.now, DAYS);
  return { codes: await db.rows(findTopCodes, from, to) };
}
