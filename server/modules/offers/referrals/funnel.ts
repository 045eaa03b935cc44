/** Clicks, sign-ups and rewards of a period, day by day, against the period before. For the dashboard. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { instantIn } from '@/server/platform/db/zoned-time';
import type { Funnel } from '@/server/modules/offers/referrals/lists-schema';

/** SQL of days in the workspace's time zone, with today; both periods have the same number of days. */
const DAYS = `
  zone AS (SELECT a."timeZone" AS tz FROM "Account" a WHERE a.id = $1),
  period AS (SELECT tz, today, ${instantIn('z.today - 2 * $3::int + 1', 'z.tz')} AS since
    FROM (SELECT tz, ($2::timestamptz AT TIME ZONE tz)::date AS today FROM zone) z)`;

/** SQL that counts a table's rows by the day of an instant. */
const perDay = (table: string, at: string, where = 'true'): string =>
  `SELECT (e."${at}" AT TIME ZONE p.tz)::date AS day, count(*)::int AS n FROM period p
    JOIN "${table}" e ON e."accountId" = $1 AND e."${at}" >= p.since AND e."${at}" <= $2::timestamptz AND ${where}
    GROUP BY 1`;

const counts = workspaceStatement<
  { day: string; isCurrent: boolean; clicks: number; signups: number; rewards: number },
  [now: Date, days: number]
>(
  'referrals.funnel',
  `WITH ${DAYS},
   days AS (SELECT generate_series(today - 2 * $3::int + 1, today, '1 day')::date AS day, today - $3::int AS before
     FROM period),
   clicks AS (${perDay('ReferralClick', 'clickedAt')}),
   signups AS (${perDay('ReferralAttribution', 'createdAt')}),
   rewards AS (${perDay('ReferralAttribution', 'rewardedAt', `e.status = 'rewarded'`)})
   SELECT to_char(d.day, 'YYYY-MM-DD') AS day, d.day > d.before AS "isCurrent", coalesce(c.n, 0) AS clicks,
     coalesce(s.n, 0) AS signups, coalesce(r.n, 0) AS rewards
   FROM days d LEFT JOIN clicks c USING (day) LEFT JOIN signups s USING (day) LEFT JOIN rewards r USING (day)
     ORDER BY d.day`,
);

const revenues = workspaceStatement<Funnel['revenue'][number], [now: Date, days: number]>(
  'referrals.funnel-revenue',
  `WITH ${DAYS}, split AS (SELECT since, ${instantIn('p.today - $3::int + 1', 'p.tz')} AS middle FROM period p)
   SELECT e.currency, coalesce(sum(e.amount) FILTER (WHERE e."rewardedAt" >= s.middle), 0)::float8 AS current,
     coalesce(sum(e.amount) FILTER (WHERE e."rewardedAt" < s.middle), 0)::float8 AS previous
   FROM split s JOIN "ReferralAttribution" e ON e."accountId" = $1 AND e.status = 'rewarded'
     AND e."rewardedAt" >= s.since AND e."rewardedAt" <= $2::timestamptz
   GROUP BY e.currency ORDER BY 2 DESC, 1`,
);

const refusals = workspaceStatement<Funnel['refused'][number], [now: Date, days: number]>(
  'referrals.funnel-refused',
  `WITH ${DAYS}
   SELECT f.reason, sum(f.count)::int AS count FROM period p
     JOIN "ReferralRefusal" f ON f."accountId" = $1 AND f.day > p.today - $3::int AND f.day <= p.today
   GROUP BY f.reason ORDER BY 2 DESC, 1`,
);

const queue = workspaceStatement<Pick<Funnel, 'held' | 'waiting'>>(
  'referrals.funnel-held',
  `SELECT count(*)::int AS held, count(*) FILTER (WHERE a."needsReview")::int AS waiting FROM "ReferralAttribution" a
    WHERE a."accountId" = $1 AND a.status = 'pending' AND a."heldAt" IS NOT NULL`,
);

/** Voided rewards are none. Revenue is listed by currency, for currencies are never added up. */
export async function funnel(db: WorkspaceDb, days: number): Promise<Funnel> {
  const [rows, revenue, refused, [held]] = await db.snapshot(async (tx) => [
    await tx.rows(counts, db.now, days),
    await tx.rows(revenues, db.now, days),
    await tx.rows(refusals, db.now, days),
    await tx.rows(queue),
  ]);
  const sum = (step: 'clicks' | 'signups' | 'rewards', current: boolean): number =>
    rows.reduce((total, row) => total + (row.isCurrent === current ? row[step] : 0), 0);
  const compared = (step: 'clicks' | 'signups' | 'rewards') => ({
    current: sum(step, true),
    previous: sum(step, false),
  });
  return {
    points: rows
      .filter(({ isCurrent }) => isCurrent)
      .map(({ day, clicks, signups, rewards }) => ({ day, clicks, signups, rewards })),
    clicks: compared('clicks'),
    signups: compared('signups'),
    rewards: compared('rewards'),
    revenue,
    refused,
    held: held?.held ?? 0,
    waiting: held?.waiting ?? 0,
  };
}
