/**
 * Redemptions that shops report in their orders (docs/contract/integrations.md#orders), many in one statement: beside
 * redeem.ts, where a caller names the code by its id.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { readingsOf } from '@/server/platform/lib/text';
import { mintedRedeemed } from '@/server/modules/offers/discount-codes/minted-redeemed';

/** A paid order with the codes that its buyer entered. */
export interface OrderRedemption {
  externalRef: string;
  checkoutSessionId: string;
  customerRef: string | null;
  /** Smallest unit. */
  discount: number | null;
  /** The paid amount in the smallest unit. */
  amount: number;
  currency: string;
  discountCodes: readonly string[];
}

/**
 * Redeems, for each order, its first code that is ours and has its currency. A session or an order that was redeemed
 * before stays as it is. Locks redemptions first, as redeem.ts does, then codes in the order of their ids, so that no
 * two statements deadlock.
 */
const redeemAll = workspaceStatement<{ redeemed: number }, [orders: string, source: string, now: Date]>(
  'discount-codes.redeem-told',
  `WITH reported AS MATERIALIZED (
     SELECT * FROM jsonb_to_recordset($2::jsonb) AS t("externalRef" text, "checkoutSessionId" text, "customerRef" text,
       discount bigint, amount bigint, currency text, "discountCodes" text[])),
   chosen AS MATERIALIZED (
     SELECT t.*, d.id AS "codeId" FROM reported t
     CROSS JOIN LATERAL (
       SELECT d.id FROM unnest(t."discountCodes") WITH ORDINALITY AS c(code, position)
       CROSS JOIN LATERAL (SELECT k.id FROM "DiscountCode" k
         WHERE k."accountId" = ${THIS_WORKSPACE} AND lower(k.code) = lower(c.code)
         AND k.currency = t.currency OFFSET 0) d
       ORDER BY c.position LIMIT 1) d),
   inserted AS (
     INSERT INTO "DiscountRedemption" AS r ("accountId", "discountCodeId", "checkoutSessionId", "appliedAmount",
       "appliedShipping", currency, "customerId", "externalSource", "externalRef", "redeemedAt", "orderTotal")
     SELECT $1, c."codeId", c."checkoutSessionId", coalesce(c.discount, 0), 0, c.currency, c."customerRef", $3::text,
       c."externalRef", $4::timestamptz, c.amount
     FROM chosen c ORDER BY c."checkoutSessionId"
     ON CONFLICT DO NOTHING
     RETURNING r."accountId", r."discountCodeId", r."customerId", r."checkoutSessionId"),
   held AS MATERIALIZED (
     SELECT d.id, d.source, d."sourceRefId" FROM "DiscountCode" d
       WHERE d."accountId" = $1 AND d.id = ANY (ARRAY(SELECT i."discountCodeId" FROM inserted i))
       ORDER BY d.id FOR NO KEY UPDATE),
   minted AS (${mintedRedeemed('inserted i JOIN held d ON d.id = i."discountCodeId"', '$4')}),
   counted AS (
     UPDATE "DiscountCode" d SET "redemptionCount" = d."redemptionCount" + n.uses
     FROM (SELECT h.id AS "discountCodeId", count(*)::int AS uses FROM inserted i
       JOIN held h ON h.id = i."discountCodeId" GROUP BY h.id) n
       WHERE d."accountId" = $1 AND d.id = n."discountCodeId"),
   batches AS MATERIALIZED (
     SELECT b.id FROM "DiscountBatch" b WHERE b."accountId" = $1
       AND b.id = ANY (ARRAY(SELECT h."sourceRefId" FROM held h WHERE h.source = 'batch'))
       ORDER BY b.id FOR NO KEY UPDATE),
   batched AS (
     UPDATE "DiscountBatch" b SET redeemed = b.redeemed + n.uses
     FROM (SELECT l.id, count(*)::int AS uses FROM inserted i JOIN held h ON h.id = i."discountCodeId"
       JOIN batches l ON l.id = h."sourceRefId" GROUP BY l.id) n WHERE b."accountId" = $1 AND b.id = n.id),
   unheld AS (
     DELETE FROM "DiscountHold" h USING inserted i JOIN held d ON d.id = i."discountCodeId"
       WHERE h."accountId" = $1 AND h."checkoutSessionId" = i."checkoutSessionId"),
   used AS (
     INSERT INTO "DiscountCustomerUse" AS u ("accountId", "discountCodeId", "customerId", uses)
     SELECT i."accountId", i."discountCodeId", i."customerId", count(*)::int FROM inserted i
       JOIN held h ON h.id = i."discountCodeId" WHERE i."customerId" IS NOT NULL
       GROUP BY i."accountId", i."discountCodeId", i."customerId" ORDER BY 2, 3
     ON CONFLICT ("accountId", "discountCodeId", "customerId") DO UPDATE SET uses = u.uses + excluded.uses)
   SELECT count(*)::int AS redeemed FROM inserted i WHERE i."accountId" = $1`,
  { joinsSets: true },
);

/** Redeems the entered codes of orders when they are paid, unless the shop's settings leave that to others. */
export async function redeemOrderCodes(
  tx: StatementTx,
  { redeems, externalSource }: { redeems: boolean; externalSource: string },
  orders: readonly OrderRedemption[],
): Promise<void> {
  const withCodes = orders.filter(({ discountCodes }) => discountCodes.length > 0);
  if (!redeems || withCodes.length === 0) return;
  const codesOfOrders = withCodes.map(
    ({ externalRef, checkoutSessionId, customerRef, discount, amount, currency, discountCodes }) => ({
      externalRef,
      checkoutSessionId,
      customerRef,
      discount,
      amount,
      currency,
      discountCodes: discountCodes.flatMap(readingsOf),
    }),
  );
  await tx.rows(redeemAll, JSON.stringify(codesOfOrders), externalSource, tx.now);
}
