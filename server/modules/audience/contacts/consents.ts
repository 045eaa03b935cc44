/**
 * The ledger of consent (docs/contract/contacts.md#consent). The statement that changes a subscription also writes the
 * entry, so neither exists without the other. Only an erasure changes an entry: it removes the person.
 */
import type * as z from 'zod';
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import type { ListPage } from '@/server/platform/db/list-page';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type Actor, type WorkspaceDb } from '@/server/platform/db/workspace';
import { toNumber } from '@/server/platform/lib/money';
import type { Consent, consentsInput } from '@/server/modules/audience/contacts/schema';
import { WHATSAPP_USER_ID, type ConsentBy } from '@/server/modules/audience/contacts/vocabulary';

/** The actor that changes a subscription, and details such as the user, key or form. */
export interface Origin {
  by: ConsentBy;
  source?: Readonly<Record<string, string | null>>;
  /** By channel, the words that were shown: in the entry of each as `wording`. */
  wordings?: Readonly<Record<string, string>>;
}

/**
 * Returns the origin of a write that a person or key requested; other writes count as merchant (operator) or system.
 */
export function originOf({ kind, id }: Actor): Origin {
  if (kind === 'session') return { by: 'merchant', source: { userId: id } };
  if (kind === 'key' || kind === 'platform') return { by: 'key', source: { keyId: id } };
  return { by: kind === 'operator' ? 'merchant' : 'system' };
}

/** The origin, as the last two parameters of a statement that changes subscriptions. */
export const asParameters = ({ by, source = {}, wordings }: Origin): [by: ConsentBy, source: string] => [
  by,
  JSON.stringify(wordings === undefined ? source : { ...source, wordings }),
];

/**
 * SQL of the INSERT that records a change.
 * @param changed SQL of rows `id, before, after`: contacts and their subscriptions
 * @param given placeholders of the instant and of the two parameters of `asParameters`
 */
export const recordsConsent = (changed: string, given: { at: string; by: string; source: string }): string =>
  `INSERT INTO "ConsentEntry" ("accountId", "contactId", family, "from", "to", at, "by", source)
   SELECT $1, w.id, f.family, w.before->>f.family, w.after->>f.family, ${given.at}::timestamptz, ${given.by}::text,
     (${given.source}::jsonb - 'wordings') || jsonb_strip_nulls(jsonb_build_object('wording',
       ${given.source}::jsonb #> ARRAY['wordings', f.family]))
   FROM (${changed} OFFSET 0) w CROSS JOIN LATERAL jsonb_object_keys(w.before || w.after) AS f(family)
   WHERE w.before->>f.family IS DISTINCT FROM w.after->>f.family ORDER BY w.id, f.family`;

/**
 * SQL of contacts with their subscriptions before the statement, for `recordsConsent`. @param changed name of the rows
 * `id, subscriptions` that the statement has written
 */
export const withBefore = (changed: string, workspace: string): string =>
  `SELECT n.id, c.subscriptions AS before, n.subscriptions AS after FROM ${changed} n
   JOIN LATERAL (SELECT k.subscriptions FROM "Contact" k
     WHERE k."accountId" = ${workspace} AND k.id = n.id OFFSET 0) c ON true`;

/**
 * SQL of the hash that an entry keeps of an erased contact's address. Only a person who knows the address can check
 * that the entry is about it.
 */
export const addressHashOf = (entry: string, contact: string): string =>
  `encode(sha256(convert_to(${entry}."accountId" || ' ' || ${entry}.family || ' ' || coalesce(CASE ${entry}.family WHEN 'email' THEN ${contact}.email WHEN 'sms' THEN coalesce(${contact}."phoneE164", ${contact}.phone) WHEN 'whatsapp' THEN coalesce(${contact}."phoneE164", ${contact}.phone, ${contact}."socialHandles"->>'${WHATSAPP_USER_ID}') ELSE ${contact}."socialHandles"->>${entry}.family END, ''), 'UTF8')), 'hex')`;

const isThere = workspaceStatement<{ id: string }, [id: string]>(
  'contacts.consents-of-whom',
  'SELECT c.id FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2',
);

const listEntries = workspaceStatement<
  Consent & { position: bigint },
  [id: string, before: bigint | null, limit: number]
>(
  'contacts.consents',
  `SELECT e.id, e.family, e."from", e."to", e.at, e."by", e.source, e.position FROM "ConsentEntry" e
   WHERE e."accountId" = $1 AND e."contactId" = $2 AND ($3::bigint IS NULL OR e.position < $3::bigint)
     ORDER BY e.position DESC LIMIT $4::int`,
);

/** The latest change first. @throws AppError NOT_FOUND, VALIDATION for a cursor of another list */
export async function consents(
  db: WorkspaceDb,
  { id, limit, cursor }: z.output<typeof consentsInput>,
): Promise<ListPage<Consent>> {
  orNotFound((await db.rows(isThere, id))[0]);
  const before = cursor === undefined ? null : BigInt(decodeCursor(cursor, 'amount').key);
  const rows = await db.rows(listEntries, id, before, limit + 1);
  const page = cutPage(rows, limit, ({ position }) => toNumber(position));
  return { data: page.rows.map(({ position: _, ...entry }) => entry), cursor: page.nextCursor, hasMore: page.hasMore };
}
