/**
 * Purchases (docs/contract/integrations.md#purchases): one for each checkout session. A paid order, a redemption, a
 * fulfil or a recover reports it, each in the transaction of its own change. The first report creates the purchase, and
 * later ones fill fields that are still empty. The trigger `purchase` fires once for each, as soon as its contact is
 * known.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { fireWithin, NEXT_POSITION } from '@/server/platform/outbox/triggers';

/** The sources that report a purchase. */
export type PurchaseSource = 'order' | 'redemption' | 'fulfil' | 'recover';

/** SQL expressions for the columns of a report; the report has one row for each checkout session. */
interface PurchaseColumns {
  session: string;
  at: string;
  contactId: string;
  orderId?: string;
  /** In the smallest unit of `currency`; a negative value counts as unknown. */
  value?: string;
  currency?: string;
}

/**
 * CTEs for the WITH of a statement that reports purchases. `purchase_reported` has a row for each. Rows are written in
 * the order of their sessions, so that two reports of the same sessions cannot deadlock.
 * @param from SQL after FROM
 * @param now the parameter with the service's time, such as `$4`
 */
export function recordPurchasesWithin(
  source: PurchaseSource,
  { session, at, contactId, orderId = 'NULL', value = 'NULL', currency = 'NULL' }: PurchaseColumns,
  from: string,
  now: string,
): string {
  // Fulfil has what was paid; a reminder what the cart was worth.
  const valueFrom = source === 'fulfil' || source === 'recover' ? `'${source}'` : 'NULL::text';
  const better = `(excluded.value IS NOT NULL AND (p.value IS NULL OR (p."valueFrom" = 'recover' AND excluded."valueFrom" = 'fulfil')))`;
  const fills = (column: string): string => `(p."${column}" IS NULL AND excluded."${column}" IS NOT NULL)`;
  const ofBetter = (column: string): string =>
    `"${column}" = CASE WHEN ${better} THEN excluded."${column}" ELSE p."${column}" END`;
  return `purchase_reported AS MATERIALIZED (
     SELECT s.*, ${NEXT_POSITION} AS position FROM (
       SELECT ${session} AS session, ${at}::timestamptz AS at, ${contactId} AS "contactId",
         ${orderId}::text AS "orderId", ${value}::bigint AS value, ${currency}::text AS currency
       FROM ${from}) s ORDER BY s.session),
   purchase_written AS (
     INSERT INTO "Purchase" AS p ("accountId", "checkoutSessionId", "toldBy", at, "contactId", "orderId", value,
       currency, "valueFrom", "firedAs", "createdAt", "updatedAt")
     SELECT $1, t.session, '${source}', least(t.at, ${now}::timestamptz), t."contactId", t."orderId", CASE
       WHEN t.value >= 0 THEN t.value END, CASE WHEN t.value >= 0 THEN t.currency END,
       CASE WHEN t.value >= 0 THEN ${valueFrom} END, CASE
         WHEN t."contactId" IS NOT NULL THEN t.position END, ${now}::timestamptz, ${now}::timestamptz
     FROM purchase_reported t
     ON CONFLICT ("accountId", "checkoutSessionId") DO UPDATE SET
       at = least(p.at, excluded.at), "contactId" = coalesce(p."contactId", excluded."contactId"),
         "orderId" = coalesce(p."orderId", excluded."orderId"),
       ${['value', 'currency', 'valueFrom'].map(ofBetter).join(', ')},
       "firedAs" = coalesce(p."firedAs", excluded."firedAs"), "updatedAt" = excluded."updatedAt"
     WHERE excluded.at < p.at OR ${fills('contactId')} OR ${fills('orderId')} OR ${better}
     RETURNING p."checkoutSessionId", p."contactId", p."firedAs"),
   purchase_fired AS (
     ${fireWithin(
       'purchase',
       // The place that this very report drew: no other one fires for it.
       `SELECT t.position, w."contactId", jsonb_build_object('checkoutSessionId', t.session) AS data
        FROM purchase_reported t JOIN purchase_written w ON w."checkoutSessionId" = t.session AND w."firedAs" = t.position`,
       now,
     )})`;
}

/** Reports orders; if a session has two orders, the one that was paid first. */
const recordOrders = workspaceStatement<{ recorded: number }, [source: string, refs: string[], now: Date]>(
  'integrations.purchases.orders',
  `WITH paid AS MATERIALIZED (
     SELECT DISTINCT ON (o."checkoutSessionId") o."checkoutSessionId", o."paidAt", o."contactId", o.id FROM "Order" o
     WHERE o."accountId" = $1 AND o."externalSource" = $2 AND o."externalRef" = ANY ($3::text[])
       ORDER BY o."checkoutSessionId", o."paidAt", o.id),
   ${recordPurchasesWithin('order', { session: 'o."checkoutSessionId"', at: 'o."paidAt"', contactId: 'o."contactId"', orderId: 'o.id' }, 'paid o', '$4')}
   SELECT count(*)::int AS recorded FROM purchase_reported`,
  { joinsSets: true },
);

/** @param refs the shop's refs of paid orders that are stored already */
export async function recordPaidOrders(
  tx: StatementTx,
  externalSource: string,
  refs: readonly string[],
): Promise<void> {
  await tx.rows(recordOrders, externalSource, [...refs], tx.now);
}

const recordRecovered = workspaceStatement<
  { recorded: number },
  [session: string, at: Date, contactId: string | null, value: bigint, currency: string, now: Date]
>(
  'integrations.purchases.recovered',
  `WITH ${recordPurchasesWithin('recover', { session: '$2::text', at: '$3', contactId: '$4::text', value: '$5', currency: '$6' }, '(VALUES (true)) w', '$7')}
   SELECT count(*)::int AS recorded FROM purchase_reported`,
);

export interface RecoveredCart {
  checkoutSessionId: string;
  at: Date;
  contactId: string | null;
  value: bigint;
  currency: string;
}

/** Records the purchase of a recovered cart, in the transaction that marks the reminder as recovered. */
export async function recordRecoveredCart(
  tx: StatementTx,
  { checkoutSessionId, at, contactId, value, currency }: RecoveredCart,
): Promise<void> {
  await tx.rows(recordRecovered, checkoutSessionId, at, contactId, value, currency, tx.now);
}
