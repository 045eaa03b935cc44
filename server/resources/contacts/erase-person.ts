/** Who is being erased, as the erasure's statements look for it. */
import { workspaceStatement } from '@/server/db/statement';
import { found, type StatementTx } from '@/server/db/workspace';
import { normalisedPhoneOf } from '@/server/resources/contacts/identity';
import { hashedEmail } from '@/server/resources/pixels/hashing';

/** An address, handle or customer id that another contact has as well is that one's, and is not in here. */
export interface Person {
  /** Also where another contact has it: it tells the person's documents from other people's. */
  ownEmail: string | null;
  email: string | null;
  /** E-mail, and phone in both forms. */
  addresses: string[];
  /** Both forms of the phone with every character but + and digits removed; only what is long enough to be nothing but a phone. */
  phones: string[];
  phoneShared: boolean;
  phoneE164: string | null;
  /** Ids on other channels. */
  handles: string[];
  customerId: string | null;
}

/** With fewer digits it may be a year or a house number in somebody else's row. */
const LEAST_DIGITS = 7;

type Considered = [id: string, since: Date, phoneShared: boolean, handles: string[] | null];

/**
 * Indexes say who else has the e-mail, the E.164 number and the customer id. A number that cannot be read and a handle
 * are compared with every contact made since $3: with all of them before the lock, with the newest ones in it.
 */
const findPerson = (name: string, locked: string) =>
  workspaceStatement<Person, Considered>(
    name,
    `SELECT c.email AS "ownEmail", CASE WHEN NOT o.email THEN c.email END AS email, p.shared AS "phoneShared", CASE WHEN NOT p.shared THEN c."phoneE164" END AS "phoneE164",
       array_remove(ARRAY[CASE WHEN NOT o.email THEN c.email END, CASE WHEN NOT p.shared THEN c.phone END, CASE WHEN NOT p.shared THEN c."phoneE164" END], NULL) AS addresses,
       ARRAY(SELECT DISTINCT f FROM unnest(ARRAY[${normalisedPhoneOf('c.phone')}, c."phoneE164"]) f WHERE NOT p.shared AND length(replace(f, '+', '')) >= ${LEAST_DIGITS}) AS phones,
       ARRAY(SELECT DISTINCT h.value FROM jsonb_each_text(c."socialHandles") h WHERE h.value <> '' AND ($5::text[] IS NULL OR h.value = ANY ($5))
         AND NOT EXISTS (SELECT FROM "Contact" x WHERE x."accountId" = $1 AND x.id <> c.id AND x."createdAt" >= $3 AND x."socialHandles" ->> h.key = h.value)) AS handles,
       CASE WHEN NOT o.customer THEN c."externalRef" END AS "customerId"
     FROM "Contact" c CROSS JOIN LATERAL (
       SELECT EXISTS (SELECT FROM "Contact" x WHERE x."accountId" = $1 AND x.email = c.email AND x.id <> c.id) AS email,
         EXISTS (SELECT FROM "Contact" x WHERE x."accountId" = $1 AND x."externalRef" = c."externalRef" AND x.id <> c.id) AS customer) o
     -- Worked out once: OFFSET keeps it from being put wherever it is used.
     CROSS JOIN LATERAL (
       SELECT $4::boolean OR EXISTS (SELECT FROM "Contact" x WHERE x."accountId" = $1 AND x."phoneE164" = c."phoneE164" AND x.id <> c.id)
         OR (c.phone IS NOT NULL AND EXISTS (SELECT FROM "Contact" x WHERE x."accountId" = $1 AND x.id <> c.id AND x."createdAt" >= $3::timestamptz AND ${normalisedPhoneOf('x.phone')} IN (${normalisedPhoneOf('c.phone')}, c."phoneE164"))) AS shared) p
     WHERE c."accountId" = $1 AND c.id = $2 ${locked}`,
  );
const findAmongAll = findPerson('contacts.erase.person', '');
const findAmongNew = findPerson('contacts.erase.person-locked', 'FOR UPDATE OF c');

/** Reads every contact of the workspace. @throws AppError NOT_FOUND */
export const lookAtPerson = async (tx: StatementTx, id: string): Promise<Person> =>
  found((await tx.rows(findAmongAll, id, new Date(0), false, null))[0]);

/** Under the workspace's contact lock: as it is now. @param since contacts made before it were seen by the first look @throws AppError NOT_FOUND */
export const holdPerson = async (tx: StatementTx, id: string, seen: Person, since: Date): Promise<Person> =>
  found((await tx.rows(findAmongNew, id, since, seen.phoneShared, seen.handles))[0]);

/** What every statement of the erasure is given, from $2 on. */
export type Given = [
  id: string,
  ownEmail: string | null,
  email: string | null,
  addresses: string[],
  phones: string[],
  handles: string[],
  customerId: string | null,
  emailHash: string | null,
  pattern: string | null,
  since: Date,
  now: Date,
];

/** The same as a table of one row, `given`. */
export const GIVEN = `WITH given AS (SELECT $2::text AS id, $3::text AS "ownEmail", $4::text AS email, $5::text[] AS addresses, $6::text[] AS phones, $7::text[] AS handles,
  $8::text AS "customerId", $9::text AS "emailHash", $10::text AS pattern, $11::timestamptz AS since, $12::timestamptz AS now)`;

export function givenOf(
  id: string,
  { ownEmail, email, phoneE164, addresses, phones, handles, customerId }: Person,
  since: Date,
  now: Date,
): Given {
  return [
    id,
    ownEmail,
    email,
    addresses,
    phones,
    handles,
    customerId,
    email === null ? null : hashedEmail(email),
    patternOf(email, phoneE164),
    since,
    now,
  ];
}

/** One byte as bytea's escape format prints it, or as a URL does. */
function bytePattern(byte: number): string {
  const character = String.fromCharCode(byte);
  if (/[a-z0-9]/.test(character)) return character;
  return `(${byte < 128 ? `\\${character}` : `\\\\${byte.toString(8)}`}|%${byte.toString(16).padStart(2, '0')})`;
}

/**
 * A regular expression of PostgreSQL's that finds the addresses in a text of any format, in lower case, and not those
 * that merely end or begin like them: dani@x.id is not ani@x.id. Null when there is nothing to find.
 */
function patternOf(email: string | null, phoneE164: string | null): string | null {
  const patterns: string[] = [];
  if (email !== null)
    patterns.push(
      `(^|[^a-z0-9._%+'-]|%[0-9a-f]{2})${[...Buffer.from(email.toLowerCase())].map(bytePattern).join('')}($|[^a-z0-9.-]|[.]($|[^a-z0-9]))`,
    );
  if (phoneE164 !== null) patterns.push(`(^|[^0-9])${phoneE164.replace('+', '')}($|[^0-9])`);
  return patterns.length === 0 ? null : patterns.join('|');
}
