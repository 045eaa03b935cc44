/** The person to be erased, in the form that the erasure's statements need. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';
import { hadAlone } from '@/server/modules/audience/contacts/find';
import { normalisedPhoneOf } from '@/server/modules/audience/contacts/identity';
import { hashedEmail } from '@/server/platform/vendors/hashing';

/**
 * A person, with the values that identified contacts merged into this one. An address, handle or customer id that
 * another contact has too belongs to that contact, and is left out.
 */
export interface Person {
  /** Ids of the contact, and of contacts that were merged into it. */
  ids: string[];
  /**
   * The contact's own e-mails, even if another contact has them too: they separate the person's documents from other
   * people's.
   */
  ownEmails: string[];
  emails: string[];
  /** E-mails, and phones in every form. */
  addresses: string[];
  /**
   * Every form of the phones with every character but + and digits removed; only what is long enough to be nothing but
   * a phone.
   */
  phones: string[];
  phoneShared: boolean;
  phonesE164: string[];
  /** Ids on other channels. */
  handles: string[];
  customerIds: string[];
}

/** A shorter number may be a year or a house number in another person's row. */
const LEAST_DIGITS = 7;

type Considered = [id: string, since: Date, phoneShared: boolean, handles: string[] | null];

/**
 * Reads the person. Indexes find other contacts with the same e-mail, E.164 number or customer id. An unreadable phone
 * number and a handle are compared with every contact made since $3: before the lock with all contacts, under the lock
 * with the newest.
 */
const findPerson = (name: string, locked: string) =>
  workspaceStatement<Person, Considered>(
    name,
    `SELECT c.id || ARRAY(SELECT a.value FROM "ContactAlias" a
      WHERE a."accountId" = $1 AND a."contactId" = c.id AND a.kind = 'id') AS ids,
       array_remove(c.email || old.emails, NULL) AS "ownEmails", array_remove(own.email || old.emails, NULL) AS emails,
       p.shared AS "phoneShared", array_remove(own."phoneE164" || old.phones, NULL) AS "phonesE164",
       array_remove(ARRAY[own.email, own.phone, own."phoneE164"] || old.emails || old.phones, NULL) AS addresses,
       ARRAY(SELECT DISTINCT f.phone FROM (
         SELECT unnest(ARRAY[${normalisedPhoneOf('own.phone')}, own."phoneE164"] || old.phones)
         -- As it was written.
         UNION ALL SELECT ${normalisedPhoneOf(`w->>'phone'`)} FROM "ContactAlias" a JOIN "ContactMerge" m ON m."accountId" = $1 AND m.id = a."mergeId" CROSS JOIN LATERAL jsonb_array_elements(m.merged->'contacts') w
           WHERE a."accountId" = $1 AND a."contactId" = c.id AND a.kind = 'phone' AND a.value = ANY (old.phones)
             AND w->>'phoneE164' = a.value) f(phone)
         WHERE length(replace(f.phone, '+', '')) >= ${LEAST_DIGITS}) AS phones,
       ARRAY(SELECT DISTINCT h.value FROM (
         SELECT e.key, e.value FROM jsonb_each_text(c."socialHandles") e
         UNION ALL SELECT substr(a.kind, length('handle.') + 1), a.value FROM "ContactAlias" a
           WHERE a."accountId" = $1 AND a."contactId" = c.id AND a.kind LIKE 'handle.%') h
         WHERE h.value <> '' AND ($5::text[] IS NULL OR h.value = ANY ($5))
         AND NOT EXISTS (SELECT FROM "Contact" x
           WHERE x."accountId" = $1 AND x.id <> c.id AND x."createdAt" >= $3
           AND x."socialHandles" ->> h.key = h.value)) AS handles,
       array_remove(own."customerId" || old."customerIds", NULL) AS "customerIds"
     FROM "Contact" c CROSS JOIN LATERAL (
       SELECT EXISTS (SELECT FROM "Contact" x WHERE x."accountId" = $1 AND x.email = c.email AND x.id <> c.id) AS email,
         EXISTS (SELECT FROM "Contact" x
           WHERE x."accountId" = $1 AND x."externalRef" = c."externalRef" AND x.id <> c.id) AS customer) o
     -- Worked out once: OFFSET keeps it from being put wherever it is used.
     CROSS JOIN LATERAL (
       SELECT $4::boolean OR EXISTS (SELECT FROM "Contact" x
         WHERE x."accountId" = $1 AND x."phoneE164" = c."phoneE164" AND x.id <> c.id)
         OR (c.phone IS NOT NULL AND EXISTS (SELECT FROM "Contact" x
           WHERE x."accountId" = $1 AND x.id <> c.id AND x."createdAt" >= $3::timestamptz
           AND ${normalisedPhoneOf('x.phone')} IN (${normalisedPhoneOf('c.phone')},
           c."phoneE164"))) AS shared OFFSET 0) p
     CROSS JOIN LATERAL (
       SELECT CASE WHEN NOT o.email THEN c.email END AS email, CASE WHEN NOT p.shared THEN c.phone END AS phone,
         CASE WHEN NOT p.shared THEN c."phoneE164" END AS "phoneE164", CASE
           WHEN NOT o.customer THEN c."externalRef" END AS "customerId" OFFSET 0) own
     CROSS JOIN LATERAL (
       SELECT ${hadAlone('email', '= c.id')} AS emails,
         ${hadAlone('phone', '= c.id')} AS phones,
         ${hadAlone('externalRef', '= c.id')} AS "customerIds" OFFSET 0) old
     WHERE c."accountId" = $1 AND c.id = $2 ${locked}`,
  );
const findAmongAll = findPerson('contacts.erase.person', '');
const findAmongNew = findPerson('contacts.erase.person-locked', 'FOR UPDATE OF c');

/** Reads every contact of the workspace. @throws AppError NOT_FOUND */
export const lookAtPerson = async (tx: StatementTx, id: string): Promise<Person> =>
  orNotFound((await tx.rows(findAmongAll, id, new Date(0), false, null))[0]);

/**
 * Reads the person again under the workspace's contact lock. @param since contacts made before it were compared by the
 * first read
 * @throws AppError NOT_FOUND
 */
export const holdPerson = async (tx: StatementTx, id: string, seen: Person, since: Date): Promise<Person> =>
  orNotFound((await tx.rows(findAmongNew, id, since, seen.phoneShared, seen.handles))[0]);

/** The values for every statement of the erasure, from $2 on. */
export type Given = [
  id: string,
  ownEmails: string[],
  emails: string[],
  addresses: string[],
  phones: string[],
  handles: string[],
  customerIds: string[],
  emailHashes: string[],
  pattern: string | null,
  since: Date,
  now: Date,
  ids: string[],
];

/** The values as a table of one row, `given`. */
export const GIVEN = `WITH given AS (SELECT $2::text AS id, $3::text[] AS "ownEmails", $4::text[] AS emails,
  $5::text[] AS addresses, $6::text[] AS phones, $7::text[] AS handles,
  $8::text[] AS "customerIds", $9::text[] AS "emailHashes", $10::text AS pattern, $11::timestamptz AS since,
    $12::timestamptz AS now, $13::text[] AS ids)`;

export function givenOf(
  id: string,
  { ids, ownEmails, emails, phonesE164, addresses, phones, handles, customerIds }: Person,
  since: Date,
  now: Date,
): Given {
  return [
    id,
    ownEmails,
    emails,
    addresses,
    phones,
    handles,
    customerIds,
    emails.map(hashedEmail),
    patternOf(emails, phonesE164),
    since,
    now,
    ids,
  ];
}

/** One byte as bytea's escape format prints it, or as a URL does. */
function bytePattern(byte: number): string {
  const character = String.fromCharCode(byte);
  if (/[a-z0-9]/.test(character)) return character;
  return `(${byte < 128 ? `\\${character}` : `\\\\${byte.toString(8)}`}|%${byte.toString(16).padStart(2, '0')})`;
}

/**
 * A regular expression for PostgreSQL that finds the addresses in a text of any format, in lower case. It skips longer
 * addresses that contain one: dani@x.id is not ani@x.id. Null when there are no addresses.
 */
function patternOf(emails: readonly string[], phonesE164: readonly string[]): string | null {
  const patterns = [
    ...emails.map(
      (email) =>
        `(^|[^a-z0-9._%+'-]|%[0-9a-f]{2})${[...Buffer.from(email.toLowerCase())].map(bytePattern).join('')}($|[^a-z0-9.-]|[.]($|[^a-z0-9]))`,
    ),
    ...phonesE164.map((phone) => `(^|[^0-9])${phone.replace('+', '')}($|[^0-9])`),
  ];
  return patterns.length === 0 ? null : patterns.join('|');
}
