/**
 * Merges contacts into one, and undoes a merge (docs/contract/contacts.md#duplicates). Each is one transaction under
 * the contacts lock.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import type * as z from 'zod';
import { namesOf } from '@/server/platform/db/columns';
import { objectIn } from '@/server/platform/db/stored';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import { KEPT_DAYS, keptSince } from '@/server/platform/lib/retention';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { originOf, type Origin } from '@/server/modules/audience/contacts/consents';
import { addressOf, identityHash } from '@/server/modules/audience/contacts/identity';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import { fold, MAPS, noChange, type Change } from '@/server/modules/audience/contacts/merge-fields';
import {
  aliasAll,
  membershipsOf,
  moveAll,
  moveAllBack,
  moveTheirReminders,
  type Addressed,
  type Membership,
} from '@/server/modules/audience/contacts/merge-moves';
import type { MergeInput, MergeResult, mergesOutput, Unmerged } from '@/server/modules/audience/contacts/merge-schema';
import { OptOuts, type Place, placesOf, type Suppressed } from '@/server/modules/audience/contacts/opt-outs';
import { type Candidate, candidate } from '@/server/modules/audience/contacts/plan-writes';
import {
  contactColumns,
  contactNameSql,
  presentContact,
  type ContactRow,
} from '@/server/modules/audience/contacts/rows';
import {
  differences,
  restoring,
  untouched,
  type ContactJson,
  type Fields,
} from '@/server/modules/audience/contacts/differences';
import { applyOptOuts, endBegun, heldSince } from '@/server/modules/audience/contacts/suppress';
import { ADDRESS_FAMILIES } from '@/server/modules/audience/contacts/vocabulary';
import { known, writeContacts, type Written } from '@/server/modules/audience/contacts/write';

const undoUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + KEPT_DAYS.merges * DAY_MS);

const holdContacts = workspaceStatement<{ id: string; contact: ContactJson }, [ids: string[]]>(
  'contacts.merge.hold',
  `SELECT c.id, to_jsonb(c) AS contact FROM "Contact" c WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])
    ORDER BY c.id FOR UPDATE`,
);
const findContact = workspaceStatement<ContactRow & { json: ContactJson }, [id: string]>(
  'contacts.merge.find',
  `SELECT ${contactColumns('c')}, to_jsonb(c) AS json FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2`,
);
const insertMerge = workspaceStatement<
  { id: string },
  [keepId: string, merged: string, mergedIds: string[], now: Date]
>(
  'contacts.merge.insert',
  `INSERT INTO "ContactMerge" ("accountId", "keepId", before, after, merged, "mergedIds", "createdAt")
    VALUES ($1, $2, '{}', '{}', $3::jsonb, $4::text[], $5::timestamptz) RETURNING id`,
);
const noteFields = workspaceStatement<never, [id: string, before: string, after: string]>(
  'contacts.merge.note-fields',
  `UPDATE "ContactMerge" m SET before = $3::jsonb, after = $4::jsonb WHERE m."accountId" = $1 AND m.id = $2`,
);
const deleteContacts = workspaceStatement<never, [ids: string[]]>(
  'contacts.merge.delete',
  `DELETE FROM "Contact" c WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])`,
);

const text = (contact: ContactJson, name: string): string | null => (contact[name] ?? null) as string | null;
const addressesOf = (contact: ContactJson) => ({
  email: text(contact, 'email'),
  phone: text(contact, 'phone'),
  phoneE164: text(contact, 'phoneE164'),
});

/** Columns that the kept contact gets when its own are empty, from the merged contacts in their order. */
const FILLED = ['firstName', 'lastName', 'externalRef', 'source'] as const;
/** The stricter, the higher; what is not said is subscribed. */
const strictness = (word: unknown): number => (word === 'unsubscribed' ? 2 : word === 'pending' ? 1 : 0);

/** Returns the values that the kept contact gets from the others. */
function gained(keep: ContactJson, others: readonly ContactJson[], suppressed: readonly Suppressed[]): Change {
  const columns: Record<string, string | null> = {};
  for (const name of FILLED) {
    const value = text(keep, name) ?? others.map((other) => text(other, name)).find((each) => each !== null) ?? null;
    if (value !== text(keep, name)) columns[name] = value;
  }
  const email =
    text(keep, 'email') ?? others.map((other) => text(other, 'email')).find((each) => each !== null) ?? null;
  const phoned = text(keep, 'phone') !== null ? keep : others.find((other) => text(other, 'phone') !== null);
  const phone = phoned === undefined ? null : text(phoned, 'phone');
  if (email !== text(keep, 'email') || phone !== text(keep, 'phone'))
    Object.assign(columns, {
      email,
      phone,
      phoneE164: phoned === undefined ? null : text(phoned, 'phoneE164'),
      identityHash: identityHash(email, phone),
    });
  let change: Change = { columns, maps: {} };
  for (const map of MAPS.filter((each) => each !== 'subscriptions'))
    for (const [key, value] of others.flatMap((other) => Object.entries(objectIn(other[map]))))
      if (!(key in objectIn(keep[map])) && !(key in (change.maps[map]?.set ?? {})))
        change = fold(change, { columns: {}, maps: { [map]: { set: { [key]: value }, gone: [] } } });
  return fold(change, { columns: {}, maps: { subscriptions: { set: strictest(keep, others, suppressed), gone: [] } } });
}

/**
 * Returns the contact's word on each family; a contact that says nothing and stands at an address that is closed is
 * unsubscribed there.
 */
function wordsOf(contact: ContactJson, suppressed: readonly Suppressed[]): Record<string, unknown> {
  const closed = placesOf(addressesOf(contact)).filter((place) => suppressed.some((each) => isAt(each, place)));
  return {
    ...Object.fromEntries(closed.map(({ family }) => [family, 'unsubscribed'])),
    ...objectIn(contact.subscriptions),
  };
}

const isAt = (one: Place, other: Place): boolean => one.family === other.family && one.address === other.address;

function strictest(
  keep: ContactJson,
  others: readonly ContactJson[],
  suppressed: readonly Suppressed[],
): Record<string, unknown> {
  const own = wordsOf(keep, suppressed);
  const words: Record<string, unknown> = {};
  for (const [family, word] of others.flatMap((other) => Object.entries(wordsOf(other, suppressed)))) {
    const present = words[family] ?? own[family];
    if (present === undefined || strictness(word) > strictness(present)) words[family] = word;
  }
  return words;
}

/**
 * @throws AppError NOT_FOUND for the kept contact, VALIDATION for unknown merged contacts, IDENTITY_TAKEN when a third
 * contact has the combined addresses
 */
export async function merge(db: WorkspaceDb, { keepId, mergeIds }: MergeInput): Promise<MergeResult> {
  const ids = [...new Set(mergeIds)];
  if (ids.includes(keepId)) throw invalid('mergeIds', 'must not contain keepId');
  try {
    return await inTurn(db.accountId, () => db.longTransaction((tx) => mergeIn(tx, keepId, ids)));
  } catch (error) {
    throw violates(error, 'Contact_accountId_identityHash_key') ? new AppError('IDENTITY_TAKEN') : error;
  }
}

async function mergeIn(tx: StatementTx, keepId: string, ids: string[]): Promise<MergeResult> {
  await lockContacts(tx);
  const held = new Map((await tx.rows(holdContacts, [keepId, ...ids])).map(({ id, contact }) => [id, contact]));
  const keep = held.get(keepId);
  if (keep === undefined) throw invalid('keepId', 'must be a contact of this workspace');
  const others = ids.map((id, index) => {
    const other = held.get(id);
    if (other === undefined) throw invalid(`mergeIds.${index}`, 'must be a contact of this workspace');
    return other;
  });
  const merged = { contacts: others, memberships: await membershipsOf(tx, ids) };
  const { id: mergeId } = orNotFound((await tx.rows(insertMerge, keepId, JSON.stringify(merged), ids, tx.now))[0]);
  await moveAll(tx, { keepId, mergeIds: ids, mergeId });
  await tx.rows(deleteContacts, ids);
  const origin: Origin = { ...originOf(tx.actor), source: { ...originOf(tx.actor).source, mergeId } };
  await take(tx, keep, others, origin);
  const { json, ...contact } = orNotFound((await tx.rows(findContact, keepId))[0]);
  const { before, after } = differences(keep, json, MAPS);
  await tx.rows(noteFields, mergeId, JSON.stringify(before), JSON.stringify(after));
  await aliasAll(tx, { keepId, mergeId }, others);
  await moveTheirReminders(tx, mergeId, others.map(addressed), contact.email);
  await tx.audit({
    action: 'contact.merge',
    targetType: 'contact',
    targetId: keepId,
    data: { merged: ids.length },
  });
  return { id: mergeId, contact: presentContact(contact), mergedIds: ids, undoUntil: undoUntil(tx.now) };
}

const addressed = (contact: ContactJson): Addressed => ({ id: String(contact.id), email: text(contact, 'email') });

/**
 * Writes the gained values, and the opt-outs that follow: an opt-out of one of the merged contacts applies to the kept
 * contact, too.
 * @throws AppError VALIDATION when the combined data is more than one contact may have
 */
async function take(tx: StatementTx, keep: ContactJson, others: readonly ContactJson[], origin: Origin): Promise<void> {
  const { suppressed } = await known(tx, [keep, ...others].map(candidateOf));
  const change = gained(keep, others, suppressed);
  const own = addressesOf(keep);
  const { email = own.email, phone = own.phone, phoneE164 = own.phoneE164 } = change.columns;
  const subscriber = { email, phone, phoneE164, change: noChange() };
  const optOuts = new OptOuts(suppressed);
  const comesTo = ADDRESS_FAMILIES.filter((family) => addressOf(family, own) !== addressOf(family, subscriber));
  optOuts.write(subscriber, change, new Set(comesTo));
  const { begun, closed } = optOuts.outcome();
  const ofPeople = others.flatMap((other) =>
    placesOf(addressesOf(other)).filter((place) =>
      suppressed.some((each) => isAt(each, place) && (each.reason === 'recipient' || each.reason === 'complaint')),
    ),
  );
  const theirs = (place: Suppressed): Suppressed =>
    ofPeople.some(({ family }) => family === place.family) ? { ...place, reason: 'recipient' } : place;
  await applyOptOuts(tx, { begun: begun.map(theirs), closed }, origin);
  await writeKept(tx, { hash: String(keep.identityHash), isNew: false, change: subscriber.change }, origin);
}

const candidateOf = (contact: ContactJson): Candidate => {
  const { email, phone, phoneE164 } = addressesOf(contact);
  return candidate(0, { email, phone }, () => phoneE164);
};

/** @throws AppError VALIDATION when the data is too large to be written */
async function writeKept(tx: StatementTx, written: Written, origin: Origin): Promise<void> {
  const refused = await writeContacts(tx, [written], origin);
  if (refused.size > 0)
    throw invalid(
      'mergeIds',
      'have more attributes or handles together than one contact may have. Merge fewer contacts',
    );
}

interface MergeRow {
  keepId: string;
  before: Fields;
  after: Fields;
  merged: { contacts: ContactJson[]; memberships: Membership[] };
  mergedIds: string[];
  createdAt: Date;
  undoneAt: Date | null;
}

const holdMerge = workspaceStatement<MergeRow, [id: string]>(
  'contacts.unmerge.hold',
  `SELECT m."keepId", m.before, m.after, m.merged, m."mergedIds", m."createdAt", m."undoneAt" FROM "ContactMerge" m
    WHERE m."accountId" = $1 AND m.id = $2 FOR NO KEY UPDATE`,
);
const CONTACT_COLUMNS = namesOf('Contact')
  .map((name) => `"${name}"`)
  .join(', ');
/** The month's count and the figures are as if they had never gone. */
const insertBack = workspaceStatement<never, [contacts: string]>(
  'contacts.unmerge.insert',
  `INSERT INTO "Contact" (${CONTACT_COLUMNS}) SELECT ${CONTACT_COLUMNS}
    FROM jsonb_populate_recordset(NULL::"Contact", $2::jsonb) n WHERE n."accountId" = $1 ORDER BY n."identityHash"`,
);
const countOnce = workspaceStatement<never, [months: string[]]>(
  'contacts.unmerge.count-once',
  `UPDATE "ContactTally" t SET created = t.created - n.contacts, erased = t.erased - n.contacts
   FROM (SELECT m.month, count(*)::int AS contacts FROM unnest($2::text[]) m(month) GROUP BY m.month) n
     WHERE t."accountId" = $1 AND t.month = n.month`,
);
const noteUndone = workspaceStatement<never, [id: string, now: Date]>(
  'contacts.unmerge.note',
  `UPDATE "ContactMerge" m SET "undoneAt" = $3::timestamptz, merged = '{}', before = '{}', after = '{}'
    WHERE m."accountId" = $1 AND m.id = $2`,
);

/**
 * Undoes a merge. The merged contacts return with their ids and their data, and the kept contact gets its earlier
 * values back, except values changed since. Safe to repeat.
 * @throws AppError NOT_FOUND, BAD_STATE after 30 days, IDENTITY_TAKEN when a new contact has their addresses
 */
export async function unmerge(db: WorkspaceDb, id: string): Promise<Unmerged> {
  try {
    return await inTurn(db.accountId, () => db.longTransaction((tx) => unmergeIn(tx, id)));
  } catch (error) {
    throw violates(error, 'Contact_accountId_identityHash_key') ? new AppError('IDENTITY_TAKEN') : error;
  }
}

async function unmergeIn(tx: StatementTx, id: string): Promise<Unmerged> {
  await lockContacts(tx);
  const row = orNotFound((await tx.rows(holdMerge, id))[0]);
  const { keepId, mergedIds, createdAt, undoneAt } = row;
  if (undoneAt === null) {
    if (tx.now > undoUntil(createdAt))
      throw new AppError('BAD_STATE', {
        message: `A merge can be undone for ${KEPT_DAYS.merges} days, which are over.`,
        details: { until: undoUntil(createdAt) },
      });
    await restore(tx, id, row);
  }
  const { json: _, ...contact } = orNotFound((await tx.rows(findContact, keepId))[0]);
  return { id, contact: presentContact(contact), contactIds: mergedIds };
}

async function restore(tx: StatementTx, id: string, row: MergeRow): Promise<void> {
  const { keepId, before, createdAt } = row;
  const { contacts, memberships } = row.merged;
  const { json: keep } = orNotFound((await tx.rows(findContact, keepId))[0]);
  const since = await laterWords(tx, keepId, id);
  const untouchedSince = untouched(keep, row).filter(
    (name) => !name.startsWith(SUBSCRIPTION) || strictness(before[name]) >= since(name.slice(SUBSCRIPTION.length)),
  );
  const own = addressesOf(keep);
  // What the merge itself began, and nobody has said since.
  const begun = placesOf(own).filter(({ family }) => untouchedSince.includes(SUBSCRIPTION + family));
  await endBegun(tx, begun, { from: createdAt, to: createdAt }, ['merchant', 'recipient']);
  const isHeld = await heldSince(
    tx,
    [keep, ...contacts].flatMap((each) => placesOf(addressesOf(each))),
    createdAt,
  );
  const held = placesOf(own).filter(isHeld);
  const names = untouchedSince.filter(
    (name) => before[name] === 'unsubscribed' || !held.some(({ family }) => name === SUBSCRIPTION + family),
  );
  const origin: Origin = { ...originOf(tx.actor), source: { ...originOf(tx.actor).source, mergeId: id } };
  const change = restoring(names, before);
  // Its identity follows from its addresses, whichever of them it gives back.
  const { email = own.email, phone = own.phone } = change.columns;
  if (email !== own.email || phone !== own.phone) change.columns.identityHash = identityHash(email, phone);
  await writeKept(tx, { hash: String(keep.identityHash), isNew: false, change }, origin);
  await tx.rows(insertBack, JSON.stringify(contacts));
  await inherit(tx, contacts, isHeld, origin);
  await tx.rows(
    countOnce,
    contacts.map((contact) => String(contact.createdAt).slice(0, 7)),
  );
  await moveAllBack(tx, { keepId, mergeId: id }, contacts.map(addressed), memberships);
  await tx.rows(noteUndone, id, tx.now);
  await tx.audit({
    action: 'contact.unmerge',
    targetType: 'contact',
    targetId: keepId,
    data: { merged: contacts.length },
  });
}

/** Applies to restored contacts the opt-outs that were given at their addresses during the merge. */
async function inherit(
  tx: StatementTx,
  contacts: readonly ContactJson[],
  isHeld: (place: Place) => boolean,
  origin: Origin,
): Promise<void> {
  const writes = contacts.flatMap((contact): Written[] => {
    const words = objectIn(contact.subscriptions);
    const closed = placesOf(addressesOf(contact)).filter(
      (place) => isHeld(place) && words[place.family] !== 'unsubscribed' && words[place.family] !== 'pending',
    );
    if (closed.length === 0) return [];
    const set = Object.fromEntries(closed.map(({ family }) => [family, 'unsubscribed']));
    const change = { columns: {}, maps: { subscriptions: { set, gone: [] } } };
    return [{ hash: String(contact.identityHash), isNew: false, change }];
  });
  if (writes.length > 0) await writeContacts(tx, writes, origin);
}

const SUBSCRIPTION = 'subscriptions.';
const findOtherMerges = workspaceStatement<{ contacts: ContactJson[] }, [keepId: string, id: string]>(
  'contacts.unmerge.others',
  `SELECT m.merged->'contacts' AS contacts FROM "ContactMerge" m
    WHERE m."accountId" = $1 AND m."keepId" = $2 AND m.id <> $3 AND m."undoneAt" IS NULL`,
);

/**
 * Returns the strictest subscription, by family, of the contacts that are still merged into this one: their opt-outs
 * stay.
 */
async function laterWords(tx: StatementTx, keepId: string, id: string): Promise<(family: string) => number> {
  const others = (await tx.rows(findOtherMerges, keepId, id)).flatMap(({ contacts }) => contacts);
  return (family) => Math.max(0, ...others.map((other) => strictness(objectIn(other.subscriptions)[family])));
}

const findMerges = workspaceStatement<
  { id: string; name: string; keepId: string; count: number; createdAt: Date },
  [since: Date]
>(
  'contacts.merges',
  `SELECT m.id, coalesce(nullif(${contactNameSql('c')}, ''), c.id) AS name, m."keepId", cardinality(m."mergedIds") AS count,
    m."createdAt"
   FROM (SELECT * FROM "ContactMerge" o WHERE o."accountId" = $1 AND o."undoneAt" IS NULL
     AND o."createdAt" > $2::timestamptz ORDER BY o."createdAt" DESC, o.id DESC LIMIT 20) m
   CROSS JOIN LATERAL (SELECT * FROM "Contact" k
     WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = m."keepId" OFFSET 0) c ORDER BY m."createdAt" DESC, m.id DESC`,
);

/** Lists the merges that can still be undone, the newest 20. */
export async function merges(db: WorkspaceDb): Promise<z.output<typeof mergesOutput>> {
  return { merges: (await db.rows(findMerges, keptSince('merges', db.now))).map(listed) };
}

const listed = <Row extends { createdAt: Date }>(row: Row): Row & { undoUntil: Date } => ({
  ...row,
  undoUntil: undoUntil(row.createdAt),
});
