/**
 * Erases the data of a shop that has gone (docs/contract/integrations.md#compliance): its buyers and products. Each
 * batch is a transaction. Erased rows are not found again, so a repeat continues at the same place.
 */
import { THIS_WORKSPACE, workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { FORGET_BUYER_OF_ORDER, forgetBuyerOfCheckout } from '@/server/platform/lib/erase-buyer';
import { lockShop } from '@/server/modules/shops/orders/lock';
import { forgetContact, type RedactedShop } from '@/server/modules/shops/connections/compliance/person';

const PEOPLE = 50;
const ROWS = 500;
const BODIES = 50;

const findCustomers = workspaceStatement<{ contactId: string }, [source: string]>(
  'integrations.compliance.next-customers',
  `SELECT u."contactId" FROM "Customer" u WHERE u."accountId" = $1 AND u."externalSource" = $2 ORDER BY u."externalRef"
    LIMIT ${PEOPLE}`,
);

/** Finds the contacts who have an order or checkout of the shop, but are not its customers. */
const findBuyers = (table: 'Order' | 'Checkout') =>
  workspaceStatement<{ contactId: string }, [source: string, after: string]>(
    `integrations.compliance.next-buyers.${table}`,
    `SELECT DISTINCT r."contactId" FROM "${table}" r
      WHERE r."accountId" = $1 AND r."externalSource" = $2 AND r."contactId" > $3 ORDER BY r."contactId" LIMIT ${PEOPLE}`,
  );
const findOrderBuyers = findBuyers('Order');
const findCheckoutBuyers = findBuyers('Checkout');

/** Erases the buyers' data of a batch, and returns the last position; null: no rows are left. */
const forgetBuyers = (table: 'Order' | 'Checkout', set: string, names: string, more = '') =>
  workspaceStatement<{ last: string | null }, [source: string, after: string]>(
    `integrations.compliance.forget-buyers.${table}`,
    `WITH batch AS MATERIALIZED (
       SELECT r."externalRef" FROM "${table}" r
         WHERE r."accountId" = $1 AND r."externalSource" = $2 AND r."externalRef" > $3 ORDER BY r."externalRef"
         LIMIT ${ROWS}),
     forgotten AS (
       UPDATE "${table}" t SET ${set} FROM batch b
       WHERE t."accountId" = ${THIS_WORKSPACE} AND t."externalSource" = $2 AND t."externalRef" = b."externalRef"
         AND (${names}))${more}
     SELECT max(b."externalRef") AS last FROM batch b`,
  );
const forgetBuyersOfOrders = forgetBuyers(
  'Order',
  FORGET_BUYER_OF_ORDER,
  `num_nonnulls(t.email, t.phone, t."phoneE164", t."customerRef", t."contactId", t."landingUrl") > 0`,
  `, bought AS (
       UPDATE "Purchase" p SET "contactId" = NULL FROM batch b
         JOIN "Order" o ON o."accountId" = ${THIS_WORKSPACE} AND o."externalSource" = $2
         AND o."externalRef" = b."externalRef"
       WHERE p."accountId" = ${THIS_WORKSPACE} AND p."checkoutSessionId" = o."checkoutSessionId"
         AND p."contactId" IS NOT NULL)`,
);
const forgetBuyersOfCheckouts = forgetBuyers(
  'Checkout',
  forgetBuyerOfCheckout('t'),
  `num_nonnulls(t.email, t.phone, t."phoneE164", t."contactId", t.url, t."dueAt") > 0`,
);

/** Products that a partner alone has reported belong to the partner. */
const archiveProducts = workspaceStatement<{ count: number }, [source: string, now: Date]>(
  'integrations.compliance.archive-products',
  `WITH batch AS MATERIALIZED (
     SELECT r."externalRef" FROM "ShopProduct" r WHERE r."accountId" = $1 AND r."externalSource" = $2
       ORDER BY r."externalRef" LIMIT ${ROWS}),
   removed AS (
     DELETE FROM "ShopProduct" s USING batch b
       WHERE s."accountId" = ${THIS_WORKSPACE} AND s."externalSource" = $2 AND s."externalRef" = b."externalRef"),
   archived AS (
     UPDATE "FeedProduct" p SET "archivedAt" = $3::timestamptz FROM batch b
     WHERE p."accountId" = ${THIS_WORKSPACE} AND p."externalRef" = b."externalRef" AND p."archivedAt" IS NULL)
   SELECT count(*)::int AS count FROM batch b`,
);

const removeDeletions = workspaceStatement<{ externalRef: string }, [source: string]>(
  'integrations.compliance.remove-deletions',
  `DELETE FROM "ShopDeletion" d USING (
     SELECT o.resource, o."externalRef" FROM "ShopDeletion" o WHERE o."accountId" = $1 AND o."externalSource" = $2
       ORDER BY o.resource, o."externalRef" LIMIT ${ROWS}) b
   WHERE d."accountId" = $1 AND d."externalSource" = $2 AND d.resource = b.resource
     AND d."externalRef" = b."externalRef" RETURNING d."externalRef"`,
);

/** Keeps the fact that the shop called, but deletes the content. */
const emptyWebhooks = workspaceStatement<{ id: string }, [source: string]>(
  'integrations.compliance.empty-webhooks',
  `UPDATE "IntegrationWebhook" w SET body = ''::bytea FROM (
     SELECT o.id FROM "Integration" i JOIN "IntegrationWebhook" o ON o."accountId" = i."accountId"
       AND o."integrationId" = i.id
     WHERE i."accountId" = $1 AND i.provider || ':' || i."externalId" = $2 AND o."appliedAt" IS NOT NULL
       AND octet_length(o.body) > 0 LIMIT ${BODIES}) b
   WHERE w."accountId" = $1 AND w.id = b.id RETURNING w.id`,
);

const removeRefusals = workspaceStatement<{ position: number }, [source: string]>(
  'integrations.compliance.remove-all-refusals',
  `DELETE FROM "IntegrationRefusal" e USING (
     SELECT o."runId", o.position FROM "Integration" i
       JOIN "IntegrationRun" r ON r."accountId" = i."accountId" AND r."integrationId" = i.id
       JOIN "IntegrationRefusal" o ON o."accountId" = r."accountId" AND o."runId" = r.id
     WHERE i."accountId" = $1 AND i.provider || ':' || i."externalId" = $2 AND r.resource <> 'products' LIMIT ${ROWS}) b
   WHERE e."accountId" = $1 AND e."runId" = b."runId" AND e.position = b.position RETURNING e.position`,
);

/** Erases each contact in a transaction of its own. */
async function forgetContacts(db: WorkspaceDb, shop: RedactedShop, ids: readonly string[]): Promise<void> {
  for (const id of new Set(ids)) await forgetContact(db, shop, id);
}

type NextBuyers = WorkspaceStatement<{ contactId: string }, [source: string, after: string]>;
type ForgetBuyers = WorkspaceStatement<{ last: string | null }, [source: string, after: string]>;

/** @param heartbeat called between batches, to renew the worker's lease */
export async function forgetShop(db: WorkspaceDb, shop: RedactedShop, heartbeat: () => Promise<void>): Promise<void> {
  const { externalSource } = shop;
  const inLock = <Result>(work: (tx: StatementTx) => Promise<Result>): Promise<Result> =>
    db.transaction(async (tx) => {
      await lockShop(tx, externalSource);
      return await work(tx);
    });
  /** Repeats the work until it finds no more rows. */
  const whileAny = async (work: () => Promise<readonly unknown[]>): Promise<void> => {
    while ((await work()).length > 0) await heartbeat();
  };

  const customers = async () => {
    const ids = (await db.rows(findCustomers, externalSource)).map(({ contactId }) => contactId);
    await forgetContacts(db, shop, ids);
    return ids;
  };
  const buyers = async (statement: NextBuyers): Promise<void> => {
    let after = '';
    await whileAny(async () => {
      const ids = (await db.rows(statement, externalSource, after)).map(({ contactId }) => contactId);
      await forgetContacts(db, shop, ids);
      after = ids.at(-1) ?? after;
      return ids;
    });
  };
  const purchases = async (statement: ForgetBuyers): Promise<void> => {
    let after: string | null = '';
    while (after !== null) {
      const from: string = after;
      [{ last: after } = { last: null }] = await inLock((tx) => tx.rows(statement, externalSource, from));
      await heartbeat();
    }
  };

  await whileAny(customers);
  await buyers(findOrderBuyers);
  await buyers(findCheckoutBuyers);
  await purchases(forgetBuyersOfOrders);
  await purchases(forgetBuyersOfCheckouts);
  await whileAny(async () => {
    const [row] = await inLock((tx) => tx.rows(archiveProducts, externalSource, tx.now));
    return row === undefined || row.count === 0 ? [] : [row];
  });
  await whileAny(() => inLock((tx) => tx.rows(removeDeletions, externalSource)));
  await whileAny(() => db.rows(emptyWebhooks, externalSource));
  await whileAny(() => db.rows(removeRefusals, externalSource));
}
