/** What Home shows: what needs doing, the last 30 days against the 30 before, and what was changed lately. */
import { workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import type { Home, Setup } from '@/server/resources/insights/schema';

interface SetupRow {
  discountCode: boolean;
  apiKey: boolean;
  signedRequest: boolean;
  redemption: boolean;
}

const setupState = workspaceStatement<SetupRow>(
  'insights.setup',
  `SELECT EXISTS (SELECT 1 FROM "DiscountCode" d WHERE d."accountId" = $1) AS "discountCode",
          EXISTS (SELECT 1 FROM "ApiKey" k WHERE k."accountId" = $1 AND k."revokedAt" IS NULL) AS "apiKey",
          EXISTS (SELECT 1 FROM "ApiKey" k WHERE k."accountId" = $1 AND k."lastUsedAt" IS NOT NULL) AS "signedRequest",
          EXISTS (SELECT 1 FROM "DiscountRedemption" r WHERE r."accountId" = $1) AS redemption`,
);

/** The steps to a first redeemed code, computed from rows. */
export async function setup(db: WorkspaceDb): Promise<Setup> {
  const [row] = await db.rows(setupState);
  const steps: Setup['steps'] = [
    { key: 'discount_code', done: row?.discountCode ?? false, href: '/discount-codes/new' },
    { key: 'api_key', done: row?.apiKey ?? false, href: '/api-keys' },
    { key: 'signed_request', done: row?.signedRequest ?? false, href: '/api-keys' },
    { key: 'redemption', done: row?.redemption ?? false, href: '/discount-codes' },
  ];
  return { steps, percent: Math.round((100 * steps.filter((step) => step.done).length) / steps.length) };
}

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

const perCurrency = workspaceStatement<{ currency: string; redemptions: number; redemptionsBefore: number; given: number; givenBefore: number }, [before: Date, since: Date, now: Date]>(
  'insights.redemptions-per-currency',
  `SELECT r.currency, count(*) FILTER (WHERE r."redeemedAt" >= $3)::int AS redemptions, count(*) FILTER (WHERE r."redeemedAt" < $3)::int AS "redemptionsBefore",
          coalesce(sum(r."appliedAmount" + r."appliedShipping") FILTER (WHERE r."redeemedAt" >= $3), 0)::float8 AS given,
          coalesce(sum(r."appliedAmount" + r."appliedShipping") FILTER (WHERE r."redeemedAt" < $3), 0)::float8 AS "givenBefore"
   FROM "DiscountRedemption" r WHERE r."accountId" = $1 AND r."redeemedAt" >= $2 AND r."redeemedAt" <= $4
   GROUP BY r.currency ORDER BY 2 DESC, 1`,
);

const perDay = workspaceStatement<{ day: string; redemptions: number }, [now: Date, days: number]>(
  'insights.redemptions-per-day',
  `WITH zone AS (SELECT a."timeZone" AS tz FROM "Account" a WHERE a.id = $1),
   days AS (SELECT generate_series(($2::timestamptz AT TIME ZONE tz)::date - ($3::int - 1), ($2::timestamptz AT TIME ZONE tz)::date, '1 day')::date AS day, tz FROM zone),
   counted AS (
     SELECT (r."redeemedAt" AT TIME ZONE zone.tz)::date AS day, count(*)::int AS redemptions
     FROM zone JOIN "DiscountRedemption" r ON r."accountId" = $1 AND r."redeemedAt" >= $2::timestamptz - ($3::int + 1) * interval '1 day'
     GROUP BY 1)
   SELECT to_char(days.day, 'YYYY-MM-DD') AS day, coalesce(counted.redemptions, 0) AS redemptions FROM days LEFT JOIN counted USING (day) ORDER BY days.day`,
);

const topCodes = workspaceStatement<{ id: string; code: string; redemptions: number }, [since: Date]>(
  'insights.top-codes',
  `SELECT d.id, d.code, count(*)::int AS redemptions FROM "DiscountRedemption" r JOIN "DiscountCode" d ON d."accountId" = $1 AND d.id = r."discountCodeId"
   WHERE r."accountId" = $1 AND r."redeemedAt" >= $2 GROUP BY d.id, d.code ORDER BY 3 DESC, d.code LIMIT 5`,
);

const recentChanges = workspaceStatement<{ id: string; action: string; targetId: string; subject: string | null; actor: string | null; createdAt: Date; activeCodes: number }>(
  'insights.recent-changes',
  `SELECT e.id, e.action, e."targetId", coalesce(e.data->>'code', e.data->>'name', e.data->>'displayName') AS subject, u.name AS actor, e."createdAt"
   FROM "AuditEntry" e LEFT JOIN "User" u ON e."actorKind" = 'session' AND u.id = e."actorId"
   WHERE e."accountId" = $1 ORDER BY e."createdAt" DESC, e.id DESC LIMIT 8`,
);

export async function home(db: WorkspaceDb): Promise<Home> {
  const since = new Date(db.now.getTime() - DAYS * DAY_MS);
  const before = new Date(since.getTime() - DAYS * DAY_MS);
  const [currencies, points, top, changes, tally] = await Promise.all([
    db.rows(perCurrency, before, since, db.now),
    db.rows(perDay, db.now, DAYS),
    db.rows(topCodes, since),
    db.rows(recentChanges),
    db.prisma.discountCodeTally.findUnique({ where: { accountId: db.accountId } }),
  ]);
  return {
    redemptions: {
      current: currencies.reduce((sum, row) => sum + row.redemptions, 0),
      previous: currencies.reduce((sum, row) => sum + row.redemptionsBefore, 0),
    },
    discountGiven: currencies.map((row) => ({ currency: row.currency, current: row.given, previous: row.givenBefore })),
    activeCodes: tally?.active ?? 0,
    points,
    topCodes: top,
    activity: changes,
  };
}
