/**
 * The outbox of server-side conversions (docs/contract/pixels.md#conversions): one purchase is one event, whose id is
 * the checkoutSessionId. Orders, fulfil and recover report it, seconds apart and in any order; the worker sends the row
 * as it is when it becomes due.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { VALUES_FROM, type ValueFrom } from '@/server/modules/offers/pixels/vocabulary';
import { hashedEmail } from '@/server/platform/vendors/hashing';

export interface Purchase {
  checkoutSessionId: string;
  /** The value in the smallest unit of the currency. */
  value: number;
  currency: string;
  /**
   * The source of the purchase: an order and fulfil know the exact amount, recover the cart's value when the reminder
   * was sent.
   */
  valueFrom: ValueFrom;
  customerId: string | null;
  email: string | null;
  occurredAt: Date;
}

/** The time that a recovered reminder waits for the fulfil call of the same checkout, which has the exact amount. */
const AMOUNT_WAIT_MS = 30_000;
/** The milliseconds that a purchase waits until its buyer is known. */
export const BUYER_WAIT_MS = 24 * 60 * 60 * 1000;

type Recorded = [
  eventId: string,
  value: number,
  currency: string,
  valueFrom: string,
  customerId: string | null,
  emailHash: string | null,
  occurredAt: Date,
  dueAt: Date,
  now: Date,
];

/** SQL of an amount's rank: a better amount replaces another. @param who SQL of the column that says who reported */
const rank = (who: string): string => `array_position(ARRAY['${VALUES_FROM.toReversed().join("', '")}'], ${who})`;
const IS_BETTER = `${rank('excluded."valueFrom"')} > ${rank('c."valueFrom"')}`;
const ofBetter = (column: string): string =>
  `"${column}" = CASE WHEN ${IS_BETTER} THEN excluded."${column}" ELSE c."${column}" END`;

/** SQL that completes the existing row; a row that was sent, failed or skipped stays unchanged. */
const COMPLETE = `${['value', 'currency', 'valueFrom'].map(ofBetter).join(', ')},
     "customerId" = coalesce(c."customerId", excluded."customerId"),
     "emailHash" = coalesce(c."emailHash", excluded."emailHash"),
     "occurredAt" = least(c."occurredAt", excluded."occurredAt"),
     -- A row that a worker holds, or that is to be tried again, keeps its time.
     "dueAt" = CASE WHEN c."claimedBy" IS NOT NULL OR c.attempts > 0 THEN c."dueAt"
                    WHEN ARRAY[c."valueFrom", excluded."valueFrom"] && ARRAY['order', 'fulfil']
                      AND coalesce(c."customerId", excluded."customerId", c."emailHash",
                      excluded."emailHash") IS NOT NULL THEN $10::timestamptz
                    ELSE least(c."dueAt", excluded."dueAt") END,
     "updatedAt" = $10::timestamptz
   WHERE c.status = 'waiting'`;

const COLUMNS = `"eventId", value, currency, "valueFrom", "customerId", "emailHash", "occurredAt", "dueAt", "createdAt", "updatedAt"`;
const GIVEN = `$2, $3::bigint, $4, $5, $6, $7, $8::timestamptz, $9::timestamptz, $10::timestamptz, $10::timestamptz`;

/**
 * Records a purchase for each connected vendor; Meta has a table of its own. It is one statement, because it is part of
 * paying.
 */
const record = workspaceStatement<never, Recorded>(
  'pixels.record-purchase',
  `WITH others AS (
     INSERT INTO "AdConversion" AS c ("accountId", destination, ${COLUMNS})
     SELECT $1, d.id, ${GIVEN} FROM "MerchantPixels" p
     CROSS JOIN LATERAL (VALUES ('adPixelB', p."adPixelBId" IS NOT NULL AND p."adPixelBAccessToken" IS NOT NULL),
       ('analytics', p."analyticsId" IS NOT NULL AND p."analyticsApiSecret" IS NOT NULL)) d(id, "isConnected")
     WHERE p."accountId" = $1 AND p.enabled AND d."isConnected"
     ON CONFLICT ("accountId", destination, "eventId") DO UPDATE SET ${COMPLETE})
   INSERT INTO "PixelConversion" AS c ("accountId", ${COLUMNS})
   SELECT $1, ${GIVEN} FROM "MerchantPixels" p
     WHERE p."accountId" = $1 AND p.enabled AND p."adPixelAId" IS NOT NULL AND p."adPixelACapiAccessToken" IS NOT NULL
   ON CONFLICT ("accountId", "eventId") DO UPDATE SET ${COMPLETE}`,
);

const findConnected = workspaceStatement<{ n: number }>(
  'pixels.goes-anywhere',
  `SELECT 1 AS n FROM "MerchantPixels" p WHERE p."accountId" = $1 AND p.enabled
     AND coalesce(p."adPixelACapiAccessToken", p."adPixelBAccessToken", p."analyticsApiSecret") IS NOT NULL`,
);

/** Checks whether any vendor is connected, for a caller with many purchases. */
export const goesAnywhere = async (db: Pick<WorkspaceDb, 'rows'>): Promise<boolean> =>
  (await db.rows(findConnected)).length > 0;

/**
 * Records a purchase for the worker, which sends it; does nothing when no vendor is connected. Safe to repeat: missing
 * fields are filled, a better amount replaces another, and a sent event stays unchanged. A time in the future counts as
 * now, and a value below 0 is no purchase.
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
