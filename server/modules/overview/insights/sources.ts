/**
 * The sources of the figures. Totals and figures over time share one definition, so that they agree: rows of a period
 * (from $2, to $3], each with the instant `at` that decides whether the row is in the period.
 */
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import { holdsForContact } from '@/server/modules/audience/contacts/suppress';
import { conversionsWhere } from '@/server/modules/automation/funnels/figures';
import { isCounted } from '@/server/platform/lib/is-counted';

export interface Source {
  /** A SELECT over one workspace ($1). */
  rows: string;
  /** Aggregates over these rows, as `s`. */
  figures: Record<string, string>;
  /** Set when the rows have a currency, by which amounts are kept apart. */
  money?: true;
}

const within = (column: string): string => `${column} > $2::timestamptz AND ${column} <= $3::timestamptz`;
/** As the triggers cut quarters. */
const quarterOf = (at: string): string => `date_bin('15 minutes', ${at}, '2000-01-01Z')`;
const messages = (...statuses: string[]): string =>
  `coalesce(sum(s.messages) FILTER (WHERE s.status IN (${statuses.map((status) => `'${status}'`).join(', ')})), 0)::int`;
const amount = (column: string): string => `coalesce(sum(${column}), 0)::float8`;

/** Contacts made later than an instant, in its own quarter. */
const laterInQuarter = (at: string): string =>
  `(SELECT count(*)::int FROM "Contact" c
    WHERE c."accountId" = $1 AND c."createdAt" > ${at} AND c."createdAt" < ${quarterOf(at)} + interval '15 minutes')`;

/** Contacts created after the period, to be subtracted from `total` for its end. */
export const CREATED_AFTER = `(SELECT coalesce(sum(q.contacts), 0)::int FROM "ContactQuarterTally" q
  WHERE q."accountId" = $1 AND q.at > $3::timestamptz) + ${laterInQuarter('$3::timestamptz')}`;

/**
 * True when an opt-out `s` applies to a contact with its address, or no contact has the address any more. A merchant's
 * own change of one contact frees that contact, but the opt-out's row stays.
 */
const HOLDS_FOR_SOMEBODY = `(s.reason <> 'merchant' OR (
          SELECT coalesce(bool_or(${holdsForContact('s', 'k', 's.family')}), true) FROM (
            SELECT c.subscriptions FROM "Contact" c
              WHERE c."accountId" = ${THIS_WORKSPACE} AND s.family = 'email' AND c.email = s.address
            UNION ALL SELECT c.subscriptions FROM "Contact" c
              WHERE c."accountId" = ${THIS_WORKSPACE} AND s.family <> 'email' AND c."phoneE164" = s.address
            OFFSET 0) k))`;

export const SOURCES = {
  /** Whole quarters from their tally; only the ends of the period, at most a quarter each, are counted. */
  newContacts: {
    rows: `SELECT q.at, q.contacts FROM "ContactQuarterTally" q
      WHERE q."accountId" = $1 AND q.at > $2::timestamptz AND q.at <= $3::timestamptz
      UNION ALL SELECT ${quarterOf('$2::timestamptz')}, ${laterInQuarter('$2::timestamptz')}
      UNION ALL SELECT ${quarterOf('$3::timestamptz')}, - ${laterInQuarter('$3::timestamptz')}`,
    figures: { new: 'coalesce(sum(s.contacts), 0)::int' },
  },
  /**
   * Counts people. An address counts once for all families; a phone number does not count when a contact with it opted
   * out by e-mail in the same period. OFFSET 0 keeps the planner from looking up the contact of every e-mail for the
   * few phone numbers.
   */
  optOuts: {
    rows: `SELECT o.at FROM (
        SELECT s.address, bool_or(s.family = 'email') AS "isEmail", min(s."createdAt") AS at FROM "Suppression" s
        WHERE s."accountId" = $1 AND ${within('s."createdAt"')} AND ${HOLDS_FOR_SOMEBODY} GROUP BY s.address) o
      WHERE o."isEmail" OR NOT EXISTS (
        SELECT FROM "Contact" c
        CROSS JOIN LATERAL (SELECT FROM "Suppression" e
          WHERE e."accountId" = ${THIS_WORKSPACE} AND e.family = 'email' AND e.address = c.email
          AND ${within('e."createdAt"')} OFFSET 0) e
        WHERE c."accountId" = ${THIS_WORKSPACE} AND c."phoneE164" = o.address OFFSET 0)`,
    figures: { unsubscribed: 'count(*)::int' },
  },
  /**
   * Counted by the time when the broadcast was sent, whenever its messages were opened: the sum of the broadcasts' own
   * statusCounts.
   */
  broadcasts: {
    rows: `SELECT b.id, b."startedAt" AS at, t.status, t.messages FROM "Broadcast" b
      LEFT JOIN "BroadcastTally" t ON t."accountId" = ${THIS_WORKSPACE} AND t."broadcastId" = b.id
      WHERE b."accountId" = $1 AND ${within('b."startedAt"')}`,
    figures: {
      sent: 'count(DISTINCT s.id)::int',
      messages: 'coalesce(sum(s.messages), 0)::int',
      // A status says the furthest a message came.
      delivered: messages('delivered', 'opened', 'clicked'),
      opened: messages('opened', 'clicked'),
      clicked: messages('clicked'),
      bounced: messages('bounced'),
      failed: messages('failed'),
    },
  },
  redemptions: {
    rows: `SELECT r."redeemedAt" AS at, r.currency, r."appliedAmount" + r."appliedShipping" AS applied, r."orderTotal"
      FROM "DiscountRedemption" r WHERE r."accountId" = $1 AND ${isCounted('r')} AND ${within('r."redeemedAt"')}`,
    figures: {
      redemptions: 'count(*)::int',
      applied: amount('s.applied'),
      orders: 'count(s."orderTotal")::int',
      revenue: amount('s."orderTotal"'),
      /** The discount given on these orders. */
      share: `coalesce(sum(s.applied) FILTER (WHERE s."orderTotal" IS NOT NULL), 0)::float8`,
    },
    money: true,
  },
  clicks: {
    rows: `SELECT c."clickedAt" AS at FROM "ReferralClick" c WHERE c."accountId" = $1 AND ${within('c."clickedAt"')}`,
    figures: { clicks: 'count(*)::int' },
  },
  signups: {
    rows: `SELECT a."createdAt" AS at FROM "ReferralAttribution" a
      WHERE a."accountId" = $1 AND ${within('a."createdAt"')}`,
    figures: { signups: 'count(*)::int' },
  },
  rewards: {
    rows: `SELECT a."rewardedAt" AS at, a.currency, a.amount FROM "ReferralAttribution" a
      WHERE a."accountId" = $1 AND ${within('a."rewardedAt"')} AND a.status = 'rewarded'`,
    figures: { rewards: 'count(*)::int', revenue: amount('s.amount') },
    money: true,
  },
  /** By when the reminder was sent, whenever its cart was recovered, as in GET /abandoned-cart/stats. */
  reminders: {
    rows: `SELECT r."sentAt" AS at, r."currencyAtSend" AS currency, r."recoveredAt", r."valueAtSend"
      FROM "AbandonedCartReminder" r WHERE r."accountId" = $1 AND ${within('r."sentAt"')}`,
    figures: {
      sent: 'count(*)::int',
      recovered: 'count(s."recoveredAt")::int',
      value: `coalesce(sum(s."valueAtSend") FILTER (WHERE s."recoveredAt" IS NOT NULL), 0)::float8`,
    },
    money: true,
  },
  /** By when they were placed, history too; what was canceled is none. Read off the index alone. */
  orders: {
    rows: `SELECT o."placedAt" AS at, o.currency, o."paidAt", o.amount, o.refunded FROM "Order" o
      WHERE o."accountId" = $1 AND ${within('o."placedAt"')} AND o.status <> 'canceled'`,
    figures: {
      placed: 'count(*)::int',
      paid: 'count(s."paidAt")::int',
      revenue: `coalesce(sum(greatest(s.amount - s.refunded, 0)) FILTER (WHERE s."paidAt" IS NOT NULL), 0)::float8`,
      refunded: amount('s.refunded'),
    },
    money: true,
  },
  /** Counted by the time when checkouts were abandoned, whenever the customer came back, like reminders. */
  checkouts: {
    rows: `SELECT k."abandonedAt" AS at, k."completedAt" FROM "Checkout" k
      WHERE k."accountId" = $1 AND ${within('k."abandonedAt"')}`,
    figures: { abandoned: 'count(*)::int', recovered: 'count(s."completedAt")::int' },
  },
  /** Counted by the time of entering, like a funnel's own stats; read through the index of each funnel. */
  funnelEntries: {
    rows: `SELECT e."enteredAt" AS at FROM "Funnel" f
      CROSS JOIN LATERAL (SELECT n."enteredAt" FROM "FunnelEnrolment" n
        WHERE n."accountId" = ${THIS_WORKSPACE} AND n."funnelId" = f.id AND ${within('n."enteredAt"')} OFFSET 0) e
      WHERE f."accountId" = $1`,
    figures: { entered: 'count(*)::int' },
  },
  /** Messages that vendors were given for funnels, by when. */
  funnelMessages: {
    rows: `SELECT m."sentAt" AS at FROM "MarketingMessage" m
      WHERE m."accountId" = $1 AND m."funnelId" IS NOT NULL AND ${within('m."sentAt"')}`,
    figures: { messages: 'count(*)::int' },
  },
  /**
   * Counted by the time of entering, whenever the goal was reached. The currency is empty for a goal without a value.
   */
  funnelConversions: {
    rows: conversionsWhere(within('e."enteredAt"')),
    figures: {
      converted: 'count(*)::int',
      priced: `count(*) FILTER (WHERE s.currency <> '')::int`,
      revenue: amount('s.value'),
    },
    money: true,
  },
  programClicks: {
    rows: `SELECT k."clickedAt" AS at FROM "ProgramClick" k WHERE k."accountId" = $1 AND ${within('k."clickedAt"')}`,
    figures: { clicks: 'count(*)::int' },
  },
  /**
   * Commissions by the time they were reported, without voided and declined commissions. For a paid commission, the
   * newest clawback has the refunded amount.
   */
  commissions: {
    rows: `SELECT c."createdAt" AS at, c.currency, c.amount, c.kind = 'sale' AS "isSale",
      c."orderAmount" - greatest(c."refundedAmount", coalesce(b.refunded, 0)) AS revenue FROM "Commission" c
      LEFT JOIN LATERAL (SELECT max(k."refundedAmount") AS refunded FROM "Commission" k
        WHERE k."accountId" = ${THIS_WORKSPACE} AND k."checkoutSessionId" = c."checkoutSessionId"
        AND k.kind = 'clawback' AND c.kind = 'sale') b ON true
      WHERE c."accountId" = $1 AND ${within('c."createdAt"')} AND c.status NOT IN ('voided', 'declined')`,
    figures: {
      rows: 'count(*)::int',
      conversions: 'count(*) FILTER (WHERE s."isSale")::int',
      revenue: 'coalesce(sum(s.revenue) FILTER (WHERE s."isSale"), 0)::float8',
      commission: amount('s.amount'),
    },
    money: true,
  },
  /**
   * Messages from people and answers to them, by the vendors' time; an answer to a waiting person has the waiting time.
   */
  inboxMessages: {
    rows: `SELECT m.at, m.direction, m."answeredAfterMs" FROM "InboxMessage" m
      WHERE m."accountId" = $1 AND m.direction IN ('inbound', 'outbound') AND NOT m.early AND ${within('m.at')}`,
    figures: {
      received: `count(*) FILTER (WHERE s.direction = 'inbound')::int`,
      replied: 'count(s."answeredAfterMs")::int',
      medianFirstReplyMinutes: `coalesce(round((percentile_cont(0.5) WITHIN GROUP (ORDER BY s."answeredAfterMs") / 60000)::numeric, 1), 0)::float8`,
    },
  },
  posts: {
    rows: `SELECT p."publishedAt" AS at FROM "BlogPost" p
      WHERE p."accountId" = $1 AND p.status = 'published' AND ${within('p."publishedAt"')}`,
    figures: { published: 'count(*)::int' },
  },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof SOURCES;
/** The figures of a source by name; for money, the figures of one currency. */
export type FiguresOf<Name extends SourceName> = Record<keyof (typeof SOURCES)[Name]['figures'] & string, number>;

/** `, 'name', aggregate …` of a source, for jsonb_build_object. */
export const figurePairs = ({ figures }: Source): string =>
  Object.entries(figures)
    .map(([name, aggregate]) => `'${name}', ${aggregate}`)
    .join(', ');
