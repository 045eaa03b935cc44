/**
 * Records a reminder that the partner sent (docs/contract/abandoned-cart.md#recording-a-reminder), with its effects.
 */
import type { Logger } from 'pino';
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { foreignCampaign, invalid } from '@/server/platform/errors';
import { lockBuyer } from '@/server/modules/offers/abandoned-cart/lock';
import { isOptedOut, optOutAt } from '@/server/modules/offers/abandoned-cart/opted-out';
import type { RecordReminderInput, RecordReminderOutput } from '@/server/modules/offers/abandoned-cart/schema';
import { fire } from '@/server/platform/outbox/triggers';
import { contactOfEmail } from '@/server/modules/audience/contacts/find';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import { prepare, takeIn } from '@/server/modules/audience/contacts/write';

/**
 * The effects of a new reminder (docs/contract/abandoned-cart.md#recording-a-reminder): the buyer becomes a contact,
 * and the abandoned_cart trigger fires for the contact.
 */
interface AbandonedCart {
  reminderId: string;
  cartId: string;
  customerId: string;
  /** The buyer's e-mail in lower case. */
  email: string;
}

/**
 * Finds the contact by e-mail, even if the contact has a phone number: a reminder has none, and must not create the
 * same person twice.
 */
const findByEmail = workspaceStatement<{ id: string }, [email: string]>(
  'abandoned-cart.contact',
  `SELECT p.id FROM (SELECT ${contactOfEmail('$2::text')} AS id WHERE $1 <> '') p WHERE p.id IS NOT NULL`,
);

/** Makes the buyer a contact and fires the trigger. If the plan has no room for another contact, no trigger fires. */
async function triggerCart(db: WorkspaceDb, { email, ...cart }: AbandonedCart): Promise<void> {
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

/**
 * Inserts a reminder. Without source or ref every retry inserts another one, because null values never conflict in the
 * unique index.
 */
const insertReminder = workspaceStatement<
  { id: string },
  [
    customerId: string,
    cartId: string,
    email: string,
    cartSnapshot: string,
    value: number,
    currency: string,
    discountCodeId: string | null,
    campaignId: string | null,
    source: string | null,
    ref: string | null,
    now: Date,
  ]
>(
  'abandoned-cart.record',
  `INSERT INTO "AbandonedCartReminder" ("accountId", "customerId", "cartId", email, "cartSnapshot", "valueAtSend",
    "currencyAtSend", "discountCodeId", "marketingCampaignId", "externalSource", "externalRef", "sentAt")
   SELECT $1, $2, $3, $4, $5::jsonb, $6::bigint, $7, $8, $9, $10, $11, $12::timestamptz
   WHERE NOT EXISTS (${optOutAt('$4')})
   ON CONFLICT ("accountId", "externalSource", "externalRef") DO NOTHING
   RETURNING id`,
);

const findRecorded = workspaceStatement<{ id: string }, [source: string, ref: string]>(
  'abandoned-cart.recorded',
  `SELECT r.id FROM "AbandonedCartReminder" r
    WHERE r."accountId" = $1 AND r."externalSource" = $2 AND r."externalRef" = $3`,
);

const OPTED_OUT: RecordReminderOutput = { id: '', created: false, reason: 'opted_out' };

/** Under the buyer's lock, so that no opt-out comes between the look and the write. */
async function record(tx: StatementTx, input: RecordReminderInput): Promise<RecordReminderOutput> {
  const { email, externalSource = null, externalRef = null } = input;
  const { hasMerges } = await lockBuyer(tx, email);
  // To plan the question about aliases takes as long as to plan all the rest: only workspaces with merges pay for it.
  if (hasMerges && (await isOptedOut(tx, email))) return OPTED_OUT;
  const [inserted] = await tx.rows(
    insertReminder,
    input.customerId,
    input.cartId,
    email,
    JSON.stringify(input.cartSnapshot),
    input.valueAtSend,
    input.currencyAtSend,
    input.discountCodeId ?? null,
    input.marketingCampaignId ?? null,
    externalSource,
    externalRef,
    tx.now,
  );
  if (inserted !== undefined) return { id: inserted.id, created: true };
  if (await isOptedOut(tx, email)) return OPTED_OUT;
  // Looked for anew: a twin that committed after the insert's snapshot was taken is not in it.
  const [recorded] =
    externalSource === null || externalRef === null ? [] : await tx.rows(findRecorded, externalSource, externalRef);
  if (recorded === undefined) throw new Error('A reminder was neither recorded nor there.');
  return { id: recorded.id, created: false };
}

/** Turns the database's refusal into an error that the client should read. */
function refused(error: unknown): unknown {
  if (violates(error, 'AbandonedCartReminder_accountId_discountCodeId_fkey'))
    return invalid('discountCodeId', 'does not name a discount code of this workspace');
  if (violates(error, 'AbandonedCartReminder_accountId_marketingCampaignId_fkey')) {
    return foreignCampaign();
  }
  return error;
}

/**
 * Records a reminder once for each (externalSource, externalRef). The partner decides whether reminders are enabled. A
 * buyer who has opted out gets no row, also on a retry. If an effect of a new reminder fails, that is logged and the
 * reminder stays.
 * @throws AppError VALIDATION for an unknown code or campaign
 */
export async function recordReminder(
  db: WorkspaceDb,
  log: Logger,
  input: RecordReminderInput,
): Promise<RecordReminderOutput> {
  let recorded: RecordReminderOutput;
  try {
    recorded = await db.transaction((tx) => record(tx, input));
  } catch (error) {
    throw refused(error);
  }
  if (recorded.created) {
    try {
      await triggerCart(db, {
        reminderId: recorded.id,
        cartId: input.cartId,
        customerId: input.customerId,
        email: input.email,
      });
    } catch (error) {
      log.warn(
        { err: error, accountId: db.accountId, reminderId: recorded.id },
        'a reminder was recorded without its contact and trigger',
      );
    }
  }
  return recorded;
}
