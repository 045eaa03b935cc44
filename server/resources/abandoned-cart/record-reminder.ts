/**
 * Recording a reminder that the partner sent (docs/contract/abandoned-cart.md#recording-a-reminder), and what follows
 * from it.
 */
import type { Logger } from 'pino';
import { workspaceStatement } from '@/server/db/statement';
import { violates } from '@/server/db/violations';
import type { StatementTx, WorkspaceDb } from '@/server/db/workspace';
import { foreignCampaign, invalid } from '@/server/errors';
import { lockBuyer } from '@/server/resources/abandoned-cart/lock';
import { wantsNoReminders } from '@/server/resources/abandoned-cart/opted-out';
import type { RecordReminderInput, RecordReminderOutput } from '@/server/resources/abandoned-cart/schema';
import { triggerCart } from '@/server/resources/abandoned-cart/trigger';

/** Without both of source and ref nothing conflicts, for absent values are distinct to the index: every retry is a reminder. */
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
  `INSERT INTO "AbandonedCartReminder" ("accountId", "customerId", "cartId", email, "cartSnapshot", "valueAtSend", "currencyAtSend", "discountCodeId", "marketingCampaignId", "externalSource", "externalRef", "sentAt")
   SELECT $1, $2, $3, $4, $5::jsonb, $6::bigint, $7, $8, $9, $10, $11, $12::timestamptz
   WHERE NOT ${wantsNoReminders('$4')}
   ON CONFLICT ("accountId", "externalSource", "externalRef") DO NOTHING
   RETURNING id`,
);

const findRecorded = workspaceStatement<{ id: string }, [source: string, ref: string]>(
  'abandoned-cart.recorded',
  `SELECT r.id FROM "AbandonedCartReminder" r WHERE r."accountId" = $1 AND r."externalSource" = $2 AND r."externalRef" = $3`,
);

const findOptOut = workspaceStatement<{ isOptedOut: boolean }, [email: string]>(
  'abandoned-cart.opted-out',
  `SELECT ${wantsNoReminders('$2::text')} AS "isOptedOut" WHERE $1 <> ''`,
);

/** Under the buyer's lock, so that no opt-out comes between the look and the write. */
async function record(tx: StatementTx, input: RecordReminderInput): Promise<RecordReminderOutput> {
  const { email, externalSource = null, externalRef = null } = input;
  await lockBuyer(tx, email);
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
  if ((await tx.rows(findOptOut, email))[0]?.isOptedOut === true)
    return { id: '', created: false, reason: 'opted_out' };
  // Looked for anew: a twin that committed after the insert's snapshot was taken is not in it.
  const [recorded] =
    externalSource === null || externalRef === null ? [] : await tx.rows(findRecorded, externalSource, externalRef);
  if (recorded === undefined) throw new Error('A reminder was neither recorded nor there.');
  return { id: recorded.id, created: false };
}

/** What the database refused, as the client should read it. */
function refused(error: unknown): unknown {
  if (violates(error, 'AbandonedCartReminder_accountId_discountCodeId_fkey'))
    return invalid('discountCodeId', 'no such code in this workspace');
  if (violates(error, 'AbandonedCartReminder_accountId_marketingCampaignId_fkey')) {
    return foreignCampaign();
  }
  return error;
}

/**
 * Recorded once for each (externalSource, externalRef); whether reminders are enabled is the partner's to know. A buyer
 * who has opted out gets no row, also on a retry. What follows from a new one may fail: that is logged, and the
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
