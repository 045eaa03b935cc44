/**
 * Records the changes that an import makes to contacts, in the same transaction, so that they can be undone
 * (docs/contract/contacts.md#undoing-an-import).
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { MAPS } from '@/server/modules/audience/contacts/merge-fields';
import { differences, keyOf, type ContactJson, type Fields } from '@/server/modules/audience/contacts/differences';

const readContacts = workspaceStatement<{ hash: string; id: string; contact: ContactJson }, [hashes: string[]]>(
  'contact-imports.contacts',
  `SELECT c."identityHash" AS hash, c.id, to_jsonb(c) AS contact FROM unnest($2::text[]) h(hash)
   CROSS JOIN LATERAL (SELECT * FROM "Contact" k
     WHERE k."accountId" = ${THIS_WORKSPACE} AND k."identityHash" = h.hash OFFSET 0) c`,
);

export type ContactsByHash = ReadonlyMap<string, { id: string; contact: ContactJson }>;

/** Reads the existing contacts of these identities. The caller holds the contacts lock. */
export const contactsOf = async (tx: StatementTx, hashes: readonly string[]): Promise<ContactsByHash> =>
  new Map((await tx.rows(readContacts, [...new Set(hashes)])).map(({ hash, ...row }) => [hash, row]));

/**
 * Reads the subscription changes of this transaction. They include contacts that are not in the file but share an
 * address that a row opted out.
 */
const readSubscriptions = workspaceStatement<
  { contactId: string; family: string; from: string | null; to: string | null },
  [importId: string, now: Date]
>(
  'contact-imports.subscriptions',
  `SELECT e."contactId", e.family, e."from", e."to" FROM "ConsentEntry" e
   WHERE e."accountId" = $1 AND e.at = $3::timestamptz AND e."by" = 'import' AND e.source->>'importId' = $2
     AND e."contactId" IS NOT NULL ORDER BY e.position`,
);

/** Stores changes. A contact that several chunks change keeps the state before the first and after the last change. */
const insertChanges = workspaceStatement<never, [importId: string, changes: string, now: Date]>(
  'contact-imports.note-changes',
  `INSERT INTO "ContactImportChange" AS u ("accountId", "importId", "contactId", "isNew", before, after, at)
   SELECT $1, $2, n."contactId", n."isNew", n.before, n.after, $4::timestamptz
   FROM jsonb_to_recordset($3::jsonb) AS n("contactId" text, "isNew" boolean, before jsonb, after jsonb)
     ORDER BY n."contactId"
   ON CONFLICT ("accountId", "importId", "contactId")
     DO UPDATE SET before = excluded.before || u.before, after = u.after || excluded.after, at = excluded.at`,
);

/** Subscriptions are left to the ledger, which knows other contacts' too. */
const OWN_MAPS = MAPS.filter((map) => map !== 'subscriptions');

interface Noted {
  contactId: string;
  isNew: boolean;
  before: Fields;
  after: Fields;
}

/**
 * @param before the contacts of the chunk's identities, read before the chunk was written
 * @param written the identities that the chunk wrote
 */
export async function noteChanges(
  tx: StatementTx,
  importId: string,
  before: ContactsByHash,
  written: readonly string[],
): Promise<void> {
  const changes = new Map<string, Noted>();
  for (const [hash, { id: contactId, contact }] of await contactsOf(tx, written)) {
    const known = before.get(hash);
    const fields = known === undefined ? { before: {}, after: {} } : differences(known.contact, contact, OWN_MAPS);
    changes.set(contactId, { contactId, isNew: known === undefined, ...fields });
  }
  for (const { contactId, family, from, to } of await tx.rows(readSubscriptions, importId, tx.now)) {
    const change = changes.get(contactId) ?? { contactId, isNew: false, before: {}, after: {} };
    changes.set(contactId, change);
    if (change.isNew) continue;
    const name = keyOf('subscriptions', family);
    if (!(name in change.before)) change.before[name] = from;
    change.after[name] = to;
  }
  if (changes.size > 0) await tx.rows(insertChanges, importId, JSON.stringify([...changes.values()]), tx.now);
}

const insertDates = workspaceStatement<never, [importId: string, dates: string, now: Date]>(
  'contact-imports.note-dates',
  `UPDATE "ConsentEntry" e SET source = e.source || jsonb_build_object('since', n.since)
   FROM jsonb_to_recordset($3::jsonb) AS n(hash text, since text)
   CROSS JOIN LATERAL (SELECT k.id FROM "Contact" k
     WHERE k."accountId" = ${THIS_WORKSPACE} AND k."identityHash" = n.hash OFFSET 0) c
   WHERE e."accountId" = $1 AND e.at = $4::timestamptz AND e."contactId" = c.id AND e."to" = 'subscribed'
     AND e.source->>'importId' = $2`,
);

/**
 * Adds the consent dates of the file to the ledger entries of this transaction, beside the time of the import.
 * @param dates identity → ISO 8601 in UTC
 */
export async function noteDates(tx: StatementTx, importId: string, dates: ReadonlyMap<string, string>): Promise<void> {
  if (dates.size === 0) return;
  const rows = [...dates].map(([hash, since]) => ({ hash, since }));
  await tx.rows(insertDates, importId, JSON.stringify(rows), tx.now);
}
