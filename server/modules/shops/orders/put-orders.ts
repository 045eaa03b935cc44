/** PUT /integrations/orders (docs/contract/integrations.md#orders), with the effects of a paid order. */
import { listed, namesOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { endCarts } from '@/server/modules/shops/orders/ended-carts';
import { fireRefunds, followFirstPaid, isHistory } from '@/server/modules/shops/orders/first-paid';
import { lockShop } from '@/server/modules/shops/orders/lock';
import { mergeOrder, type OrderState } from '@/server/modules/shops/orders/merge';
import {
  contactOf,
  deletionsOf,
  phonesOf,
  outcomesOf,
  toPutOutput,
  type Write,
} from '@/server/modules/shops/orders/put-rows';
import { orderColumns, orderState, type OrderRow } from '@/server/modules/shops/orders/rows';
import type { PutOutput } from '@/server/modules/shops/orders/schema';
import type { Shop } from '@/server/modules/shops/orders/shop';
import { beforeOrders, onOrdersCanceled, onOrdersRefunded } from '@/server/modules/shops/orders/order-hooks';
import type { ParsedRow } from '@/server/modules/shops/adapters/parsed-rows';

const findKnown = workspaceStatement<OrderRow, [source: string, refs: string[]]>(
  'integrations.orders.known',
  `SELECT ${orderColumns('o')} FROM "Order" o
    WHERE o."accountId" = $1 AND o."externalSource" = $2 AND o."externalRef" = ANY ($3::text[])`,
);

/** The columns that a report contains. */
const WRITTEN = namesOf(
  'Order',
  'id',
  'accountId',
  'integrationId',
  'externalSource',
  'contactId',
  'createdAt',
  'updatedAt',
);
const KEPT = WRITTEN.filter((name) => name !== 'externalRef');

/**
 * Writes orders. Keys of the JSON are the table's columns, with their types. Unchanged rows are not written; if only
 * the shop's own time has changed, our updatedAt stays.
 */
const write = workspaceStatement<never, [rows: string, source: string, now: Date, integrationId: string | null]>(
  'integrations.orders.write',
  `WITH input AS MATERIALIZED (SELECT * FROM jsonb_populate_recordset(NULL::"Order", $2::jsonb)),
   owned AS MATERIALIZED (
     SELECT ${listed(WRITTEN, 'i')}, p."contactId" FROM input i
     CROSS JOIN LATERAL (SELECT ${contactOf('i', 'i."customerRef"')} AS "contactId" OFFSET 0) p)
   INSERT INTO "Order" AS o ("accountId", "externalSource", "integrationId", ${listed(WRITTEN)}, "contactId", "createdAt",
     "updatedAt")
   SELECT $1, $3::text, $5::text, ${listed(WRITTEN, 'w')}, w."contactId", $4::timestamptz, $4::timestamptz FROM owned w
     ORDER BY w."externalRef" COLLATE "C"
   ON CONFLICT ("accountId", "externalSource", "externalRef") DO UPDATE SET
     (${listed(KEPT)}, "contactId") = ROW (${listed(KEPT, 'excluded')}, excluded."contactId"),
     "updatedAt" = CASE WHEN (${listed(
       KEPT.filter((name) => name !== 'sourceUpdatedAt'),
       'o',
     )}) IS DISTINCT FROM (${listed(
       KEPT.filter((name) => name !== 'sourceUpdatedAt'),
       'excluded',
     )}) THEN excluded."updatedAt" ELSE o."updatedAt" END
   WHERE (${listed(KEPT, 'o')}, o."contactId") IS DISTINCT FROM (${listed(KEPT, 'excluded')}, excluded."contactId")`,
);

/** Writes orders. Safe to repeat in any order: a report older than the stored row is dropped. */
export async function ordersWrite(db: WorkspaceDb, shop: Shop, parsed: readonly ParsedRow<'orders'>[]): Promise<Write> {
  const e164 = await phonesOf(db, parsed);
  const { externalSource, integrationId, activatedAt, equals } = shop;
  return async (tx) => {
    await lockShop(tx, externalSource);
    const refs = [...new Set(parsed.map(({ externalRef }) => externalRef))];
    const rows = await tx.rows(findKnown, externalSource, refs);
    const deletions = await deletionsOf(tx, externalSource, 'orders', refs);
    const known = new Map(rows.map((row) => [row.externalRef, row]));
    const before = new Map(rows.map((row) => [row.externalRef, orderState(row)]));
    const { states, outcome } = outcomesOf(parsed, before, { at: tx.now, deletions, equals }, (order, row, terms) =>
      mergeOrder(order, row, externalSource, terms),
    );
    const written = [...states.values()].map((state) => ({ ...state, phoneE164: e164(state.phone) }));
    await tx.rows(write, JSON.stringify(written), externalSource, tx.now, integrationId);
    await endCarts(tx, externalSource, refs);
    const isLive = ({ externalRef, placedAt }: OrderState): boolean =>
      !isHistory(placedAt, known.get(externalRef)?.createdAt ?? tx.now, activatedAt);
    const firstPaid = written.filter(
      (order) => isLive(order) && order.paidAt !== null && (known.get(order.externalRef)?.paidAt ?? null) === null,
    );
    const refunded = written.filter(
      ({ externalRef, refunded: given }) => given > (before.get(externalRef)?.refunded ?? 0),
    );
    const canceled = written
      .filter(({ status }) => status === 'canceled')
      .map(({ checkoutSessionId }) => checkoutSessionId);
    const takenBack = [...refunded.map(({ checkoutSessionId }) => checkoutSessionId), ...canceled];
    await beforeOrders.run(tx, externalSource, { paid: firstPaid, takenBack });
    if (firstPaid.length > 0) await followFirstPaid(tx, shop, firstPaid);
    // Of history too: what an order has earned stands, also where its shop was connected anew since.
    await onOrdersRefunded.run(tx, refunded);
    await fireRefunds(tx, shop, refunded.filter(isLive));
    await onOrdersCanceled.run(tx, canceled);
    return outcome;
  };
}

export async function putOrders(
  db: WorkspaceDb,
  shop: Shop,
  parsed: readonly ParsedRow<'orders'>[],
): Promise<PutOutput> {
  return toPutOutput(await db.longTransaction(await ordersWrite(db, shop, parsed)));
}
