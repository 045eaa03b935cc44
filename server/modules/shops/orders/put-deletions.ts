/**
 * Stores what a shop has deleted (docs/contract/integrations.md#in-any-order), so that a late report does not bring the
 * row back, and applies the deletion to the stored row.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { lockShop } from '@/server/modules/shops/orders/lock';
import type { Resource } from '@/server/modules/shops/connections/vocabulary';
import { beforeOrders, onOrdersCanceled } from '@/server/modules/shops/orders/order-hooks';

export interface Deletion {
  ref: string;
  /** The shop's own time. */
  at: Date;
}

const remember = workspaceStatement<never, [source: string, resource: string, refs: string[], at: Date[]]>(
  'integrations.deletions.remember',
  `INSERT INTO "ShopDeletion" AS d ("accountId", "externalSource", resource, "externalRef", "deletedAt")
   SELECT $1, $2::text, $3::text, t.ref, max(t.at) FROM unnest($4::text[], $5::timestamptz[]) AS t(ref, at)
     GROUP BY t.ref ORDER BY t.ref COLLATE "C"
   ON CONFLICT ("accountId", "externalSource", resource, "externalRef")
     DO UPDATE SET "deletedAt" = greatest(d."deletedAt", excluded."deletedAt")`,
);

type Deleted = [source: string, refs: string[]];
type Effect = [...Deleted, now: Date];

/** SQL: true when a row `r` was deleted after its last report. */
const GONE = (resource: Resource): string => `EXISTS (
  SELECT FROM "ShopDeletion" d WHERE d."accountId" = r."accountId" AND d."externalSource" = r."externalSource"
    AND d.resource = '${resource}'
    AND d."externalRef" = r."externalRef" AND d."deletedAt" >= r."sourceUpdatedAt")`;
const DELETED = `r."accountId" = $1 AND r."externalSource" = $2::text AND r."externalRef" = ANY ($3::text[])`;

/** Archives products; a product that only a partner has reported stays. */
const archive = workspaceStatement<never, Deleted>(
  'integrations.deletions.products',
  `UPDATE "FeedProduct" p SET "archivedAt" = d."deletedAt"
   FROM "ShopProduct" r JOIN "ShopDeletion" d ON d."accountId" = r."accountId"
     AND d."externalSource" = r."externalSource" AND d.resource = 'products' AND d."externalRef" = r."externalRef"
   WHERE ${DELETED} AND d."deletedAt" >= r."sourceUpdatedAt"
     AND p."accountId" = ${THIS_WORKSPACE} AND p."externalRef" = r."externalRef" AND p."archivedAt"
       IS DISTINCT FROM d."deletedAt"`,
);

/** Removes the shop's data from contacts. The contact stays, because a shop does not decide who may be written to. */
const forget = workspaceStatement<never, Effect>(
  'integrations.deletions.customers',
  `UPDATE "Contact" c SET "externalRef" = NULL, "updatedAt" = $4::timestamptz FROM "Customer" r
   WHERE ${DELETED} AND ${GONE('customers')} AND c."accountId" = ${THIS_WORKSPACE} AND c.id = r."contactId"
     AND c."externalRef" = r."externalRef"`,
);

const cancel = workspaceStatement<{ session: string }, Effect>(
  'integrations.deletions.orders',
  `UPDATE "Order" r SET status = 'canceled', "updatedAt" = $4::timestamptz
    WHERE ${DELETED} AND r.status <> 'canceled' AND ${GONE('orders')} RETURNING r."checkoutSessionId" AS session`,
);

const expire = workspaceStatement<never, Effect>(
  'integrations.deletions.checkouts',
  `UPDATE "Checkout" r SET status = 'expired', "dueAt" = NULL, "updatedAt" = $4::timestamptz
    WHERE ${DELETED} AND r.status = 'open' AND ${GONE('checkouts')}`,
);

const EFFECTS = { customers: forget, checkouts: expire } as const;

/**
 * Writes deletions. Safe to repeat in any order. For customers, callers run the write through `inTurn`, and lock the
 * contacts first.
 */
export async function writeDeletions(
  tx: StatementTx,
  externalSource: string,
  resource: Resource,
  deletions: readonly Deletion[],
): Promise<void> {
  await lockShop(tx, externalSource);
  const refs = deletions.map(({ ref }) => ref);
  await tx.rows(
    remember,
    externalSource,
    resource,
    refs,
    deletions.map(({ at }) => at),
  );
  if (resource === 'products') await tx.rows(archive, externalSource, refs);
  else if (resource === 'orders') {
    const canceled = (await tx.rows(cancel, externalSource, refs, tx.now)).map(({ session }) => session);
    await beforeOrders.run(tx, externalSource, { paid: [], takenBack: canceled });
    await onOrdersCanceled.run(tx, canceled);
  } else await tx.rows(EFFECTS[resource], externalSource, refs, tx.now);
}
