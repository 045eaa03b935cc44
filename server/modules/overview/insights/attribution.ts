/**
 * GET /insights/attribution (docs/contract/insights.md#attribution): each order of a period is credited as a whole to
 * one touch, or to none, so the sums add up to all revenue. There are two kinds of touches. First, the buyer clicked in
 * a message: the time of the first click counts. Second, the order itself names a code, a referral or an affiliate: the
 * time of the order counts, and the rules of these programs have decided how far back they reach.
 */
import { THIS_WORKSPACE, workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { unseenCharacters } from '@/server/platform/lib/text';
import { isCounted } from '@/server/platform/lib/is-counted';
import type {
  AttributedCurrency,
  Attribution,
  AttributionInput,
} from '@/server/modules/overview/insights/attribution-schema';
import { windowOf } from '@/server/platform/lib/calendar';
import {
  MOST_ORDERS,
  MOST_SOURCES,
  TOUCHES,
  type Model,
  type Touch,
} from '@/server/modules/overview/insights/vocabulary';

const within = (column: string): string => `${column} > $2::timestamptz AND ${column} <= $3::timestamptz`;
/** A code is redeemed, and an affiliate's order reported, when a customer pays: at most this long before an order. */
const ABOUT_THE_PERIOD = `$2::timestamptz - interval '30 days'`;
const rankOf = (touch: Touch): number => TOUCHES.indexOf(touch);

/** The commission of a session that still earns something, with what its order was worth less what was given back. */
const CONVERSIONS = `(
      SELECT c."checkoutSessionId", c."createdAt", c.currency,
        greatest(c."orderAmount" - greatest(c."refundedAmount", coalesce(b.refunded, 0)), 0) AS value
        FROM "Commission" c
      LEFT JOIN (SELECT k."checkoutSessionId", max(k."refundedAmount") AS refunded FROM "Commission" k
        WHERE k."accountId" = $1 AND k.kind = 'clawback' GROUP BY 1) b ON b."checkoutSessionId" = c."checkoutSessionId"
      WHERE c."accountId" = $1 AND c.kind = 'sale' AND c.status NOT IN ('voided', 'declined')
        AND c."createdAt" > ${ABOUT_THE_PERIOD})`;

const hasRow = (table: string, session: string): string =>
  `EXISTS (SELECT FROM "${table}" h WHERE h."accountId" = $1 AND h."checkoutSessionId" = ${session})`;
const HAS_TOTAL = `r."orderTotal" IS NOT NULL AND ${isCounted('r')}`;

/**
 * The sales: orders as the overview counts them. A session without a known order has the value reported by fulfil, else
 * by redeem, else by an affiliate's conversion, else the value of its cart.
 */
const SOLD = `sold AS MATERIALIZED (
    SELECT row_number() OVER () AS n, s.* FROM (
      SELECT o."checkoutSessionId" AS session, o."placedAt" AS at, o.currency,
        greatest(o.amount - o.refunded, 0) AS value, nullif(o."discountCodes", '{}') AS codes,
        coalesce(o."contactId", (SELECT p."contactId" FROM "Purchase" p
          WHERE p."accountId" = ${THIS_WORKSPACE} AND p."checkoutSessionId" = o."checkoutSessionId")) AS "contactId"
      FROM "Order" o WHERE o."accountId" = $1 AND ${within('o."placedAt"')} AND o.status <> 'canceled'
        AND o."paidAt" IS NOT NULL
      UNION ALL
      SELECT t.* FROM (
        SELECT p."checkoutSessionId" AS session, p.at,
          CASE WHEN p."valueFrom" = 'fulfil' THEN p.currency
            ELSE coalesce(r.currency, k.currency, p.currency) END AS currency,
          CASE WHEN p."valueFrom" = 'fulfil' THEN p.value
            ELSE coalesce(r."orderTotal", k.value, p.value) END AS value, NULL::text[] AS codes, p."contactId"
        FROM "Purchase" p
        LEFT JOIN "DiscountRedemption" r ON r."accountId" = $1 AND r."checkoutSessionId" = p."checkoutSessionId"
          AND ${HAS_TOTAL}
        LEFT JOIN ${CONVERSIONS} k ON k."checkoutSessionId" = p."checkoutSessionId"
        WHERE p."accountId" = $1 AND p."orderId" IS NULL AND ${within('p.at')}
        UNION ALL
        SELECT r."checkoutSessionId", r."redeemedAt", r.currency, r."orderTotal", NULL, NULL FROM "DiscountRedemption" r
        WHERE r."accountId" = $1 AND ${within('r."redeemedAt"')} AND ${HAS_TOTAL}
          AND NOT ${hasRow('Purchase', 'r."checkoutSessionId"')}
        UNION ALL
        SELECT k."checkoutSessionId", k."createdAt", k.currency, k.value, NULL, NULL FROM ${CONVERSIONS} k
        WHERE ${within('k."createdAt"')} AND NOT ${hasRow('Purchase', 'k."checkoutSessionId"')}
          AND NOT EXISTS (SELECT FROM "DiscountRedemption" r
            WHERE r."accountId" = $1 AND r."checkoutSessionId" = k."checkoutSessionId" AND ${HAS_TOTAL})) t
      WHERE t.value IS NOT NULL AND NOT ${hasRow('Order', 't.session')}) s)`;

/** SQL literal of the characters that `pasted` of lib/text.ts leaves out around a text. */
const UNSEEN = `E'${unseenCharacters()
  .map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
  .join('')}'`;

/**
 * The code of a sale: the code redeemed in its session, else the order's first code that is ours and was not rolled
 * back.
 */
const CODES = `used AS MATERIALIZED (
    SELECT s.n, s.at, r."discountCodeId" AS id FROM sold s
      JOIN "DiscountRedemption" r ON r."accountId" = $1 AND r."checkoutSessionId" = s.session AND ${isCounted('r')}
      AND r."redeemedAt" > ${ABOUT_THE_PERIOD}),
  named AS MATERIALIZED (
    SELECT DISTINCT ON (w.n) w.n, w.at, d.id FROM (
      SELECT s.n, s.at, s.session, r.code, c.place, r.reading FROM sold s
        CROSS JOIN LATERAL unnest(s.codes) WITH ORDINALITY AS c(code, place)
      CROSS JOIN LATERAL (SELECT c.code, 0 AS reading UNION ALL SELECT b.code, 1
        FROM btrim(c.code, ${UNSEEN}) AS b(code) WHERE b.code <> c.code) r
      WHERE s.codes IS NOT NULL AND NOT EXISTS (SELECT FROM used u WHERE u.n = s.n)) w
    JOIN "DiscountCode" d ON d."accountId" = $1 AND lower(d.code) = lower(w.code)
    WHERE NOT EXISTS (SELECT FROM "DiscountRedemption" r
      WHERE r."accountId" = $1 AND r."checkoutSessionId" = w.session AND r."discountCodeId" = d.id
      AND NOT ${isCounted('r')}) ORDER BY w.n, w.place, w.reading)`;

/**
 * An order with a code is credited to the source of the code: a funnel, a referral or an affiliate; any other code
 * counts as a code, and all codes of a batch as one.
 */
const BY_CODE = `SELECT c.n, c.at, CASE WHEN d.source = 'affiliate' THEN 'affiliate' WHEN e.id IS NOT NULL THEN 'funnel'
  WHEN a.id IS NOT NULL THEN 'referral' ELSE 'code' END AS kind,
    CASE WHEN d.source IN ('affiliate', 'batch') THEN d."sourceRefId"
      ELSE coalesce(e."funnelId", a."linkId", d.id) END AS ref
  FROM (SELECT * FROM used UNION ALL SELECT * FROM named) c
  JOIN "DiscountCode" d ON d."accountId" = $1 AND d.id = c.id
  LEFT JOIN "FunnelEnrolment" e ON e."accountId" = $1 AND e.id = d."sourceRefId" AND d.source = 'funnel'
  LEFT JOIN "ReferralAttribution" a ON a."accountId" = $1 AND a.id = d."sourceRefId"
    AND d.source IN ('referral_referrer', 'referral_referee')`;

const BY_AFFILIATE = `SELECT s.n, s.at, 'affiliate', c."collaborationId" FROM sold s
  JOIN "Commission" c ON c."accountId" = $1 AND c."checkoutSessionId" = s.session
  WHERE c.kind = 'sale' AND c.status NOT IN ('voided', 'declined') AND c."createdAt" > ${ABOUT_THE_PERIOD}`;

const BY_REFERRAL = `SELECT s.n, s.at, 'referral', a."linkId" FROM sold s
  JOIN "ReferralAttribution" a ON a."accountId" = $1 AND a."qualifyingCheckoutSessionId" = s.session
  WHERE a.status IN ('pending', 'rewarded')`;

/** Clicked messages, read from the index of clicks, because they are few of the sent messages. */
const CLICKS = `clicks AS MATERIALIZED (
    SELECT m."contactId", m."clickedAt" AS at, CASE WHEN m."funnelId" IS NOT NULL THEN 'funnel'
      ELSE 'broadcast' END AS kind, coalesce(m."funnelId", m."campaignId") AS ref FROM "MarketingMessage" m
    WHERE m."accountId" = $1 AND m."clickedAt" IS NOT NULL
      AND m."clickedAt" > $2::timestamptz - $4::int * interval '24 hours' AND m."clickedAt" <= $3::timestamptz
      AND m."contactId" IS NOT NULL AND coalesce(m."funnelId", m."campaignId") IS NOT NULL)`;
const BY_CLICK = `SELECT s.n, c.at, c.kind, c.ref FROM sold s JOIN clicks c ON c."contactId" = s."contactId"
  WHERE c.at <= s.at AND c.at > s.at - $4::int * interval '24 hours'`;

const RANK = `CASE t.kind ${TOUCHES.map((touch) => `WHEN '${touch}' THEN ${rankOf(touch)}`).join(' ')} END`;

const NAME = `CASE g.kind
    WHEN 'broadcast' THEN (SELECT b.name FROM "Broadcast" b WHERE b."accountId" = ${THIS_WORKSPACE} AND b.id = g.ref)
    WHEN 'funnel' THEN (SELECT f.name FROM "Funnel" f WHERE f."accountId" = ${THIS_WORKSPACE} AND f.id = g.ref)
    WHEN 'referral' THEN (SELECT l.code FROM "ReferralLink" l WHERE l."accountId" = ${THIS_WORKSPACE} AND l.id = g.ref)
    WHEN 'affiliate' THEN (SELECT c.name FROM "Collaboration" c
      WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = g.ref)
    WHEN 'code' THEN coalesce(b.name, (SELECT d.code FROM "DiscountCode" d
      WHERE d."accountId" = ${THIS_WORKSPACE} AND d.id = g.ref)) END`;

interface Row {
  currency: string;
  /** Null: the sale had no touch. */
  kind: Touch | null;
  /** Null: what is not listed by itself. */
  ref: string | null;
  name: string | null;
  isBatch: boolean;
  sources: number;
  orders: number;
  revenue: number;
}

/** @param order sort order of the touches of a sale: the first touch gets the credit */
const sumUp = (model: Model, order: 'ASC' | 'DESC'): WorkspaceStatement<Row, [Date, Date, number, number]> =>
  workspaceStatement<Row, [from: Date, to: Date, windowDays: number, sources: number]>(
    `insights.attribution.${model}`,
    `WITH ${SOLD}, ${CODES}, ${CLICKS},
     touches AS (
       SELECT k.* FROM (${BY_CODE} UNION ALL ${BY_AFFILIATE} UNION ALL ${BY_REFERRAL}) k WHERE k.ref IS NOT NULL
       UNION ALL ${BY_CLICK}),
     credited AS (SELECT DISTINCT ON (t.n) t.n, t.kind, t.ref FROM touches t
       ORDER BY t.n, t.at ${order}, ${RANK}, t.ref),
     summed AS (
       SELECT s.currency, c.kind, c.ref, count(*)::int AS orders, sum(s.value) AS revenue FROM sold s
         LEFT JOIN credited c ON c.n = s.n GROUP BY 1, 2, 3),
     placed AS (
       SELECT s.*, row_number() OVER (PARTITION BY s.currency, s.kind
         ORDER BY s.revenue DESC, s.orders DESC, s.ref) <= $5::int AS listed FROM summed s),
     g AS (
       SELECT p.currency, p.kind, CASE WHEN p.listed THEN p.ref END AS ref, count(*)::int AS sources,
         sum(p.orders)::int AS orders, sum(p.revenue)::float8 AS revenue FROM placed p GROUP BY 1, 2, 3)
     SELECT g.*, b.id IS NOT NULL AS "isBatch", ${NAME} AS name
     FROM g LEFT JOIN LATERAL (SELECT b.id, b.name FROM "DiscountBatch" b
       WHERE b."accountId" = ${THIS_WORKSPACE} AND g.kind = 'code' AND b.id = g.ref OFFSET 0) b ON true
     ORDER BY g.revenue DESC, g.orders DESC, g.ref`,
    { joinsSets: true, isLong: true },
  );

const STATEMENTS = { last_touch: sumUp('last_touch', 'DESC'), first_touch: sumUp('first_touch', 'ASC') };

/** Finds the time of the first sale above the limit, for each source of sales, and returns the latest. */
const findLimit = workspaceStatement<{ at: Date | null }, [from: Date, to: Date, most: number]>(
  'insights.attribution.limit',
  `SELECT greatest(
     (SELECT o."placedAt" FROM "Order" o
       WHERE o."accountId" = $1 AND ${within('o."placedAt"')} AND o.status <> 'canceled' AND o."paidAt" IS NOT NULL
       ORDER BY o."placedAt" DESC OFFSET $4::int LIMIT 1),
     (SELECT p.at FROM "Purchase" p WHERE p."accountId" = $1 AND p."orderId" IS NULL AND ${within('p.at')}
       ORDER BY p.at DESC OFFSET $4::int LIMIT 1),
     (SELECT r."redeemedAt" FROM "DiscountRedemption" r
       WHERE r."accountId" = $1 AND ${within('r."redeemedAt"')} AND ${HAS_TOTAL}
       ORDER BY r."redeemedAt" DESC OFFSET $4::int LIMIT 1),
     (SELECT c."createdAt" FROM "Commission" c WHERE c."accountId" = $1 AND ${within('c."createdAt"')}
       ORDER BY c."createdAt" DESC OFFSET $4::int LIMIT 1)) AS at`,
);

const days = (count: number): string => (count === 1 ? '24 hours' : `${count} days`);

/** Returns what was done, in the words of the contract: a reader of the figures needs no other page. */
function ruleOf({ model, windowDays, periodDays }: AttributionInput): string {
  return [
    `Every paid order of the last ${days(periodDays)} that is not canceled counts once and whole, less what was given back, in its own currency.`,
    `It is credited to the ${model === 'last_touch' ? 'last' : 'first'} touch before it, and is unattributed without one.`,
    `A touch is a click of its buyer in a message of a broadcast or a funnel, at most ${days(windowDays)} before the order, when the message was first clicked;`,
    'and, at the time of the order itself, the discount code that was used in it, the referral that it qualified, and the affiliate who earned with it.',
    'A code that a funnel, a referral or an affiliate gave counts as theirs; opens and deliveries are no touches.',
    `At the same time it goes to the affiliate, the referral, the funnel, the broadcast, the code, in this order.`,
  ].join(' ');
}

const sumOf = (rows: readonly Row[]): { orders: number; revenue: number } => ({
  orders: rows.reduce((sum, { orders }) => sum + orders, 0),
  revenue: rows.reduce((sum, { revenue }) => sum + revenue, 0),
});

function currencyOf(currency: string, rows: readonly Row[]): AttributedCurrency {
  return {
    currency,
    ...sumOf(rows),
    touches: TOUCHES.map((kind) => {
      const own = rows.filter((row) => row.kind === kind);
      const others = own.find(({ ref }) => ref === null);
      return {
        kind,
        ...sumOf(own),
        sources: own.flatMap(({ ref, name, isBatch, orders, revenue }) =>
          ref === null ? [] : [{ id: ref, name, ...(isBatch && { isBatch }), orders, revenue }],
        ),
        others:
          others === undefined ? null : { sources: others.sources, orders: others.orders, revenue: others.revenue },
      };
    }),
    unattributed: sumOf(rows.filter(({ kind }) => kind === null)),
  };
}

/**
 * Returns the attribution of the orders of the last `periodDays`.
 * @param most the largest number of orders, newest first
 */
export async function attribution(db: WorkspaceDb, input: AttributionInput, most = MOST_ORDERS): Promise<Attribution> {
  const period = windowOf(db.now, input.periodDays);
  const { to } = period;
  const [limit] = await db.rows(findLimit, period.from, to, most);
  const from = limit?.at ?? period.from;
  const rows = await db.rows(STATEMENTS[input.model], from, to, input.windowDays, MOST_SOURCES);
  const byCurrency = new Map<string, Row[]>();
  for (const row of rows) byCurrency.set(row.currency, [...(byCurrency.get(row.currency) ?? []), row]);
  return {
    ...input,
    ...{ from, to, limited: from > period.from },
    rule: ruleOf(input),
    currencies: [...byCurrency]
      .map(([currency, own]) => currencyOf(currency, own))
      .sort((a, b) => b.orders - a.orders || (a.currency < b.currency ? -1 : 1)),
  };
}
