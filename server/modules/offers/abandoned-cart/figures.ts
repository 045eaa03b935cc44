/**
 * The results of reminders (docs/contract/abandoned-cart.md#figures): the contract's figures, and the dashboard's over
 * time. Computed from the rows each time.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { instantIn } from '@/server/platform/db/zoned-time';
import type { Activity, Stats } from '@/server/modules/offers/abandoned-cart/schema';

/**
 * Sums are float8: exact up to 2^53, and beyond that nearer than anybody reads a figure, where a bigint would overflow.
 */
const sumUp = workspaceStatement<
  { sent: number; recovered: number; value: number; currency: string | null },
  [since: Date, now: Date]
>(
  'abandoned-cart.stats',
  `SELECT count(*)::int AS sent, count(r."recoveredAt")::int AS recovered,
    coalesce(sum(r."valueAtSend") FILTER (WHERE r."recoveredAt" IS NOT NULL), 0)::float8 AS value,
     (SELECT f."currencyAtSend" FROM "AbandonedCartReminder" f
       WHERE f."accountId" = $1 AND f."sentAt" > $2 AND f."sentAt" <= $3 AND f."recoveredAt" IS NOT NULL
       ORDER BY f."sentAt", f.id LIMIT 1) AS currency
   FROM "AbandonedCartReminder" r WHERE r."accountId" = $1 AND r."sentAt" > $2 AND r."sentAt" <= $3`,
);

/**
 * Returns the figures of the reminders that were sent in the last `windowDays`, whenever their carts were recovered.
 */
export async function stats(db: WorkspaceDb, windowDays: number): Promise<Stats> {
  const [row] = await db.rows(sumUp, new Date(db.now.getTime() - windowDays * DAY_MS), db.now);
  const { sent, recovered, value, currency } = row ?? { sent: 0, recovered: 0, value: 0, currency: null };
  return {
    remindersSent: sent,
    cartsRecovered: recovered,
    recoveryRate: sent === 0 ? 0 : recovered / sent,
    recoveredValueAtSend: value,
    currency,
  };
}

/** Counts reminders by day, in the workspace's time zone; days without a reminder are included with zeros. */
const perDay = workspaceStatement<Activity['points'][number], [now: Date, days: number]>(
  'abandoned-cart.per-day',
  `WITH zone AS (SELECT a."timeZone" AS tz FROM "Account" a WHERE a.id = $1),
   period AS (SELECT z.*, ${instantIn('z.first', 'z.tz')} AS since
     FROM (SELECT tz, ($2::timestamptz AT TIME ZONE tz)::date - ($3::int - 1) AS first FROM zone) z),
   days AS (SELECT generate_series(first, ($2::timestamptz AT TIME ZONE tz)::date, '1 day')::date AS day FROM period),
   counted AS (
     SELECT (r."sentAt" AT TIME ZONE p.tz)::date AS day, count(*)::int AS sent, count(r."recoveredAt")::int AS recovered
     FROM period p JOIN "AbandonedCartReminder" r ON r."accountId" = $1 AND r."sentAt" >= p.since
     GROUP BY 1)
   SELECT to_char(days.day, 'YYYY-MM-DD') AS day, coalesce(c.sent, 0) AS sent, coalesce(c.recovered, 0) AS recovered
     FROM days LEFT JOIN counted c ON c.day = days.day ORDER BY days.day`,
);

interface CurrencyRow {
  currency: string;
  isNow: boolean;
  sent: number;
  recovered: number;
  valueSent: number;
  valueRecovered: number;
}

/** Sums by currency over the same days, and over as many days before them. */
const perCurrency = workspaceStatement<CurrencyRow, [now: Date, days: number]>(
  'abandoned-cart.per-currency',
  `WITH zone AS (SELECT a."timeZone" AS tz, ($2::timestamptz AT TIME ZONE a."timeZone")::date - ($3::int - 1) AS first
    FROM "Account" a WHERE a.id = $1),
   period AS (SELECT ${instantIn('z.first', 'z.tz')} AS since, ${instantIn('z.first - $3::int', 'z.tz')} AS before
     FROM zone z)
   SELECT r."currencyAtSend" AS currency, r."sentAt" >= period.since AS "isNow", count(*)::int AS sent,
     count(r."recoveredAt")::int AS recovered,
     sum(r."valueAtSend")::float8 AS "valueSent",
       coalesce(sum(r."valueAtSend") FILTER (WHERE r."recoveredAt" IS NOT NULL), 0)::float8 AS "valueRecovered"
   FROM period JOIN "AbandonedCartReminder" r ON r."accountId" = $1 AND r."sentAt" >= period.before
   GROUP BY 1, 2 ORDER BY 3 DESC, 1`,
);

const NOTHING = { sent: 0, recovered: 0, valueSent: 0, valueRecovered: 0 };

/**
 * `recovered` is of the reminders sent in the same time, as in `stats`; amounts of different currencies are never added
 * up.
 */
export async function activity(db: WorkspaceDb, days: number): Promise<Activity> {
  const [points, rows] = await db.snapshot(async (tx) => [
    await tx.rows(perDay, db.now, days),
    await tx.rows(perCurrency, db.now, days),
  ]);
  const names = [...new Set([...rows.filter(({ isNow }) => isNow), ...rows].map(({ currency }) => currency))];
  const sums = (name: string, now: boolean): typeof NOTHING => {
    const row = rows.find(({ currency, isNow }) => currency === name && isNow === now);
    return row === undefined
      ? NOTHING
      : { sent: row.sent, recovered: row.recovered, valueSent: row.valueSent, valueRecovered: row.valueRecovered };
  };
  return {
    points,
    currencies: names.map((currency) => ({ currency, ...sums(currency, true), before: sums(currency, false) })),
  };
}
