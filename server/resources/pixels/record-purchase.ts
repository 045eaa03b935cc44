/**
 * The outbox of server-side conversions (docs/contract/pixels.md#conversions): one purchase is one event, its id the
 * checkoutSessionId. Fulfil and recover both tell of it, seconds apart and in any order; the worker sends what stands
 * in the row when it is due.
 */
import { workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import { hashedEmail } from '@/server/resources/pixels/hashing';

export interface Purchase {
  checkoutSessionId: string;
  /** In the smallest unit of the currency. */
  value: number;
  currency: string;
  /** Who tells of it: fulfil knows the exact amount, recover the cart's value when the reminder was sent. */
  valueFrom: 'fulfil' | 'recover';
  customerId: string | null;
  email: string | null;
  occurredAt: Date;
}

/** How long a recovered reminder waits for the fulfil call of the same checkout, which has the exact amount. */
const AMOUNT_WAIT_MS = 30_000;
/** How long a purchase waits for somebody to be known. */
export const BUYER_WAIT_MS = 24 * 60 * 60 * 1000;

const record = workspaceStatement<
  never,
  [
    eventId: string,
    value: number,
    currency: string,
    valueFrom: string,
    customerId: string | null,
    emailHash: string | null,
    occurredAt: Date,
    dueAt: Date,
    now: Date,
  ]
>(
  'pixels.record-purchase',
  `INSERT INTO "PixelConversion" AS c ("accountId", "eventId", value, currency, "valueFrom", "customerId", "emailHash", "occurredAt", "dueAt", "createdAt", "updatedAt")
   SELECT $1, $2, $3::bigint, $4, $5, $6, $7, $8::timestamptz, $9::timestamptz, $10::timestamptz, $10::timestamptz
   FROM "MerchantPixels" p WHERE p."accountId" = $1 AND p.enabled AND p."adPixelAId" IS NOT NULL AND p."adPixelACapiAccessToken" IS NOT NULL
   ON CONFLICT ("accountId", "eventId") DO UPDATE SET
     value = CASE WHEN c."valueFrom" = 'recover' AND excluded."valueFrom" = 'fulfil' THEN excluded.value ELSE c.value END,
     currency = CASE WHEN c."valueFrom" = 'recover' AND excluded."valueFrom" = 'fulfil' THEN excluded.currency ELSE c.currency END,
     "valueFrom" = CASE WHEN excluded."valueFrom" = 'fulfil' THEN 'fulfil' ELSE c."valueFrom" END,
     "customerId" = coalesce(c."customerId", excluded."customerId"),
     "emailHash" = coalesce(c."emailHash", excluded."emailHash"),
     "occurredAt" = least(c."occurredAt", excluded."occurredAt"),
     -- A row that a worker holds, or that is to be tried again, keeps its time.
     "dueAt" = CASE WHEN c."claimedBy" IS NOT NULL OR c.attempts > 0 THEN c."dueAt"
                    WHEN 'fulfil' IN (c."valueFrom", excluded."valueFrom") AND coalesce(c."customerId", excluded."customerId", c."emailHash", excluded."emailHash") IS NOT NULL THEN $10::timestamptz
                    ELSE least(c."dueAt", excluded."dueAt") END,
     "updatedAt" = $10::timestamptz
   WHERE c.status = 'waiting'`,
);

/**
 * Notes a purchase for the worker. Sends nothing itself, and does nothing for a workspace that has no pixel to send to.
 * Safe to call again: what stands there is completed, fulfil's amount takes the place of recover's, and an event that
 * was sent stays as it is. What is said to lie in the future happened now, and a value below 0 is no purchase.
 */
export async function recordPurchase(
  db: Pick<WorkspaceDb, 'rows' | 'now' | 'accountId'>,
  purchase: Purchase,
): Promise<void> {
  if (purchase.value < 0) return;
  const emailHash = purchase.email === null ? null : hashedEmail(purchase.email);
  const someoneKnown = purchase.customerId !== null || emailHash !== null;
  const waitMs = !someoneKnown ? BUYER_WAIT_MS : purchase.valueFrom === 'recover' ? AMOUNT_WAIT_MS : 0;
  const dueAt = new Date(db.now.getTime() + waitMs);
  await db.rows(
    record,
    purchase.checkoutSessionId,
    purchase.value,
    purchase.currency,
    purchase.valueFrom,
    purchase.customerId,
    emailHash,
    new Date(Math.min(purchase.occurredAt.getTime(), db.now.getTime())),
    dueAt,
    db.now,
  );
}
