/**
 * Holds (docs/contract/discount-codes.md#holds): a use of a code that is reserved for a checkout. Every hold locks the
 * code, so that parallel holds are counted one after the other.
 */
import { readingsOf } from '@/server/platform/lib/text';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { holdFailuresOf } from '@/server/modules/offers/discount-codes/arithmetic';
import { codeColumns, presentCode, type DiscountCodeRow } from '@/server/modules/offers/discount-codes/rows';
import { lockCode } from '@/server/modules/offers/discount-codes/service';
import { setAside, usageOf, type SetAside } from '@/server/modules/offers/discount-codes/usage';
import type { Hold, HoldInput } from '@/server/modules/offers/discount-codes/schema';

const lockByCode = workspaceStatement<DiscountCodeRow, [code: string]>(
  'discount-codes.hold.lock-by-code',
  `SELECT ${codeColumns('d')} FROM "DiscountCode" d
    WHERE d."accountId" = $1 AND lower(d.code) = lower($2) FOR NO KEY UPDATE`,
);

type Counted = SetAside & { uses: number; isRedeemed: boolean; customerId: string | null };
/** SQL: the customer who is named, else the customer of the session's existing hold of the code. */
const CUSTOMER = `coalesce($4::text, (SELECT o."customerId" FROM "DiscountHold" o
  WHERE o."accountId" = $1 AND o."checkoutSessionId" = $3 AND o."discountCodeId" = $2
  AND o."expiresAt" > $5::timestamptz))`;

/** Counts, once the code is locked, the uses by others, and reads what the session itself has. */
const count = workspaceStatement<
  Counted,
  [discountCodeId: string, checkoutSessionId: string, customerId: string | null, now: Date]
>(
  'discount-codes.hold.count',
  `SELECT ${setAside({ session: '$3', customer: 'w.customer', now: '$5' })}, w.customer AS "customerId",
     coalesce((SELECT u.uses FROM "DiscountCustomerUse" u
       WHERE u."accountId" = $1 AND u."discountCodeId" = d.id AND u."customerId" = w.customer), 0) AS uses,
     EXISTS (SELECT FROM "DiscountRedemption" r WHERE r."accountId" = $1 AND r."checkoutSessionId" = $3) AS "isRedeemed"
   FROM "DiscountCode" d CROSS JOIN (SELECT ${CUSTOMER} AS customer) w WHERE d."accountId" = $1 AND d.id = $2`,
);

/** Locks the batch after the code, so that holds of all codes of a batch are counted one at a time. */
const lockBatch = workspaceStatement<{ id: string }, [id: string | null]>(
  'discount-codes.hold.lock-batch',
  `SELECT b.id FROM "DiscountBatch" b WHERE b."accountId" = $1 AND b.id = $2 FOR NO KEY UPDATE`,
);

/** Stores a hold; reuses the row of an expired hold, under a new id. */
const put = workspaceStatement<
  Hold,
  [
    discountCodeId: string,
    checkoutSessionId: string,
    customerId: string | null,
    expiresAt: Date,
    now: Date,
    batchId: string | null,
  ]
>(
  'discount-codes.hold.put',
  `WITH fresh AS MATERIALIZED (SELECT new_id() AS id)
   INSERT INTO "DiscountHold" AS h ("accountId", id, "discountCodeId", "checkoutSessionId", "customerId", "expiresAt",
     "createdAt", "batchId")
   SELECT $1, f.id, $2, $3, $4, $5::timestamptz, $6::timestamptz, $7 FROM fresh f
   ON CONFLICT ("accountId", "checkoutSessionId") DO UPDATE SET
     "discountCodeId" = excluded."discountCodeId", "batchId" = excluded."batchId", "customerId" = excluded."customerId",
     id = CASE WHEN h."expiresAt" > $6::timestamptz THEN h.id ELSE excluded.id END,
     "createdAt" = CASE WHEN h."expiresAt" > $6::timestamptz THEN h."createdAt" ELSE excluded."createdAt" END,
     "expiresAt" = CASE WHEN h."discountCodeId" = excluded."discountCodeId" THEN greatest(h."expiresAt",
       excluded."expiresAt") ELSE excluded."expiresAt" END
   RETURNING h.id, h."expiresAt", h.id = (SELECT f.id FROM fresh f) AS created`,
);

const drop = workspaceStatement<{ id: string }, [id: string]>(
  'discount-codes.hold.drop',
  `DELETE FROM "DiscountHold" h WHERE h."accountId" = $1 AND h.id = $2 RETURNING h.id`,
);

/** A reason that only holds have: the session has redeemed the code already. */
export const ALREADY_REDEEMED = 'ALREADY_REDEEMED';

const refused = (reason: string): AppError =>
  new AppError('HOLD_REFUSED', {
    message: `This discount code cannot be reserved for the checkout now: ${reason}.`,
    details: { reason },
  });

async function lock(tx: StatementTx, { code, discountCodeId }: HoldInput): Promise<DiscountCodeRow> {
  if (discountCodeId !== undefined) return orNotFound((await tx.rows(lockCode, discountCodeId))[0]);
  for (const reading of readingsOf(code ?? '')) {
    const [row] = await tx.rows(lockByCode, reading);
    if (row !== undefined) return row;
  }
  throw refused('NOT_FOUND');
}

/**
 * Holds a use, or prolongs the session's hold; a hold of another code moves to this code.
 * @throws AppError NOT_FOUND for an unknown discountCodeId; HOLD_REFUSED with validate's reason. The session's existing
 * hold then stays.
 */
export async function hold(db: WorkspaceDb, input: HoldInput): Promise<Hold> {
  const { checkoutSessionId, seconds, customerEmail = null } = input;
  return await db.transaction(async (tx) => {
    const row = await lock(tx, input);
    const batchId = row.source === 'batch' ? row.sourceRefId : null;
    if (batchId !== null) await tx.rows(lockBatch, batchId);
    const counted = orNotFound((await tx.rows(count, row.id, checkoutSessionId, input.customerId ?? null, tx.now))[0]);
    const { customerId } = counted;
    if (counted.isRedeemed) throw refused(ALREADY_REDEEMED);
    const usage = await usageOf(tx, row, counted, { customerId, email: customerEmail });
    for (const reason of holdFailuresOf(presentCode(row), usage, tx.now)) throw refused(reason);
    const expiresAt = new Date(tx.now.getTime() + seconds * 1000);
    return orNotFound((await tx.rows(put, row.id, checkoutSessionId, customerId, expiresAt, tx.now, batchId))[0]);
  });
}

/** Releases a hold. @throws AppError NOT_FOUND, also when the hold was redeemed */
export async function release(db: WorkspaceDb, id: string): Promise<{ id: string; deleted: true }> {
  orNotFound((await db.rows(drop, id))[0]);
  return { id, deleted: true };
}
