/** The merchants' operations on contacts (docs/contract/contacts.md): find, create or update, change, unsubscribe. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import { originOf } from '@/server/modules/audience/contacts/consents';
import { changeOf, fold, noChange } from '@/server/modules/audience/contacts/merge-fields';
import { candidate } from '@/server/modules/audience/contacts/plan-writes';
import { addressOf, type Addresses } from '@/server/modules/audience/contacts/identity';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import { OptOuts } from '@/server/modules/audience/contacts/opt-outs';
import { contactColumns, presentContact, type ContactRow } from '@/server/modules/audience/contacts/rows';
import {
  type Contact,
  type ContactFields,
  MAX_MERGED_BYTES,
  TOO_LARGE,
  type UpdateInput,
} from '@/server/modules/audience/contacts/schema';
import { ADDRESS_FAMILIES, isReachable } from '@/server/modules/audience/contacts/vocabulary';
import { applyOptOuts } from '@/server/modules/audience/contacts/suppress';
import { known, phoneReader, prepareGated, takeIn, writeContacts } from '@/server/modules/audience/contacts/write';
import { firesInside } from '@/server/platform/outbox/publish-trigger';

const findContact = workspaceStatement<ContactRow, [id: string]>(
  'contacts.find',
  `SELECT ${contactColumns('c')} FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2`,
);

const findByIdentity = workspaceStatement<ContactRow, [hash: string]>(
  'contacts.find-by-identity',
  `SELECT ${contactColumns('c')} FROM "Contact" c WHERE c."accountId" = $1 AND c."identityHash" = $2`,
);

const lockContact = workspaceStatement<ContactRow & Addresses, [id: string]>(
  'contacts.lock-one',
  `SELECT ${contactColumns('c')}, c."phoneE164" FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2 FOR UPDATE`,
);

/**
 * Marks a contact as deleted, for events and funnels: clients' view of the row does not distinguish a deletion from
 * another change.
 */
const markDeleted = workspaceStatement<never, [id: string, now: Date]>(
  'contacts.mark-deleted',
  `WITH reported AS (${firesInside('unsubscribed', `SELECT $2::text AS "contactId", '{"family": null}'::jsonb AS data`, '$3')})
   UPDATE "Contact" c SET "deletedAt" = $3::timestamptz WHERE c."accountId" = $1 AND c.id = $2`,
);

const tooLarge = (): AppError =>
  invalid(
    'attributes',
    `subscriptions, socialHandles and attributes must have at most ${MAX_MERGED_BYTES / 1024} KB each after merging`,
  );

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, id: string): Promise<Contact> {
  const [row] = await db.rows(findContact, id);
  return presentContact(orNotFound(row));
}

/**
 * Creates a contact; if its identity exists, updates the sent fields. @throws AppError PLAN_LIMIT, VALIDATION for maps
 * that become too large
 */
export async function upsert(db: WorkspaceDb, fields: ContactFields): Promise<Contact> {
  const prepared = await prepareGated(db, [{ row: 0, fields }]);
  return await inTurn(db.accountId, () =>
    db.transaction(async (tx) => {
      await lockContacts(tx);
      const { refusals } = await takeIn(tx, prepared, {
        skipExisting: false,
        source: null,
        origin: originOf(tx.actor),
      });
      if (refusals[0]?.reason === TOO_LARGE) throw tooLarge();
      // The schema lets in nothing else that could be refused.
      if (refusals.length > 0) requireWithinLimit(prepared.plan, 'contacts', prepared.plan.contacts + 1);
      const [row] = await tx.rows(findByIdentity, prepared.candidates[0]?.hash ?? '');
      return presentContact(orNotFound(row));
    }),
  );
}

/** Partial. @throws AppError NOT_FOUND, VALIDATION when neither e-mail nor phone would be left, IDENTITY_TAKEN */
export async function update(db: WorkspaceDb, input: UpdateInput): Promise<{ id: string }> {
  return await write(db, input);
}

async function write(
  db: WorkspaceDb,
  { id, ...fields }: UpdateInput,
  first?: (tx: StatementTx) => Promise<unknown>,
): Promise<{ id: string }> {
  const read = await phoneReader(db);
  try {
    return await inTurn(db.accountId, () =>
      db.transaction(async (tx) => {
        await lockContacts(tx);
        await first?.(tx);
        await change(tx, id, fields, read);
        return { id };
      }),
    );
  } catch (error) {
    throw violates(error, 'Contact_accountId_identityHash_key') ? new AppError('IDENTITY_TAKEN') : error;
  }
}

/**
 * Unsubscribes from e-mail, SMS and WhatsApp, for every contact with the same addresses. The contact stays. @throws
 * AppError NOT_FOUND
 */
export async function unsubscribe(db: WorkspaceDb, id: string): Promise<{ id: string; status: 'unsubscribed' }> {
  await write(
    db,
    { id, subscriptions: Object.fromEntries(ADDRESS_FAMILIES.map((family) => [family, 'unsubscribed'])) },
    (tx) => tx.rows(markDeleted, id, tx.now),
  );
  return { id, status: 'unsubscribed' };
}

async function change(
  tx: StatementTx,
  id: string,
  fields: ContactFields,
  read: (phone: string) => string | null,
): Promise<void> {
  const before = orNotFound((await tx.rows(lockContact, id))[0]);
  if (Object.keys(fields).length === 0) return;
  const merged = { email: before.email, phone: before.phone, ...fields };
  if (!isReachable(merged)) throw invalid('email', 'is required unless the contact keeps a phone with digits');
  const after = candidate(0, merged, read);
  // A phone that is not sent keeps the form it was read in, whatever country the workspace has by now.
  if (fields.phone === undefined) after.phoneE164 = before.phoneE164;

  const optOuts = new OptOuts((await known(tx, [after, { ...after, hash: before.identityHash }])).suppressed);
  const subscriber = { email: after.email, phone: after.phone, phoneE164: after.phoneE164, change: noChange() };
  optOuts.write(
    subscriber,
    fold(changeOf(fields), { columns: { phoneE164: after.phoneE164, identityHash: after.hash }, maps: {} }),
    new Set(ADDRESS_FAMILIES.filter((family) => addressOf(family, before) !== addressOf(family, subscriber))),
  );
  const origin = originOf(tx.actor);
  await applyOptOuts(tx, optOuts.outcome(), origin);
  const written = { hash: before.identityHash, isNew: false, change: subscriber.change };
  const refused = await writeContacts(tx, [written], origin);
  if (refused.size > 0) throw tooLarge();
}
