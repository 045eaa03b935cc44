/**
 * A cart ends when its person orders (docs/contract/integrations.md#carts-that-end): an order completes the checkout
 * that it names, and every other checkout of the person without a later change.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { fire } from '@/server/platform/outbox/triggers';
import { isPlaced } from '@/server/modules/shops/orders/has-bought';

type Tx = Pick<StatementTx, 'rows' | 'now'>;

interface Ended {
  checkoutId: string;
  contactId: string | null;
  wasAbandoned: boolean;
}

/** SQL: the order names the checkout. */
const NAMES = `o."externalSource" = k."externalSource" AND o."checkoutRef" = k."externalRef"`;
/** SQL: true for a checkout that an order of its person may still complete. */
const IS_UNFINISHED = `k.status IN ('open', 'abandoned')`;

/** SQL: a table's rows of a person, by each of the person's ids and addresses; an index finds each. */
const ofPerson = (rows: (condition: string) => string): string =>
  [`k."contactId" = o."contactId"`, 'k.email = o.email', `k."phoneE164" = o."phoneE164"`].map(rows).join(' UNION ALL ');

/**
 * SQL that ends checkouts. Of several orders, the one that names the checkout comes first, then the earliest. The
 * checkout's state is read only under its lock, because the worker may be judging it.
 * @param pairs SQL of (checkoutId, orderId)
 */
const ending = (pairs: string, now: string): string => `WITH pairs AS MATERIALIZED (${pairs}),
   held AS MATERIALIZED (
     SELECT k.id, k.status, k."contactId", f."orderId", f."placedAt" FROM (
       SELECT DISTINCT ON (k.id) k.id, o.id AS "orderId", o."placedAt", o."externalSource", o."checkoutRef" FROM pairs p
       CROSS JOIN LATERAL (SELECT * FROM "Checkout" c
         WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = p."checkoutId" OFFSET 0) k
       CROSS JOIN LATERAL (SELECT * FROM "Order" b
         WHERE b."accountId" = ${THIS_WORKSPACE} AND b.id = p."orderId" OFFSET 0) o
       ORDER BY k.id, (${NAMES}) IS TRUE DESC, o."placedAt", o.id) f
     JOIN "Checkout" k ON k."accountId" = ${THIS_WORKSPACE} AND k.id = f.id
     WHERE k."orderId" IS NULL AND k.status <> 'expired'
       AND ((f."externalSource" = k."externalSource" AND f."checkoutRef" = k."externalRef")
         OR (${IS_UNFINISHED} AND k."sourceUpdatedAt" <= f."placedAt"))
     ORDER BY k.id FOR NO KEY UPDATE OF k),
   completed AS (
     UPDATE "Checkout" k SET status = 'completed', "completedAt" = coalesce(k."completedAt", h."placedAt"),
       "orderId" = h."orderId", "dueAt" = NULL, "updatedAt" = ${now}::timestamptz
     FROM held h WHERE k."accountId" = $1 AND k.id = h.id)
   SELECT h.id AS "checkoutId", h."contactId", h.status = 'abandoned' AS "wasAbandoned" FROM held h`;

const byOrders = workspaceStatement<Ended, [source: string, refs: string[], now: Date]>(
  'integrations.carts.ended-by-orders',
  ending(
    `SELECT c.id AS "checkoutId", o.id AS "orderId" FROM "Order" o CROSS JOIN LATERAL (
       SELECT k.id FROM "Checkout" k WHERE k."accountId" = ${THIS_WORKSPACE} AND ${NAMES} AND k."orderId" IS NULL
         AND k.status <> 'expired'
       UNION ALL ${ofPerson(
         (condition) =>
           `SELECT k.id FROM "Checkout" k
             WHERE k."accountId" = ${THIS_WORKSPACE} AND ${condition} AND ${IS_UNFINISHED} AND k."orderId" IS NULL
             AND k."sourceUpdatedAt" <= o."placedAt"`,
       )} OFFSET 0) c
     WHERE o."accountId" = $1 AND o."externalSource" = $2 AND o."externalRef" = ANY ($3::text[]) AND ${isPlaced('o')}`,
    '$4',
  ),
);

/** The orders of checkouts `k`: of each way the earliest. */
const ORDERS_OF = `CROSS JOIN LATERAL (
       (SELECT o.id FROM "Order" o WHERE o."accountId" = ${THIS_WORKSPACE} AND ${NAMES} AND ${isPlaced('o')}
         ORDER BY o."placedAt", o.id LIMIT 1)
       UNION ALL ${ofPerson(
         (condition) =>
           `(SELECT o.id FROM "Order" o WHERE o."accountId" = ${THIS_WORKSPACE} AND ${condition} AND ${IS_UNFINISHED}
             AND o."placedAt" >= k."sourceUpdatedAt" AND ${isPlaced('o')} ORDER BY o."placedAt" LIMIT 1)`,
       )} OFFSET 0) o`;

const ofCheckouts = workspaceStatement<Ended, [source: string, refs: string[], now: Date]>(
  'integrations.carts.ended-when-told',
  ending(
    `SELECT k.id AS "checkoutId", o.id AS "orderId" FROM "Checkout" k ${ORDERS_OF}
     WHERE k."accountId" = $1 AND k."externalSource" = $2 AND k."externalRef" = ANY ($3::text[]) AND k."orderId" IS NULL
       AND k.status <> 'expired'`,
    '$4',
  ),
);

const ofOne = workspaceStatement<Ended, [checkoutId: string, now: Date]>(
  'integrations.carts.ended-when-due',
  ending(
    `SELECT k.id AS "checkoutId", o.id AS "orderId" FROM "Checkout" k ${ORDERS_OF}
      WHERE k."accountId" = $1 AND k.id = $2`,
    '$3',
  ),
);

/** Reports checkouts that were abandoned and are completed as recovered. */
async function followEnded(tx: Tx, ended: readonly Ended[]): Promise<void> {
  await fire(
    tx,
    ended.flatMap(({ checkoutId, contactId, wasAbandoned }) =>
      wasAbandoned && contactId !== null ? [{ type: 'cart_recovered', contactId, data: { checkoutId } }] : [],
    ),
  );
}

/**
 * Finds contacts with a cart of which a partner has reminded them; contacts in no funnel about such a cart cost no
 * further query.
 */
const findReminded = workspaceStatement<{ orderId: string; contactId: string }, [source: string, refs: string[]]>(
  'integrations.carts.reminded',
  `SELECT o.id AS "orderId", o."contactId" FROM "Order" o
   WHERE o."accountId" = $1 AND o."externalSource" = $2 AND o."externalRef" = ANY ($3::text[])
     AND o."contactId" IS NOT NULL AND ${isPlaced('o')}
     AND EXISTS (SELECT FROM (SELECT * FROM "FunnelEnrolment" n
       WHERE n."accountId" = ${THIS_WORKSPACE} AND n."contactId" = o."contactId" AND n.status = 'active' OFFSET 0) e
       WHERE e.cart->>'kind' = 'reminder' AND e."enteredAt" <= o."placedAt")
   ORDER BY o.id`,
);

/** Ends carts, in the transaction that reports the orders, after their write. @param refs of orders of the shop */
export async function endCarts(tx: Tx, source: string, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  await followEnded(tx, await tx.rows(byOrders, source, [...refs], tx.now));
  const reminded = await tx.rows(findReminded, source, [...refs]);
  await fire(
    tx,
    reminded.map(({ contactId, orderId }) => ({ type: 'ordered', contactId, data: { orderId } })),
  );
}

/**
 * Ends carts, in the transaction that reports the checkouts, after their write, because their orders may have been
 * reported before.
 */
export async function endCartsOfOrders(tx: Tx, source: string, refs: readonly string[]): Promise<void> {
  if (refs.length > 0) await followEnded(tx, await tx.rows(ofCheckouts, source, [...refs], tx.now));
}

/**
 * Ends a checkout that is about to be abandoned, if its person has ordered. Two shops that report order and checkout at
 * one moment do not see each other's row; the later check sees both.
 * @returns true when the person has ordered
 */
export async function endDueCart(tx: Tx, checkoutId: string): Promise<boolean> {
  const ended = await tx.rows(ofOne, checkoutId, tx.now);
  await followEnded(tx, ended);
  return ended.length > 0;
}
