/** PUT /integrations/checkouts (docs/contract/integrations.md#checkouts). */
import { listed, namesOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { fire } from '@/server/platform/outbox/triggers';
import { endCartsOfOrders } from '@/server/modules/shops/orders/ended-carts';
import { lockShop } from '@/server/modules/shops/orders/lock';
import { mergeCheckout } from '@/server/modules/shops/orders/merge';
import {
  contactOf,
  deletionsOf,
  phonesOf,
  outcomesOf,
  toPutOutput,
  type Write,
} from '@/server/modules/shops/orders/put-rows';
import { checkoutColumns, checkoutState, type CheckoutRow } from '@/server/modules/shops/orders/rows';
import type { CheckoutInput, PutOutput } from '@/server/modules/shops/orders/schema';
import type { Shop } from '@/server/modules/shops/orders/shop';
import type { ParsedRow } from '@/server/modules/shops/adapters/parsed-rows';

/** Reads and locks the stored checkouts, because the worker may be judging them. */
const findKnown = workspaceStatement<CheckoutRow, [source: string, refs: string[]]>(
  'integrations.checkouts.known',
  `SELECT ${checkoutColumns('k')} FROM "Checkout" k
    WHERE k."accountId" = $1 AND k."externalSource" = $2 AND k."externalRef" = ANY ($3::text[])
   ORDER BY k.id FOR UPDATE`,
);

/** The columns that a report contains. */
const WRITTEN = namesOf(
  'Checkout',
  'id',
  'accountId',
  'integrationId',
  'externalSource',
  'contactId',
  'abandonedAt',
  'orderId',
  'createdAt',
  'updatedAt',
);
const KEPT = WRITTEN.filter((name) => name !== 'externalRef');
/** The columns that people see; a change of any other column does not count as a change. */
const SEEN = KEPT.filter((name) => name !== 'sourceUpdatedAt' && name !== 'dueAt' && name !== 'madeAt');

/** Writes checkouts. The buyer of an abandoned checkout does not change any more. */
const write = workspaceStatement<never, [rows: string, source: string, now: Date, integrationId: string | null]>(
  'integrations.checkouts.write',
  `WITH input AS MATERIALIZED (SELECT * FROM jsonb_populate_recordset(NULL::"Checkout", $2::jsonb)),
   owned AS MATERIALIZED (
     SELECT ${listed(WRITTEN, 'i')}, p."contactId" FROM input i
     CROSS JOIN LATERAL (SELECT ${contactOf('i', 'NULL::text')} AS "contactId" OFFSET 0) p)
   INSERT INTO "Checkout" AS k ("accountId", "externalSource", "integrationId", ${listed(WRITTEN)}, "contactId",
     "createdAt", "updatedAt")
   SELECT $1, $3::text, $5::text, ${listed(WRITTEN, 'w')}, w."contactId", $4::timestamptz, $4::timestamptz FROM owned w
     ORDER BY w."externalRef" COLLATE "C"
   ON CONFLICT ("accountId", "externalSource", "externalRef") DO UPDATE SET
     (${listed(KEPT)}) = ROW (${listed(KEPT, 'excluded')}), "contactId" = coalesce(excluded."contactId", k."contactId"),
     "updatedAt" = CASE WHEN (${listed(SEEN, 'k')})
       IS DISTINCT FROM (${listed(SEEN, 'excluded')}) THEN excluded."updatedAt" ELSE k."updatedAt" END
   WHERE (${listed(KEPT, 'k')}) IS DISTINCT FROM (${listed(KEPT, 'excluded')}) OR excluded."contactId"
     IS DISTINCT FROM k."contactId"`,
);

const findBuyers = workspaceStatement<{ checkoutId: string; contactId: string }, [source: string, refs: string[]]>(
  'integrations.checkouts.buyers',
  `SELECT k.id AS "checkoutId", k."contactId" FROM "Checkout" k
   WHERE k."accountId" = $1 AND k."externalSource" = $2 AND k."externalRef" = ANY ($3::text[])
     AND k."contactId" IS NOT NULL ORDER BY k.id`,
);

/**
 * Reports checkouts as recovered that were abandoned and are completed now. @param refs of checkouts that are written
 * already
 */
async function followRecovered(tx: StatementTx, source: string, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  const buyers = await tx.rows(findBuyers, source, [...refs]);
  await fire(
    tx,
    buyers.map(({ checkoutId, contactId }) => ({ type: 'cart_recovered', contactId, data: { checkoutId } })),
  );
}

/** Writes checkouts. Safe to repeat in any order: a report older than the stored row is dropped. */
export async function checkoutsWrite(
  db: WorkspaceDb,
  { externalSource, integrationId, abandonAfterMinutes, equals }: Shop,
  parsed: readonly ParsedRow<'checkouts'>[],
): Promise<Write> {
  const e164 = await phonesOf(db, parsed);
  return async (tx) => {
    await lockShop(tx, externalSource);
    const refs = [...new Set(parsed.map(({ externalRef }) => externalRef))];
    const rows = await tx.rows(findKnown, externalSource, refs);
    const deletions = await deletionsOf(tx, externalSource, 'checkouts', refs);
    const known = new Map(rows.map((row) => [row.externalRef, checkoutState(row)]));
    const { states, outcome } = outcomesOf(parsed, known, { at: tx.now, deletions, equals }, (checkout, row, terms) =>
      mergeCheckout(checkout, row, abandonAfterMinutes, terms),
    );
    const written = [...states.values()].map((state) => ({ ...state, phoneE164: e164(state.phone) }));
    await tx.rows(write, JSON.stringify(written), externalSource, tx.now, integrationId);
    await followRecovered(
      tx,
      externalSource,
      written.flatMap(({ externalRef, status }) =>
        status === 'completed' && known.get(externalRef)?.status === 'abandoned' ? [externalRef] : [],
      ),
    );
    await endCartsOfOrders(tx, externalSource, refs);
    return outcome;
  };
}

export async function putCheckouts(db: WorkspaceDb, shop: Shop, parsed: readonly CheckoutInput[]): Promise<PutOutput> {
  return toPutOutput(await db.longTransaction(await checkoutsWrite(db, shop, parsed)));
}
