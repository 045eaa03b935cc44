/** The results of a program (docs/contract/programs.md#stats). */
import { DAY_MS } from '@/server/platform/lib/durations';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { toNumber } from '@/server/platform/lib/money';
import { readProgram } from '@/server/modules/creators/programs/rows';
import type { Stats, StatsInput } from '@/server/modules/creators/programs/schema';
import type { CommissionStatus } from '@/server/modules/creators/programs/vocabulary';
import { isCounted } from '@/server/platform/lib/is-counted';

const TOP = 10;
const MOST_UNREPORTED = 20;

const countClicks = workspaceStatement<{ collaborationId: string; clicks: number }, [programId: string, from: Date]>(
  'programs.clicks-of',
  `SELECT k."collaborationId", count(*)::int AS clicks FROM "ProgramClick" k
    WHERE k."accountId" = $1 AND k."programId" = $2 AND k."clickedAt" >= $3::timestamptz GROUP BY 1`,
);

interface Sum {
  collaborationId: string;
  status: CommissionStatus;
  currency: string;
  sales: number;
  /** The revenue of orders that still earn, less refunds. */
  revenue: bigint;
  amount: bigint;
}

/**
 * Sums commissions. A voided commission is no conversion. If a paid commission was refunded later, its newest clawback
 * has the refunded amount.
 */
const sumCommissions = workspaceStatement<Sum, [programId: string, from: Date]>(
  'programs.sums',
  `SELECT c."collaborationId", c.status, c.currency,
     count(*) FILTER (WHERE c.kind = 'sale' AND c.status NOT IN ('voided', 'declined'))::int AS sales,
     coalesce(sum(c."orderAmount" - greatest(c."refundedAmount", coalesce(b.refunded, 0))) FILTER (WHERE c.kind = 'sale'
       AND c.status NOT IN ('voided', 'declined')), 0)::bigint AS revenue,
     sum(c.amount)::bigint AS amount
   FROM "Commission" c
   LEFT JOIN LATERAL (SELECT max(k."refundedAmount") AS refunded FROM "Commission" k
     WHERE k."accountId" = ${THIS_WORKSPACE} AND k."checkoutSessionId" = c."checkoutSessionId" AND k.kind = 'clawback'
     AND c.kind = 'sale') b ON true
   WHERE c."accountId" = $1 AND c."programId" = $2 AND c."createdAt" >= $3::timestamptz GROUP BY 1, 2, 3`,
);

const findNames = workspaceStatement<{ id: string; name: string }, [ids: readonly string[]]>(
  'programs.names',
  `SELECT c.id, c.name FROM "Collaboration" c WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])`,
);

/** Redemptions of affiliates' codes of which no commission is known. */
const findUnreported = workspaceStatement<
  { checkoutSessionId: string; discountCode: string; redeemedAt: Date },
  [programId: string, from: Date]
>(
  'programs.untold',
  `SELECT r."checkoutSessionId", d.code AS "discountCode", r."redeemedAt" FROM "Collaboration" c
   JOIN "DiscountCode" d ON d."accountId" = ${THIS_WORKSPACE} AND d."sourceRefId" = c.id AND d.source = 'affiliate'
   JOIN "DiscountRedemption" r ON r."accountId" = ${THIS_WORKSPACE} AND r."discountCodeId" = d.id AND ${isCounted('r')}
     AND r."redeemedAt" >= $3::timestamptz
   WHERE c."accountId" = $1 AND c."programId" = $2
     AND NOT EXISTS (SELECT FROM "Commission" k
       WHERE k."accountId" = ${THIS_WORKSPACE} AND k."checkoutSessionId" = r."checkoutSessionId" AND k.kind = 'sale')
   ORDER BY r."redeemedAt" DESC, r.id DESC LIMIT ${MOST_UNREPORTED}`,
);

type Money = Record<string, number>;
const add = (sums: Money, currency: string, amount: number): void => {
  sums[currency] = (sums[currency] ?? 0) + amount;
};
/** Returns the largest sum, which ranks; sums in several currencies are never added up. */
const largest = (sums: Money): number => Math.max(0, ...Object.values(sums));

/** @throws AppError NOT_FOUND */
export async function stats(db: WorkspaceDb, { id, windowDays }: StatsInput): Promise<Stats> {
  await readProgram(db, id);
  const from = new Date(db.now.getTime() - windowDays * DAY_MS);
  const [clicked, sums, unreported] = await db.snapshot(async (tx) => [
    await tx.rows(countClicks, id, from),
    await tx.rows(sumCommissions, id, from),
    await tx.rows(findUnreported, id, from),
  ]);
  const people = new Map<string, { clicks: number; conversions: number; revenueByCurrency: Money }>();
  const of = (collaborationId: string) => {
    const known = people.get(collaborationId) ?? { clicks: 0, conversions: 0, revenueByCurrency: {} };
    people.set(collaborationId, known);
    return known;
  };
  for (const { collaborationId, clicks } of clicked) of(collaborationId).clicks += clicks;
  const revenueByCurrency: Money = {};
  const commissionByStatus: Stats['commissionByStatus'] = {};
  let conversions = 0;
  for (const { collaborationId, status, currency, sales, revenue, amount } of sums) {
    conversions += sales;
    of(collaborationId).conversions += sales;
    if (revenue > 0n) {
      add(revenueByCurrency, currency, toNumber(revenue));
      add(of(collaborationId).revenueByCurrency, currency, toNumber(revenue));
    }
    add((commissionByStatus[status] ??= {}), currency, toNumber(amount));
  }
  const clicks = clicked.reduce((sum, each) => sum + each.clicks, 0);
  const top = [...people.entries()]
    .sort(
      ([a, x], [b, y]) =>
        largest(y.revenueByCurrency) - largest(x.revenueByCurrency) ||
        y.conversions - x.conversions ||
        y.clicks - x.clicks ||
        (a < b ? -1 : 1),
    )
    .slice(0, TOP);
  const names = new Map(
    (
      await db.rows(
        findNames,
        top.map(([collaborationId]) => collaborationId),
      )
    ).map((row) => [row.id, row.name]),
  );
  return {
    windowDays,
    clicks,
    conversions,
    conversionRate: clicks === 0 ? 0 : conversions / clicks,
    revenueByCurrency,
    commissionByStatus,
    top: top.map(([collaborationId, each]) => ({ collaborationId, name: names.get(collaborationId) ?? '', ...each })),
    untold: unreported,
  };
}
