/** A purchase that brings a cart back (docs/contract/abandoned-cart.md#recovering). */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { fire } from '@/server/platform/outbox/triggers';
import { toNumber } from '@/server/platform/lib/money';
import type { RecoverInput, RecoverOutput } from '@/server/modules/offers/abandoned-cart/schema';
import { recordRecoveredCart } from '@/server/modules/shops/orders/purchases';
import { contactOf } from '@/server/modules/shops/orders/put-rows';
import { recordPurchase } from '@/server/modules/offers/pixels/record-purchase';

interface Recovered {
  id: string;
  email: string;
  valueAtSend: bigint;
  currencyAtSend: string;
}

/**
 * Locks the newest open reminder and marks it recovered. Of two calls at once the second waits, finds that reminder
 * recovered, and marks the next one; if the first call is rolled back, the second marks the newest.
 */
const markRecovered = workspaceStatement<Recovered, [customerId: string, checkoutSessionId: string, completedAt: Date]>(
  'abandoned-cart.recover',
  `UPDATE "AbandonedCartReminder" r SET "recoveredAt" = $4::timestamptz, "recoveredBySessionId" = $3
   WHERE r."accountId" = $1 AND r."recoveredAt" IS NULL AND r.id = (
     SELECT n.id FROM "AbandonedCartReminder" n
     WHERE n."accountId" = $1 AND n."customerId" = $2 AND n."recoveredAt" IS NULL
       AND n."sentAt" >= $4::timestamptz - interval '72 hours' AND n."sentAt" <= $4::timestamptz
     ORDER BY n."sentAt" DESC, n.id DESC LIMIT 1 FOR UPDATE)
   RETURNING r.id, r.email, r."valueAtSend", r."currencyAtSend"`,
);

/**
 * Finds the reminder's buyer: the contact with its e-mail, whatever the contact's phone, else the contact with its
 * customer id.
 */
const findBuyer = workspaceStatement<{ contactId: string | null }, [email: string, customerId: string]>(
  'abandoned-cart.buyer',
  `SELECT ${contactOf('b', '$3')} AS "contactId" FROM (SELECT $2::text AS email, NULL::text AS "phoneE164") b`,
);

/**
 * Marks the customer's most recent unrecovered reminder of the 72 hours before the purchase, reports both, and notes
 * the purchase for the pixels.
 */
export async function recover(db: WorkspaceDb, input: RecoverInput): Promise<RecoverOutput> {
  const { customerId, checkoutSessionId } = input;
  const completedAt = input.completedAt ?? db.now;
  return await db.transaction(async (tx) => {
    const [reminder] = await tx.rows(markRecovered, customerId, checkoutSessionId, completedAt);
    if (reminder === undefined) return { recovered: false };
    const { id, email, valueAtSend, currencyAtSend } = reminder;
    const contactId = (await tx.rows(findBuyer, email, customerId))[0]?.contactId ?? null;
    // The cart before the purchase: who is led by both leaves because it came back.
    if (contactId !== null) await fire(tx, [{ type: 'cart_recovered', contactId, data: { reminderId: id } }]);
    await recordRecoveredCart(tx, {
      checkoutSessionId,
      at: completedAt,
      contactId,
      value: valueAtSend,
      currency: currencyAtSend,
    });
    await recordPurchase(tx, {
      checkoutSessionId,
      value: toNumber(valueAtSend),
      currency: currencyAtSend,
      valueFrom: 'recover',
      customerId,
      email,
      occurredAt: completedAt,
    });
    return { recovered: true, reminderId: id };
  });
}
