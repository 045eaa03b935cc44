/** Reads what a series of rows needs, and writes what `decide` decided: a few statements for any number of rows. */
import { monthOf } from '@/server/platform/lib/calendar';
import { listed, namesOf } from '@/server/platform/db/columns';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { toE164 } from '@/server/platform/lib/phone';
import { mapYielding } from '@/server/platform/lib/yield-to-others';
import { effectivePlan, judgePlan } from '@/server/modules/account/billing/effective-plan';
import type { Plan } from '@/server/modules/account/billing/plans';
import { asParameters, recordsConsent, withBefore, type Origin } from '@/server/modules/audience/contacts/consents';
import { type Change, MAPS, type MapName } from '@/server/modules/audience/contacts/merge-fields';
import {
  type Candidate,
  candidate,
  type Decision,
  decide,
  type Known,
  withoutTooLarge,
} from '@/server/modules/audience/contacts/plan-writes';
import { normalisedPhoneOf, phoneAddress } from '@/server/modules/audience/contacts/identity';
import type { Suppressed } from '@/server/modules/audience/contacts/opt-outs';
import { type ContactFields, MAX_MERGED_BYTES } from '@/server/modules/audience/contacts/schema';
import { type ImportConsent, isReachable } from '@/server/modules/audience/contacts/vocabulary';
import { applyOptOuts } from '@/server/modules/audience/contacts/suppress';

const findCountry = workspaceStatement<{ country: string }>(
  'contacts.country',
  `SELECT a.country FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id`,
);

/** Returns a reader of phones by the workspace's country. */
export async function phoneReader(db: WorkspaceDb): Promise<(phone: string) => string | null> {
  const [row] = await db.rows(findCountry);
  return (phone) => toE164(phone, row?.country ?? '');
}

export interface NumberedRow {
  row: number;
  fields: ContactFields;
}

/** Data that is prepared before the transaction: phone numbers parsed, identities computed, the plan read. */
export interface Prepared {
  candidates: Candidate[];
  plan: Plan;
}

async function judged(db: WorkspaceDb, rows: readonly NumberedRow[]): Promise<Prepared & { isOver: boolean }> {
  const [read, { plan, isOver }] = await Promise.all([phoneReader(db), judgePlan(db)]);
  return { candidates: await mapYielding(rows, ({ row, fields }) => candidate(row, fields, read)), plan, isOver };
}

/**
 * Prepares a write that is never gated, such as the check of a file or a partner's call: an expired plan is not
 * rewritten.
 */
export const prepare = (db: WorkspaceDb, rows: readonly NumberedRow[]): Promise<Prepared> => judged(db, rows);

/**
 * Prepares a write that creates contacts, which the plan limits. The write is gated only if it creates one (see
 * `effectivePlan`).
 */
export async function prepareGated(db: WorkspaceDb, rows: readonly NumberedRow[]): Promise<Prepared> {
  const { candidates, plan, isOver } = await judged(db, rows);
  if (!isOver) return { candidates, plan };
  const { existing } = await known(db, candidates);
  const makesOne = candidates.some(({ fields, hash }) => isReachable(fields) && !existing.has(hash));
  return { candidates, plan: makesOne ? await effectivePlan(db) : plan };
}

interface KnownRow {
  existing: string[];
  suppressed: Suppressed[];
  created: number;
}

/**
 * SQL: a recipient's opt-out at the address of a merged contact, as an opt-out at the address of the kept contact. The
 * last condition ends the search at once in a workspace without merges.
 */
const SAID_BEFORE = `SELECT s.family, CASE s.family WHEN 'email' THEN c.email
  ELSE coalesce(c."phoneE164", ${normalisedPhoneOf('c.phone')}) END, 'recipient' FROM unnest($2::text[]) h(hash)
        CROSS JOIN LATERAL (SELECT k.id, k.email, k.phone, k."phoneE164" FROM "Contact" k
          WHERE k."accountId" = ${THIS_WORKSPACE} AND k."identityHash" = h.hash OFFSET 0) c
        CROSS JOIN LATERAL (SELECT a.kind, a.value FROM "ContactAlias" a
          WHERE a."accountId" = ${THIS_WORKSPACE} AND a."contactId" = c.id AND a.kind IN ('email', 'phone') OFFSET 0) a
        CROSS JOIN LATERAL (SELECT k.family FROM "Suppression" k
          WHERE k."accountId" = ${THIS_WORKSPACE}
          AND k.family = ANY (CASE a.kind WHEN 'email' THEN ARRAY['email'] ELSE ARRAY['sms', 'whatsapp'] END)
          AND k.address = a.value AND k.reason IN ('recipient', 'complaint') OFFSET 0) s
        WHERE (SELECT EXISTS (SELECT FROM "ContactAlias" n WHERE n."accountId" = ${THIS_WORKSPACE}))`;

const readKnown = workspaceStatement<KnownRow, [hashes: string[], emails: string[], phones: string[], month: string]>(
  'contacts.known',
  `SELECT
     ARRAY(SELECT h.hash FROM unnest($2::text[]) AS h(hash)
       WHERE EXISTS (SELECT FROM "Contact" c
         WHERE c."accountId" = ${THIS_WORKSPACE} AND c."identityHash" = h.hash OFFSET 0)) AS existing,
     (SELECT coalesce(jsonb_agg(jsonb_build_object('family', s.family, 'address', s.address, 'reason', s.reason)), '[]')
       FROM (
        SELECT s.family, s.address, s.reason FROM "Suppression" s
        WHERE s."accountId" = ${THIS_WORKSPACE}
          AND ((s.family = 'email' AND s.address = ANY ($3::text[]))
          OR (s.family IN ('sms', 'whatsapp') AND s.address = ANY ($4::text[])))
        UNION ALL ${SAID_BEFORE}) s) AS suppressed,
     coalesce((SELECT t.created FROM "ContactTally" t WHERE t."accountId" = $1 AND t.month = $5::text), 0) AS created`,
);

const distinct = (values: (string | null)[]): string[] => [...new Set(values.filter((value) => value !== null))];

/**
 * Reads what is known of these identities. Exact under the contacts lock, else a preview. Without a plan there is no
 * limit.
 */
export async function known(
  db: Pick<StatementTx, 'rows' | 'now'>,
  candidates: readonly Candidate[],
  plan?: Plan,
): Promise<Known> {
  const [row] = await db.rows(
    readKnown,
    distinct(candidates.map(({ hash }) => hash)),
    distinct(candidates.map(({ email }) => email)),
    distinct(candidates.map(phoneAddress)),
    monthOf(db.now),
  );
  if (row === undefined) throw new Error('A statement without a row.');
  return {
    existing: new Set(row.existing),
    suppressed: row.suppressed,
    room:
      plan === undefined || plan.contacts === -1 ? Number.POSITIVE_INFINITY : Math.max(0, plan.contacts - row.created),
  };
}

/** One contact in the form that the statement below reads. */
export interface Written {
  /** The identity before the write. */
  hash: string;
  isNew: boolean;
  change: Change;
}

/** The columns that a change sets directly: not the merged maps, and not columns that no change names. */
const PLAIN = namesOf('Contact', 'id', 'accountId', 'createdAt', 'updatedAt', ...MAPS);

const merged = (map: MapName): string =>
  `"${map}" = CASE WHEN i."${map}" IS NULL THEN c."${map}" ELSE (c."${map}" || i."${map}") - i."${map}Gone" END`;

/** Returns SQL that checks whether a merged map would grow beyond a contact's limit. Small maps are not measured. */
const outgrows = (map: MapName): string =>
  `(i."${map}" IS NOT NULL AND pg_column_size(i."${map}") + coalesce(pg_column_size(c."${map}"), 0) > 8192
    AND octet_length(((coalesce(c."${map}",
      '{}') || i."${map}") - i."${map}Gone")::text) > greatest(${MAX_MERGED_BYTES}, octet_length(c."${map}"::text)))`;

/** The changes as rows of `i`, from the parameter $2. */
const INPUT = `input AS MATERIALIZED (
     SELECT * FROM jsonb_to_recordset($2::jsonb) AS i(hash text, "isNew" boolean, columns jsonb,
       ${MAPS.map((map) => `"${map}" jsonb, "${map}Gone" text[]`).join(', ')}))`;
/** Each change with its contact `c`; a new contact has none. */
const INPUT_AND_CONTACT = `input i
     LEFT JOIN LATERAL (SELECT * FROM "Contact" k
       WHERE k."accountId" = ${THIS_WORKSPACE} AND k."identityHash" = i.hash AND NOT i."isNew" OFFSET 0) c ON true`;

/**
 * Writes the columns that a change names; other columns stay, and maps are merged. Rows are written in the order of the
 * identity, like in every statement over many contacts. Returns the identities whose maps would grow too large: nothing
 * is written for these. `$4`: the list that all contacts join, or null.
 */
const writeAll = workspaceStatement<
  { hash: string },
  [rows: string, now: Date, listId: string | null, by: string, source: string]
>(
  'contacts.write',
  `WITH ${INPUT},
   too_large AS MATERIALIZED (
     SELECT i.hash FROM ${INPUT_AND_CONTACT}
     WHERE ${MAPS.map(outgrows).join(' OR ')}),
   updated AS (
     UPDATE "Contact" c SET
       (${listed(PLAIN)}) = (SELECT ${listed(PLAIN, 'n')} FROM jsonb_populate_record(c, i.columns) n),
       ${MAPS.map(merged).join(',\n       ')},
       "updatedAt" = $3::timestamptz
     FROM input i WHERE c."accountId" = ${THIS_WORKSPACE} AND c."identityHash" = i.hash AND NOT i."isNew"
       AND i.hash <> ALL (ARRAY(SELECT hash FROM too_large))
     RETURNING c.id, c.subscriptions, i.subscriptions IS NOT NULL AS speaks),
   inserted AS (
     INSERT INTO "Contact" ("accountId", ${listed(PLAIN)}, ${listed(MAPS)}, "createdAt", "updatedAt")
     SELECT $1, ${PLAIN.map((name) => (name === 'identityHash' ? 'i.hash' : `n."${name}"`)).join(', ')},
       ${MAPS.map((map) => `coalesce(i."${map}", '{}')`).join(', ')}, $3::timestamptz, $3::timestamptz
     FROM input i, jsonb_populate_record(NULL::"Contact", i.columns) n
       WHERE i."isNew" AND i.hash <> ALL (ARRAY(SELECT hash FROM too_large)) ORDER BY i.hash
     RETURNING id, subscriptions),
   spoken AS (SELECT id, subscriptions FROM updated WHERE speaks),
   consents AS (
     ${recordsConsent(`${withBefore('spoken', THIS_WORKSPACE)} UNION ALL SELECT id, '{}'::jsonb, subscriptions FROM inserted`, { at: '$3', by: '$5', source: '$6' })}),
   members AS (
     INSERT INTO "ContactListMember" ("accountId", "listId", "contactId", "addedAt")
     SELECT $1, $4::text, id, $3::timestamptz FROM (SELECT id FROM updated UNION ALL SELECT id FROM inserted) written
       WHERE $4::text IS NOT NULL
     ON CONFLICT DO NOTHING)
   SELECT hash FROM too_large`,
);

/** The changes as parameters of the statements. */
async function inputOf(written: readonly Written[]): Promise<string> {
  const rows = await mapYielding(written, ({ hash, isNew, change: { columns, maps } }) => {
    const row: Record<string, unknown> = { hash, isNew, columns };
    for (const [name, change] of Object.entries(maps)) {
      row[name] = change.set;
      row[`${name}Gone`] = change.gone;
    }
    return JSON.stringify(row);
  });
  return `[${rows.join(',')}]`;
}

const findOutgrown = workspaceStatement<{ hash: string; maps: MapName[] }, [rows: string]>(
  'contacts.outgrown',
  `WITH ${INPUT}
   SELECT x.hash, x.maps FROM (
     SELECT i.hash, array_remove(ARRAY[${MAPS.map((map) => `CASE WHEN ${outgrows(map)} THEN '${map}' END`).join(', ')}], NULL) AS maps FROM ${INPUT_AND_CONTACT}) x
   WHERE $1 <> '' AND cardinality(x.maps) > 0`,
);

/**
 * Returns the maps that would grow too large, by identity. For an identity with such a map, `writeContacts` writes
 * nothing.
 */
export async function outgrownBy(
  db: Pick<StatementTx, 'rows'>,
  written: readonly Written[],
): Promise<ReadonlyMap<string, readonly MapName[]>> {
  const rows = written.length === 0 ? [] : await db.rows(findOutgrown, await inputOf(written));
  return new Map(rows.map(({ hash, maps }) => [hash, maps]));
}

/**
 * Writes contacts. The caller holds the contacts lock.
 * @param origin the actor that changes subscriptions
 * @param listId the list that all contacts join
 * @returns the identities for which nothing was written, because a map would have grown too large
 */
export async function writeContacts(
  tx: StatementTx,
  written: readonly Written[],
  origin: Origin,
  listId: string | null = null,
): Promise<Set<string>> {
  const refused = await tx.rows(writeAll, await inputOf(written), tx.now, listId, ...asParameters(origin));
  return new Set(refused.map(({ hash }) => hash));
}

/**
 * Decides on the rows and writes the result; members are added, but the list comes from `listFor`. The caller holds the
 * contacts lock.
 * @param listFor returns the id of the list; called only when a row is written
 */
export async function takeIn(
  tx: StatementTx,
  prepared: Prepared,
  options: {
    skipExisting: boolean;
    source: string | null;
    consent?: ImportConsent | null;
    origin: Origin;
    listFor?: () => Promise<string>;
  },
): Promise<Decision & { listId: string | null }> {
  const decision = await decide(prepared.candidates, await known(tx, prepared.candidates, prepared.plan), options);
  if (decision.targets.length === 0) return { ...decision, listId: null };
  const listId = options.listFor === undefined ? null : await options.listFor();
  await applyOptOuts(tx, decision.optOuts, options.origin);
  const tooLarge = await writeContacts(tx, decision.targets, options.origin, listId);
  return {
    ...(tooLarge.size === 0 ? decision : withoutTooLarge(decision, prepared.candidates, tooLarge, options)),
    listId,
  };
}
