/**
 * GET /insights/overview: every figure of a rolling window in one statement; the same statement again for the window
 * before.
 */
import { windowOf } from '@/server/platform/lib/calendar';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { Figures, Overview, OverviewInput } from '@/server/modules/overview/insights/schema';
import {
  CREATED_AFTER,
  figurePairs,
  SOURCES,
  type FiguresOf,
  type Source,
  type SourceName,
} from '@/server/modules/overview/insights/sources';

type Money = 'redemptions' | 'rewards' | 'reminders' | 'orders' | 'funnelConversions' | 'commissions';
type ByCurrency<Name extends Money> = Record<string, FiguresOf<Name>>;
/** One column for each source. */
type SumsRow = { [Name in Exclude<SourceName, Money>]: FiguresOf<Name> } & { [Name in Money]: ByCurrency<Name> } & {
  total: number;
};

/** SQL of a source's figures as one JSON object; for money, one object for each currency. */
function sumsOf(source: Source): string {
  if (source.money !== true) return `(SELECT jsonb_build_object(${figurePairs(source)}) FROM (${source.rows}) s)`;
  return `(SELECT coalesce(jsonb_object_agg(g.currency, g.figures), '{}')
    FROM (SELECT s.currency, jsonb_build_object(${figurePairs(source)}) AS figures FROM (${source.rows}) s
    GROUP BY s.currency) g)`;
}

const sumUp = workspaceStatement<SumsRow, [from: Date, to: Date]>(
  'insights.overview',
  `SELECT coalesce((SELECT sum(t.created - t.erased) FROM "ContactTally" t WHERE t."accountId" = $1),
    0)::int - (${CREATED_AFTER}) AS total,
   ${Object.entries(SOURCES)
     .map(([name, source]) => `${sumsOf(source)} AS "${name}"`)
     .join(',\n   ')}`,
  { isLong: true },
);

const total = <Name extends string>(of: Record<string, Record<Name, number>>, name: Name): number =>
  Object.values(of).reduce((sum, figures) => sum + figures[name], 0);

/** One figure by currency, without currencies that have no counted rows. */
const amounts = <Name extends string, Counted extends string>(
  of: Record<string, Record<Name | Counted, number>>,
  name: Name,
  counted: Counted,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(of).flatMap(([currency, figures]) => (figures[counted] === 0 ? [] : [[currency, figures[name]]])),
  );

/** The figures of (from, to]. */
export async function figuresOf(
  db: Pick<WorkspaceDb, 'rows'>,
  { from, to }: { from: Date; to: Date },
): Promise<Figures> {
  const [row] = await db.rows(sumUp, from, to);
  if (row === undefined) throw new Error('A statement without a row.');
  const [remindersSent, recovered] = [total(row.reminders, 'sent'), total(row.reminders, 'recovered')];
  return {
    from,
    to,
    contacts: { total: row.total, ...row.newContacts, ...row.optOuts },
    broadcasts: row.broadcasts,
    discounts: {
      redemptions: total(row.redemptions, 'redemptions'),
      appliedByCurrency: amounts(row.redemptions, 'applied', 'redemptions'),
      ...(total(row.redemptions, 'orders') > 0 && {
        revenueByCurrency: amounts(row.redemptions, 'revenue', 'orders'),
        revenueDiscountByCurrency: amounts(row.redemptions, 'share', 'orders'),
      }),
    },
    referrals: {
      ...row.clicks,
      ...row.signups,
      rewards: total(row.rewards, 'rewards'),
      revenueByCurrency: amounts(row.rewards, 'revenue', 'rewards'),
    },
    carts: {
      remindersSent,
      recovered,
      recoveryRate: remindersSent === 0 ? 0 : recovered / remindersSent,
      valueByCurrency: amounts(row.reminders, 'value', 'recovered'),
    },
    orders: {
      placed: total(row.orders, 'placed'),
      paid: total(row.orders, 'paid'),
      revenueByCurrency: amounts(row.orders, 'revenue', 'paid'),
      refundedByCurrency: amounts(row.orders, 'refunded', 'refunded'),
      abandonedCheckouts: row.checkouts.abandoned,
      recoveredCheckouts: row.checkouts.recovered,
    },
    funnels: {
      ...row.funnelEntries,
      ...row.funnelMessages,
      converted: total(row.funnelConversions, 'converted'),
      revenueByCurrency: amounts(row.funnelConversions, 'revenue', 'priced'),
    },
    affiliates: {
      ...row.programClicks,
      conversions: total(row.commissions, 'conversions'),
      revenueByCurrency: amounts(row.commissions, 'revenue', 'conversions'),
      commissionByCurrency: amounts(row.commissions, 'commission', 'rows'),
    },
    inbox: row.inboxMessages,
    blog: row.posts,
  };
}

/** Returns the figures of the last `windowDays`; with `compare` also of the same number of days before. */
export async function overview(db: WorkspaceDb, { windowDays, compare }: OverviewInput): Promise<Overview> {
  const current = windowOf(db.now, windowDays);
  if (compare === undefined) return { windowDays, ...(await figuresOf(db, current)) };
  // One state of both: what the windows differ by is what came in the later one.
  return await db.snapshot(
    async (tx) => ({
      windowDays,
      ...(await figuresOf(tx, current)),
      previous: await figuresOf(tx, windowOf(current.from, windowDays)),
    }),
    { isLong: true },
  );
}
