/**
 * Erases from large tables that have no index by person. Their rows are read before the workspace's contacts are
 * locked. Under the lock only the found rows, and rows added since, are checked again and erased.
 *
 * A row is the person's when it names the contact's id, or contains one of the addresses as a whole value. A row about
 * another contact stays, whatever it contains.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { GIVEN, type Given } from '@/server/modules/audience/contacts/erase-person';

/** The strings of a JSON document, in lower case. */
const strings = (doc: string): string =>
  `jsonb_path_query(${doc}, 'strict $.** ? (@.type() == "string")') v
    CROSS JOIN LATERAL (SELECT lower(btrim(v #>> '{}')) AS text) s`;

/** Returns the SQL that checks whether a document says the e-mail, or the phone and nobody else's e-mail. */
const saysPerson = (doc: string): string => `(
  SELECT coalesce(bool_or(s.text = ANY (g.emails)), false)
    OR (coalesce(bool_or(s.text ~ '^[-+0-9 ()./]+$' AND regexp_replace(s.text, '[^+0-9]', '', 'g') = ANY (g.phones)),
      false)
      AND NOT coalesce(bool_or(s.text LIKE '%_@_%' AND s.text <> ALL (g."ownEmails")), false))
  FROM ${strings(doc)})`;

/** A row of an imported file ({ row, contact, cells }): a known e-mail decides whose row it is. */
const rowIsPersons = (row: string): string =>
  `(coalesce(lower(btrim(${row}->'contact'->>'email')), '') = ANY (''::text || g."ownEmails") AND ${saysPerson(row)})`;

const CONTACT_OF_DELIVERY = `coalesce(t.payload->'data'->'contact'->>'id', t.payload->'data'->>'contactId', t.payload->'data'->'order'->>'contactId', t.payload->'data'->'checkout'->>'contactId', t.payload->'data'->'submission'->>'contactId')`;

/** The person's e-mail in a webhook delivery that names no contact. */
const EMAIL_OF_DELIVERY = `coalesce(${['reminder', 'suppression', 'order', 'checkout'].map((what) => `t.payload->'data'->'${what}'->>'email'`).join(', ')})`;

/** Returns SQL that checks whether the change of an order, checkout or form submission is about the person. */
const isTheirPurchase = (row: string): string =>
  `(${row}->>'contactId' = ANY (g.ids) OR ${row}->>'email' = ANY (g.emails) OR ${row}->>'phoneE164' = ANY (g.addresses))`;

interface Documents {
  /** A text that identifies a row. */
  key: string;
  /** SQL condition on the primary key: the row is the one that `k` names. */
  keyed: string;
  persons: string;
  /** The condition that the row may have come since the first look. Null: none can. */
  recent: string | null;
  /** SQL assignments that remove the person from a row; null: the row is deleted. */
  set: string | null;
}

function documents(table: string, { key, keyed, persons, recent, set }: Documents) {
  const find = (name: string, condition: string) =>
    workspaceStatement<{ key: string }, Given>(
      `contacts.erase.${name}.${table}`,
      `${GIVEN} SELECT ${key} AS key FROM "${table}" t, given g WHERE t."accountId" = $1 AND ${condition}`,
    );
  const change = set === null ? `DELETE FROM "${table}" t USING` : `UPDATE "${table}" t SET ${set} FROM`;
  return {
    table,
    findAll: find('find', persons),
    findRecent: recent === null ? null : find('find-recent', `${recent} AND ${persons}`),
    change: workspaceStatement<never, [...Given, keys: string[]]>(
      `contacts.erase.change.${table}`,
      `${GIVEN} ${change} given g, unnest($14::text[]) k WHERE t."accountId" = $1 AND ${keyed} AND ${persons}`,
    ),
  };
}

const DOCUMENTS = [
  documents('PixelConversion', {
    key: 't.id',
    keyed: 't.id = k',
    persons: '(t."emailHash" = ANY (g."emailHashes") OR t."customerId" = ANY (g."customerIds"))',
    recent: 't."createdAt" >= g.since',
    set: '"emailHash" = NULL, "customerId" = NULL',
  }),
  documents('AdConversion', {
    key: 't.id',
    keyed: 't.id = k',
    persons: '(t."emailHash" = ANY (g."emailHashes") OR t."customerId" = ANY (g."customerIds"))',
    recent: 't."createdAt" >= g.since',
    set: '"emailHash" = NULL, "customerId" = NULL',
  }),
  documents('ContactImportRefusal', {
    key: `t."importId" || ' ' || t.row`,
    keyed: `t."importId" = split_part(k, ' ', 1) AND t.row = split_part(k, ' ', 2)::int`,
    persons: saysPerson('t.cells'),
    recent: `t."importId" IN (SELECT i.id FROM "ContactImport" i
      WHERE i."accountId" = $1 AND (i.status IN ('checking', 'importing') OR i."updatedAt" >= $11))`,
    set: null,
  }),
  // The row keeps its place in the file, and is refused as one without an address.
  documents('ContactImportChunk', {
    key: `t."importId" || ' ' || t.position`,
    keyed: `t."importId" = split_part(k, ' ', 1) AND t.position = split_part(k, ' ', 2)::int`,
    persons: `EXISTS (SELECT FROM jsonb_array_elements(t.rows) e WHERE ${rowIsPersons('e')})`,
    recent: null,
    set: `rows = (SELECT jsonb_agg(CASE WHEN ${rowIsPersons('e.value')} THEN jsonb_build_object('row', e.value->'row',
      'contact', '{}'::jsonb, 'cells', '[]'::jsonb) ELSE e.value END ORDER BY e.ordinality)
      FROM jsonb_array_elements(t.rows) WITH ORDINALITY e)`,
  }),
  // Every event's subject is a contact, and none says an address.
  documents('DomainEvent', {
    key: 't.position::text',
    keyed: 't.position = k::bigint',
    persons: 't."subjectId" = ANY (g.ids)',
    recent: `t.position > (SELECT coalesce(max(x.position), 0) FROM "DomainEvent" x
      WHERE x."accountId" = $1 AND x."createdAt" < $11)`,
    set: null,
  }),
  // Changes that wait for the dispatcher come first: the statement waits for one that is being dispatched. The deletion
  // of the contact itself is still told, by its id.
  documents('Change', {
    key: 't.id::text',
    keyed: 't.id = k::bigint',
    persons: `(t."subjectId" = ANY (g.ids)
      OR (t."table" IN ('AbandonedCartReminder', 'BuyerEmailPreference')
      AND ARRAY[t.before->>'email', t.after->>'email'] && g.emails)
      OR (t."table" IN ('Order', 'Checkout', 'FormSubmission')
        AND (${isTheirPurchase('t.before')} OR ${isTheirPurchase('t.after')})))
      AND NOT (t.operation = 'delete' AND (t."table" = 'Contact' OR t.transaction = pg_current_xact_id()::text::bigint))`,
    recent: 't.at >= g.since',
    set: null,
  }),
  // Those of carts, and of buyers whom nobody knows, name an address and no contact. Looking into a payload costs more
  // than looking over it.
  documents('WebhookDelivery', {
    key: 't.id',
    keyed: 't.id = k',
    persons: `(EXISTS (SELECT FROM unnest(g.ids) i WHERE position(i IN t.payload::text) > 0)
      OR EXISTS (SELECT FROM unnest(g.emails) e WHERE position(e IN lower(t.payload::text)) > 0))
      AND CASE WHEN ${CONTACT_OF_DELIVERY} IS NOT NULL THEN ${CONTACT_OF_DELIVERY} = ANY (g.ids)
      ELSE lower(${EMAIL_OF_DELIVERY}) = ANY (g.emails) END`,
    recent: 't."createdAt" >= g.since',
    set: null,
  }),
  // A vendor's text of any format, in whose address or body the person is named.
  documents('ChannelCallback', {
    key: 't.id',
    keyed: 't.id = k',
    persons: `(t."appliedAt" IS NOT NULL AND lower(t.url || ' ' || encode(t.body, 'escape')) ~ g.pattern)`,
    recent: 't."appliedAt" >= g.since',
    set: null,
  }),
  // What a shop called with, and in it maybe many people: that it called is kept, what it said is not.
  documents('IntegrationWebhook', {
    key: 't.id',
    keyed: 't.id = k',
    persons: `(t."appliedAt" IS NOT NULL AND lower(encode(t.body, 'escape')) ~ g.pattern)`,
    recent: 't."appliedAt" >= g.since',
    set: `body = ''::bytea`,
  }),
];

/** Table → keys of the person's rows. */
export type FoundDocuments = ReadonlyMap<string, string[]>;

const keysOf = (rows: { key: string }[]): string[] => rows.map(({ key }) => key);

/** Finds the person's rows in all these tables. Slow, but needs no lock. */
export async function findDocuments(tx: StatementTx, given: Given): Promise<FoundDocuments> {
  const found = new Map<string, string[]>();
  for (const { table, findAll } of DOCUMENTS) found.set(table, keysOf(await tx.rows(findAll, ...given)));
  return found;
}

/**
 * Erases the rows. @param given the person as read under the lock: values that belong to another contact by now stay
 */
export async function eraseDocuments(tx: StatementTx, given: Given, found: FoundDocuments): Promise<void> {
  for (const { table, findRecent, change } of DOCUMENTS) {
    const keys = new Set(found.get(table));
    if (findRecent !== null) for (const key of keysOf(await tx.rows(findRecent, ...given))) keys.add(key);
    if (keys.size > 0) await tx.rows(change, ...given, [...keys]);
  }
}
