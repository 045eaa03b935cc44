/**
 * Redeem (docs/contract/discount-codes.md#redeem): one statement that inserts the redemption, counts it on the code and
 * for the customer, and reports the customer's purchase.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { presentRedemption, redemptionColumns, type RedemptionRow } from '@/server/modules/offers/discount-codes/rows';
import type { RedeemInput, Redemption } from '@/server/modules/offers/discount-codes/schema';
import { mintedRedeemed } from '@/server/modules/offers/discount-codes/minted-redeemed';
import { contactOfCustomer } from '@/server/modules/audience/contacts/find';
import { recordPurchasesWithin } from '@/server/modules/shops/orders/purchases';

type Recorded = RedemptionRow & { created: boolean };

/**
 * Records a redemption. The checkout session is the natural key: a repeat gets the row of the first call. All parts of
 * a statement see the same snapshot, so the last SELECT returns older redemptions only. Redemption, code, use and
 * purchase are locked in this order, as in redeem-order-codes.ts.
 */
const recordRedemption = workspaceStatement<
  Recorded,
  [
    discountCodeId: string,
    checkoutSessionId: string,
    appliedAmount: number,
    appliedShipping: number,
    customerId: string | null,
    externalSource: string | null,
    externalRef: string | null,
    now: Date,
    orderTotal: number | null,
  ]
>(
  'discount-codes.redeem',
  `WITH inserted AS (
     INSERT INTO "DiscountRedemption" AS r ("accountId", "discountCodeId", "checkoutSessionId", "appliedAmount",
       "appliedShipping", currency, "customerId", "externalSource", "externalRef", "redeemedAt", "orderTotal")
     SELECT $1, d.id, $3, $4::bigint, $5::bigint, d.currency, $6, $7, $8, $9::timestamptz, $10::bigint
       FROM "DiscountCode" d WHERE d."accountId" = $1 AND d.id = $2
     ON CONFLICT ("accountId", "checkoutSessionId") DO NOTHING
     RETURNING r.*
   ), counted AS (
     UPDATE "DiscountCode" d SET "redemptionCount" = d."redemptionCount" + 1 FROM inserted i
       WHERE d."accountId" = $1 AND d.id = i."discountCodeId" RETURNING d.id, d.source, d."sourceRefId"
   ), batched AS (
     UPDATE "DiscountBatch" b SET redeemed = b.redeemed + 1 FROM counted d
       WHERE d.source = 'batch' AND b."accountId" = $1 AND b.id = d."sourceRefId"
   ), unheld AS (
     DELETE FROM "DiscountHold" h USING inserted i JOIN counted d ON d.id = i."discountCodeId"
       WHERE h."accountId" = $1 AND h."checkoutSessionId" = i."checkoutSessionId"
   ), used AS (
     INSERT INTO "DiscountCustomerUse" AS u ("accountId", "discountCodeId", "customerId", uses)
     SELECT i."accountId", i."discountCodeId", i."customerId", 1 FROM inserted i
       JOIN counted d ON d.id = i."discountCodeId" WHERE i."customerId" IS NOT NULL
     ON CONFLICT ("accountId", "discountCodeId", "customerId") DO UPDATE SET uses = u.uses + 1
   ), ${recordPurchasesWithin(
     'redemption',
     {
       session: 'i."checkoutSessionId"',
       at: 'i."redeemedAt"',
       contactId: contactOfCustomer('i."customerId"'),
     },
     'inserted i JOIN counted d ON d.id = i."discountCodeId" WHERE i."customerId" IS NOT NULL',
     '$9',
   )}, minted AS (${mintedRedeemed('inserted i JOIN counted d ON d.id = i."discountCodeId"', '$9')})
   SELECT ${redemptionColumns('i')}, true AS created FROM inserted i
   UNION ALL
   SELECT ${redemptionColumns('r')}, false FROM "DiscountRedemption" r
     WHERE r."accountId" = $1 AND r."checkoutSessionId" = $3`,
);

const findBySession = workspaceStatement<Recorded, [checkoutSessionId: string]>(
  'discount-codes.redemption-by-session',
  `SELECT ${redemptionColumns('r')}, false AS created FROM "DiscountRedemption" r
    WHERE r."accountId" = $1 AND r."checkoutSessionId" = $2`,
);

const codeExists = workspaceStatement<{ id: string }, [id: string]>(
  'discount-codes.exists',
  `SELECT d.id FROM "DiscountCode" d WHERE d."accountId" = $1 AND d.id = $2`,
);

/**
 * Records a redemption whatever validation would say: a deactivated or sold-out code is still recorded.
 * @throws AppError NOT_FOUND for an unknown discountCodeId; INTERNAL, as the contract states it, when externalRef was
 * used under another checkout session.
 */
export async function redeem(db: WorkspaceDb, input: RedeemInput): Promise<Redemption & { created: boolean }> {
  let failure: unknown;
  try {
    const [row] = await db.rows(
      recordRedemption,
      input.discountCodeId,
      input.checkoutSessionId,
      input.appliedAmount,
      input.appliedShipping,
      input.customerId ?? null,
      input.externalSource ?? null,
      input.externalRef ?? null,
      db.now,
      input.orderTotal ?? null,
    );
    if (row !== undefined) return { ...presentRedemption(row), created: row.created };
  } catch (error) {
    // A twin of this very call may have inserted first, and then the externalRef index can be the first to complain.
    if (!violates(error, 'DiscountRedemption_accountId_externalSource_externalRef_key')) throw error;
    failure = error;
  }
  // Nothing came back: a twin committed after our snapshot was taken, or there is no such code. Look again.
  const [twin] = await db.rows(findBySession, input.checkoutSessionId);
  if (twin !== undefined) return { ...presentRedemption(twin), created: false };
  if (failure === undefined && (await db.rows(codeExists, input.discountCodeId)).length === 0)
    throw new AppError('NOT_FOUND', { message: 'This discount code does not exist.' });
  throw new AppError('INTERNAL', { cause: failure });
}
