/**
 * GET /insights/timeseries: one figure of the overview by day or week in the workspace's time zone. The points add up
 * to the overview's figure: the first and the last bucket only contain their part of the window.
 */
import { keysOf } from '@/server/platform/lib/records';
import { workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { instantIn } from '@/server/platform/db/zoned-time';
import { figuresOf } from '@/server/modules/overview/insights/overview';
import { windowOf } from '@/server/platform/lib/calendar';
import { isMoney, type Metric, type Timeseries, type TimeseriesInput } from '@/server/modules/overview/insights/schema';
import { figurePairs, SOURCES, type Source, type SourceName } from '@/server/modules/overview/insights/sources';

interface Bucket {
  date: string;
  start: Date;
  timeZone: string;
  /** Null: nothing happened. */
  figures: Record<string, number> | null;
}
type Parameters = [from: Date, to: Date, interval: 'day' | 'week', currency: string | null];

/** Buckets begin at midnight in the time zone, so a day of 23 or 25 hours is one bucket; weeks begin on Monday. */
const bucketsOf = (name: SourceName, source: Source): WorkspaceStatement<Bucket, Parameters> =>
  workspaceStatement(
    `insights.timeseries.${name}`,
    `WITH zone AS (SELECT a."timeZone" AS tz FROM "Account" a WHERE a.id = $1),
     buckets AS (
       SELECT generate_series(date_trunc($4::text, $2::timestamptz AT TIME ZONE tz), $3::timestamptz AT TIME ZONE tz,
         ('1 ' || $4::text)::interval)::date AS date, tz FROM zone),
     counted AS (
       SELECT date_trunc($4::text, s.at AT TIME ZONE (SELECT tz FROM zone))::date AS date,
         jsonb_build_object(${figurePairs(source)}) AS figures
       FROM (${source.rows}) s WHERE $5::text IS NULL${source.money === true ? ' OR s.currency = $5::text' : ''}
         GROUP BY 1)
     SELECT to_char(b.date, 'YYYY-MM-DD') AS date, ${instantIn('b.date', 'b.tz')} AS start, b.tz AS "timeZone",
       counted.figures
     FROM buckets b LEFT JOIN counted USING (date) ORDER BY b.date`,
    { isLong: true },
  );

const STATEMENTS = new Map(keysOf(SOURCES).map((name) => [name, bucketsOf(name, SOURCES[name])]));

/** The source of a metric, and the name of its figure in that source. */
const FROM: Record<Exclude<Metric, 'contacts.total' | 'carts.recoveryRate'>, [source: SourceName, figure: string]> = {
  'contacts.new': ['newContacts', 'new'],
  'contacts.unsubscribed': ['optOuts', 'unsubscribed'],
  'broadcasts.sent': ['broadcasts', 'sent'],
  'broadcasts.messages': ['broadcasts', 'messages'],
  'broadcasts.delivered': ['broadcasts', 'delivered'],
  'broadcasts.opened': ['broadcasts', 'opened'],
  'broadcasts.clicked': ['broadcasts', 'clicked'],
  'broadcasts.bounced': ['broadcasts', 'bounced'],
  'broadcasts.failed': ['broadcasts', 'failed'],
  'discounts.redemptions': ['redemptions', 'redemptions'],
  'discounts.appliedByCurrency': ['redemptions', 'applied'],
  'referrals.clicks': ['clicks', 'clicks'],
  'referrals.signups': ['signups', 'signups'],
  'referrals.rewards': ['rewards', 'rewards'],
  'referrals.revenueByCurrency': ['rewards', 'revenue'],
  'carts.remindersSent': ['reminders', 'sent'],
  'carts.recovered': ['reminders', 'recovered'],
  'carts.valueByCurrency': ['reminders', 'value'],
  'orders.placed': ['orders', 'placed'],
  'orders.paid': ['orders', 'paid'],
  'orders.revenueByCurrency': ['orders', 'revenue'],
  'orders.refundedByCurrency': ['orders', 'refunded'],
  'orders.abandonedCheckouts': ['checkouts', 'abandoned'],
  'orders.recoveredCheckouts': ['checkouts', 'recovered'],
  'funnels.entered': ['funnelEntries', 'entered'],
  'funnels.messages': ['funnelMessages', 'messages'],
  'funnels.converted': ['funnelConversions', 'converted'],
  'funnels.revenueByCurrency': ['funnelConversions', 'revenue'],
  'affiliates.clicks': ['programClicks', 'clicks'],
  'affiliates.conversions': ['commissions', 'conversions'],
  'affiliates.revenueByCurrency': ['commissions', 'revenue'],
  'affiliates.commissionByCurrency': ['commissions', 'commission'],
  'inbox.received': ['inboxMessages', 'received'],
  'inbox.replied': ['inboxMessages', 'replied'],
  'inbox.medianFirstReplyMinutes': ['inboxMessages', 'medianFirstReplyMinutes'],
  'blog.published': ['posts', 'published'],
};

/** Returns one figure over time. The schema has validated metric and currency. */
export async function timeseries(
  db: WorkspaceDb,
  { metric, interval, windowDays, currency }: TimeseriesInput,
): Promise<Timeseries> {
  const window = windowOf(db.now, windowDays);
  const money = isMoney(metric) ? (currency ?? null) : null;
  const [name, figure] =
    metric === 'contacts.total'
      ? FROM['contacts.new']
      : metric === 'carts.recoveryRate'
        ? FROM['carts.recovered']
        : FROM[metric];
  const statement = STATEMENTS.get(name);
  if (statement === undefined) throw new Error(`There is no statement for ${name}.`);
  const buckets = await db.rows(statement, window.from, window.to, interval, money);
  const values = buckets.map(({ figures }) => figures?.[figure] ?? 0);
  const valueAt = await (metric === 'contacts.total'
    ? levels(db, window, values)
    : metric === 'carts.recoveryRate'
      ? rates(buckets)
      : values);
  return {
    metric,
    interval,
    windowDays,
    currency: money,
    timeZone: buckets[0]?.timeZone ?? '',
    ...window,
    points: buckets.map(({ date, start }, index) => ({ date, start, value: valueAt[index] ?? 0 })),
  };
}

/** Returns the number of contacts at the end of each bucket; for the last: now. Counted back from the total. */
async function levels(
  db: WorkspaceDb,
  window: { from: Date; to: Date },
  created: readonly number[],
): Promise<number[]> {
  let level = (await figuresOf(db, window)).contacts.total;
  const levels: number[] = [];
  for (const made of created.toReversed()) {
    levels.push(level);
    level -= made;
  }
  return levels.toReversed();
}

/** A rate is the bucket's own: rates do not add up. */
const rates = (buckets: readonly Bucket[]): number[] =>
  buckets.map(({ figures }) =>
    figures === null || figures.sent === 0 ? 0 : (figures.recovered ?? 0) / (figures.sent ?? 1),
  );
