/**
 * The contact of a person who signs up (docs/contract/forms.md#contacts). Senders of a form do not prove who they are.
 * So before a confirmation, a form overwrites nothing of an existing contact and removes no subscription.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { Origin } from '@/server/modules/audience/contacts/consents';
import { addressOf, identityHash } from '@/server/modules/audience/contacts/identity';
import { changeOf, fold, noChange, type Change } from '@/server/modules/audience/contacts/merge-fields';
import { OptOuts, type Suppressed } from '@/server/modules/audience/contacts/opt-outs';
import type { Candidate } from '@/server/modules/audience/contacts/plan-writes';
import type { ContactFields } from '@/server/modules/audience/contacts/schema';
import { applyOptOuts } from '@/server/modules/audience/contacts/suppress';
import { ADDRESS_FAMILIES, type AddressFamily } from '@/server/modules/audience/contacts/vocabulary';
import { writeContacts, type Written } from '@/server/modules/audience/contacts/write';
import type { Entered } from '@/server/modules/audience/forms/entered';
import type { Consents } from '@/server/modules/audience/forms/schema';

/** The source of a contact that came by a form. */
const FORM_SOURCE = 'form';

export interface KnownContact {
  id: string;
  identityHash: string;
  email: string | null;
  phone: string | null;
  phoneE164: string | null;
  firstName: string | null;
  lastName: string | null;
  attributes: Record<string, unknown>;
  subscriptions: Record<string, unknown>;
}

const COLUMNS = [
  'id',
  'identityHash',
  'email',
  'phone',
  'phoneE164',
  'firstName',
  'lastName',
  'attributes',
  'subscriptions',
]
  .map((name) => `c."${name}"`)
  .join(', ');

/** The very identity, else the newest at the e-mail; by the phone only whoever gives no e-mail. */
const findContact = workspaceStatement<
  KnownContact,
  [identityHash: string, email: string | null, phoneE164: string | null]
>(
  'forms.contact',
  `SELECT ${COLUMNS} FROM (
     (SELECT p.id, 1 AS rank FROM "Contact" p WHERE p."accountId" = ${THIS_WORKSPACE} AND p."identityHash" = $2)
     UNION ALL (SELECT p.id, 2 FROM "Contact" p WHERE p."accountId" = ${THIS_WORKSPACE} AND p.email = $3::text
       ORDER BY p."createdAt" DESC, p.id DESC LIMIT 1)
     UNION ALL (SELECT p.id, 3 FROM "Contact" p
       WHERE p."accountId" = ${THIS_WORKSPACE} AND $3::text IS NULL AND p."phoneE164" = $4::text
       ORDER BY p."createdAt" DESC, p.id DESC LIMIT 1)) n
   CROSS JOIN LATERAL (SELECT * FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = n.id OFFSET 0) c
   WHERE $1::text IS NOT NULL ORDER BY n.rank LIMIT 1`,
);

/** Called under the lock of contacts. */
export const contactAt = async (
  tx: StatementTx,
  { hash, email, phoneE164 }: { hash: string; email: string | null; phoneE164: string | null },
): Promise<KnownContact | undefined> => (await tx.rows(findContact, hash, email, phoneE164))[0];

const findOwner = workspaceStatement<{ id: string }, [identityHash: string]>(
  'forms.owner-of-identity',
  `SELECT c.id FROM "Contact" c WHERE c."accountId" = $1 AND c."identityHash" = $2`,
);

/**
 * Returns the change by the entered values, for an existing contact. The contact gets the phone number if it has none,
 * unless another contact has both addresses.
 * @param isProven true when the person has proven their e-mail: entered values then replace existing values
 * @returns `comesToPhone`: true when the contact gets a phone number
 */
async function enriched(
  tx: StatementTx,
  contact: KnownContact,
  { phone, firstName, lastName, attributes }: ContactFields,
  { phoneE164, isProven }: { phoneE164: string | null; isProven: boolean },
): Promise<{ change: Change; comesToPhone: boolean }> {
  const isFree = (present: unknown): boolean => isProven || present === null || present === undefined;
  const given: ContactFields = {
    ...(firstName !== undefined && isFree(contact.firstName) && { firstName }),
    ...(lastName !== undefined && isFree(contact.lastName) && { lastName }),
    ...(attributes !== undefined && {
      attributes: Object.fromEntries(Object.entries(attributes).filter(([key]) => isFree(contact.attributes[key]))),
    }),
  };
  const change = fold(noChange(), changeOf(given));
  if (phone === undefined || phone === null || contact.phone !== null) return { change, comesToPhone: false };
  const hash = identityHash(contact.email, phone);
  if ((await tx.rows(findOwner, hash)).length > 0) return { change, comesToPhone: false };
  return {
    change: fold(change, { columns: { phone, phoneE164, identityHash: hash }, maps: {} }),
    comesToPhone: true,
  };
}

interface Writing {
  person: Candidate;
  entered: Entered;
  suppressed: readonly Suppressed[];
  waits: boolean;
  isClosed: boolean;
  origin: Origin;
  listId: string | null;
}

const subscribe = (words: Record<string, string>): Change => ({
  ...noChange(),
  maps: { subscriptions: { set: words, gone: [] } },
});

const EVERYWHERE: ReadonlySet<AddressFamily> = new Set(ADDRESS_FAMILIES);
const PHONES: ReadonlySet<AddressFamily> = new Set(['sms', 'whatsapp']);

/**
 * Adds a new contact. Families without consent are `pending`, too: nobody gets messages on a channel for which they
 * only gave the address.
 */
export async function addNew(
  tx: StatementTx,
  { person, entered, suppressed, waits, origin, listId }: Writing,
): Promise<string> {
  const words = Object.fromEntries(
    ADDRESS_FAMILIES.filter((family) => addressOf(family, person) !== null).map((family) => [
      family,
      family in entered.consents && !waits ? 'subscribed' : 'pending',
    ]),
  );
  const { hash, email, phone, phoneE164 } = person;
  const subscriber = { email, phone, phoneE164, change: noChange() };
  const optOuts = new OptOuts(suppressed);
  const columns = { source: FORM_SOURCE, ...(phone !== null && { phoneE164 }) };
  const sent = fold(changeOf(entered.fields), { columns, maps: {} });
  optOuts.write(subscriber, fold(sent, subscribe(words)), EVERYWHERE);
  await writeSignUp(tx, { hash, isNew: true, change: subscriber.change }, origin, listId);
  const [row] = await tx.rows(findOwner, hash);
  if (row === undefined) throw new Error('A contact of a form was not written.');
  return row.id;
}

export async function addToKnown(
  tx: StatementTx,
  { person, entered, suppressed, waits, isClosed, origin, listId, contact }: Writing & { contact: KnownContact },
): Promise<string> {
  const { id, identityHash, subscriptions } = contact;
  if (waits) {
    // Somebody else may have sent it: whoever is subscribed stays so, and nothing is written before they confirm.
    const isOut = subscriptions.email === 'unsubscribed' || suppressed.some(({ family }) => family === 'email');
    if (!isOut || isClosed || !('email' in entered.consents)) return id;
    await writeSignUp(tx, { hash: identityHash, isNew: false, change: subscribe({ email: 'pending' }) }, origin);
    return id;
  }
  const change = await signedUp(tx, contact, { ...entered, suppressed, person, isProven: false }, origin);
  await writeSignUp(tx, { hash: identityHash, isNew: false, change }, origin, listId);
  return id;
}

/**
 * Writes a sign-up. If the entered data makes the attributes too large, the consent is still written, and the
 * attributes stay as they were.
 */
export async function writeSignUp(
  tx: StatementTx,
  written: Written,
  origin: Origin,
  listId: string | null = null,
): Promise<void> {
  if ((await writeContacts(tx, [written], origin, listId)).size === 0) return;
  const { attributes: _, ...maps } = written.change.maps;
  await writeContacts(tx, [{ ...written, change: { ...written.change, maps } }], origin, listId);
}

/** Returns the change to an existing contact by a sign-up. Called under the lock. */
export async function signedUp(
  tx: StatementTx,
  contact: KnownContact,
  {
    fields,
    consents,
    suppressed,
    person,
    isProven,
  }: {
    fields: ContactFields;
    consents: Consents;
    suppressed: readonly Suppressed[];
    person: Pick<Candidate, 'phoneE164'>;
    isProven: boolean;
  },
  origin: Origin,
): Promise<Change> {
  const { phoneE164 } = person;
  const { change, comesToPhone } = await enriched(tx, contact, fields, { phoneE164, isProven });
  const { email, phone } = contact;
  const subscriber = {
    email,
    phone: comesToPhone ? (fields.phone ?? null) : phone,
    phoneE164: comesToPhone ? phoneE164 : contact.phoneE164,
    change: noChange(),
  };
  const words = Object.fromEntries(
    (Object.keys(consents) as AddressFamily[])
      .filter((family) => addressOf(family, subscriber) !== null)
      .map((family) => [family, 'subscribed']),
  );
  const optOuts = new OptOuts(suppressed);
  optOuts.write(subscriber, fold(change, subscribe(words)), comesToPhone ? PHONES : new Set());
  await applyOptOuts(tx, optOuts.outcome(), origin);
  return subscriber.change;
}
