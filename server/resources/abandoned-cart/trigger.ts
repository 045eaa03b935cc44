/**
 * What follows from a new reminder (docs/contract/abandoned-cart.md#recording-a-reminder): its buyer becomes a contact,
 * and the abandoned_cart trigger is fired for them.
 */
import { workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import { fire } from '@/server/events/triggers';
import { contactOfEmail } from '@/server/resources/contacts/find';
import { inTurn, lockContacts } from '@/server/resources/contacts/lock';
import { prepare, takeIn } from '@/server/resources/contacts/write';

export interface AbandonedCart {
  reminderId: string;
  cartId: string;
  customerId: string;
  /** In lower case. */
  email: string;
}

/** Whatever phone stands beside the e-mail: a reminder knows no phone, and must not make the same person twice. */
const findByEmail = workspaceStatement<{ id: string }, [email: string]>(
  'abandoned-cart.contact',
  `SELECT p.id FROM (SELECT ${contactOfEmail('$2::text')} AS id WHERE $1 <> '') p WHERE p.id IS NOT NULL`,
);

/** A contact over the plan's limit is left out, and without one there is nobody to fire for. */
export async function triggerCart(db: WorkspaceDb, { email, ...cart }: AbandonedCart): Promise<void> {
  const prepared = await prepare(db, [{ row: 0, fields: { email } }]);
  await inTurn(db.accountId, () =>
    db.transaction(async (tx) => {
      await lockContacts(tx);
      let [contact] = await tx.rows(findByEmail, email);
      if (contact === undefined) {
        await takeIn(tx, prepared, { skipExisting: true, source: 'abandoned_cart', origin: { by: 'shop' } });
        [contact] = await tx.rows(findByEmail, email);
      }
      if (contact !== undefined) await fire(tx, [{ type: 'abandoned_cart', contactId: contact.id, data: cart }]);
    }),
  );
}
