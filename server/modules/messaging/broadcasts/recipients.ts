/**
 * Selects the people in an audience who get a message over a provider, as SQL (docs/contract/broadcasts.md#sending).
 * Send, the live count and the check share it, so that the composer shows what send does.
 */
import { FEW, THIS_WORKSPACE, type Parameters } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import { segmentContacts } from '@/server/modules/audience/audience-segments/compile';
import { resolveSegments } from '@/server/modules/audience/audience-segments/resolve';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import type { ZonesInSql } from '@/server/modules/messaging/broadcasts/contact-zone';
import type { Audience } from '@/server/modules/messaging/broadcasts/schema';
import { holdsForContact } from '@/server/modules/audience/contacts/suppress';

/** The definitions of an audience's active segments. */
export interface AudienceSegments {
  included: Definition[];
  excluded: Definition[];
}

export const segmentsOf = async (
  db: Pick<WorkspaceDb, 'accountId' | 'rows'>,
  { segmentIds = [], exclude = {} }: Audience,
): Promise<AudienceSegments> => ({
  included: await resolveSegments(db, segmentIds),
  excluded: await resolveSegments(db, exclude.segmentIds ?? []),
});

/**
 * The contacts of an audience, each once, as the relation `audience` with one column, `id`.
 * @returns `relations`, for the WITH of a statement that joins sets; `excluded`, an expression in that statement for
 * the number of excluded contacts
 */
export function audienceRelations(
  audience: Audience,
  { included, excluded }: AudienceSegments,
  now: Date,
  parameters: Parameters,
): { relations: string; excluded: string } {
  const named = contactsOf(audience, included, now, parameters) ?? NOBODY;
  const { listIds, contactIds } = audience.exclude ?? {};
  const left = contactsOf({ listIds, contactIds }, excluded, now, parameters, { followsMerges: true });
  if (left === undefined) return { relations: `audience AS MATERIALIZED (${named})`, excluded: '0' };
  // An anti-join, because EXCEPT keeps both sides in memory, however many they are.
  return {
    relations: `named AS MATERIALIZED (${named}), excluded AS MATERIALIZED (${left}),
     audience AS MATERIALIZED (SELECT n.id FROM named n WHERE NOT EXISTS (SELECT FROM excluded e WHERE e.id = n.id))`,
    excluded: '((SELECT count(*) FROM named) - (SELECT count(*) FROM audience))::int',
  };
}

const NOBODY = `SELECT c.id FROM "Contact" c WHERE c."accountId" = $1 AND false`;

/**
 * Returns the contacts that lists, ids and segments name, each once; undefined when there are no lists, ids or
 * segments. Unknown ids add nobody.
 * @param followsMerges true: the id of a merged contact stands for the contact that it was merged into, so an excluded
 * person stays excluded
 */
function contactsOf(
  { listIds = [], contactIds = [] }: Pick<Audience, 'listIds' | 'contactIds'>,
  segments: Definition[],
  now: Date,
  parameters: Parameters,
  { followsMerges = false } = {},
): string | undefined {
  const parts: string[] = [];
  if (listIds.length > 0)
    parts.push(
      `SELECT ${listIds.length > 1 ? 'DISTINCT ' : ''}m."contactId" AS id FROM "ContactListMember" m
        WHERE m."accountId" = ${THIS_WORKSPACE} AND m."listId" = ANY (${parameters.add(listIds, 'text[]')})`,
    );
  if (contactIds.length > 0)
    parts.push(
      `SELECT c.id FROM "Contact" c WHERE c."accountId" = ${THIS_WORKSPACE}
        AND c.id = ANY (${parameters.add(contactIds, 'text[]')})`,
    );
  if (contactIds.length > 0 && followsMerges)
    parts.push(
      `(WITH RECURSIVE kept(id) AS (
         SELECT unnest(${parameters.add(contactIds, 'text[]')})
         UNION SELECT g."keepId" FROM kept k JOIN (
           SELECT m."keepId", unnest(m."mergedIds") AS merged FROM "ContactMerge" m
             WHERE m."accountId" = ${THIS_WORKSPACE} AND m."undoneAt" IS NULL) g ON g.merged = k.id)
        SELECT kept.id FROM kept)`,
    );
  if (segments.length > 0) parts.push(segmentContacts(segments, now, parameters));
  // Each part is a set already.
  return parts.length === 0 ? undefined : parts.join('\nUNION\n');
}

/** Families whose opt-outs hold for the address. */
const SUPPRESSED: ReadonlySet<Family> = new Set(['email', 'sms', 'whatsapp']);

/** SQL: the address of a contact `c` in a family; null when the contact has none. */
export function addressOf(family: Family): string {
  if (family === 'email') return 'c.email';
  if (family === 'sms' || family === 'whatsapp') return 'c."phoneE164"';
  return `nullif(btrim(c."socialHandles"->>'${family}'), '')`;
}

export const subscriptionOf = (family: Family): string => `coalesce(c.subscriptions->>'${family}', '')`;

/** True when the address of a contact `c` must not be sent to, beside the join of `reached`. */
export const suppressedIn = (family: Family): string => (SUPPRESSED.has(family) ? `c."suppressed.${family}"` : 'false');

/**
 * The contacts of `audience`, a materialized relation of ids, as `c`, for statements that join sets. Each contact comes
 * with a flag for each of these families: suppressed or not. Few contacts are looked up by index; many are joined.
 * @param more columns of the contact `c`
 */
export function reached(families: readonly Family[], more: readonly string[] = []): string {
  const listed = families.filter((family) => SUPPRESSED.has(family));
  const columns = [
    'c.id, c.email, c."phoneE164", c."socialHandles", c.subscriptions',
    ...more,
    ...listed.map(
      (family) =>
        `(s_${family}.address IS NOT NULL AND ${holdsForContact(`s_${family}`, 'c', `'${family}'`)}) AS "suppressed.${family}"`,
    ),
  ].join(', ');
  const suppression = (family: Family, alias: string, workspace: string): string =>
    `${alias}."accountId" = ${workspace} AND ${alias}.family = '${family}' AND ${alias}.address = ${addressOf(family)}`;
  const lookedUp = listed.map(
    (family) =>
      `LEFT JOIN LATERAL (SELECT s.address, s.reason FROM "Suppression" s
        WHERE ${suppression(family, 's', THIS_WORKSPACE)} OFFSET 0) s_${family} ON true`,
  );
  const joined = listed.map(
    (family) => `LEFT JOIN "Suppression" s_${family} ON ${suppression(family, `s_${family}`, '$1')}`,
  );
  const size = `(SELECT count(*) FROM (SELECT FROM audience LIMIT ${FEW + 1}) counted)`;
  return `(SELECT ${columns} FROM audience a
    CROSS JOIN LATERAL (SELECT * FROM "Contact" c
    WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = a.id OFFSET 0) c ${lookedUp.join(' ')}
     WHERE ${size} <= ${FEW}
     UNION ALL
     SELECT ${columns} FROM audience a JOIN "Contact" c ON c."accountId" = $1 AND c.id = a.id ${joined.join(' ')}
       WHERE ${size} > ${FEW}) c`;
}

/**
 * The recipient for webhook-style providers, which get one message for the whole broadcast
 * (docs/contract/broadcasts.md#messages).
 */
export const EVERYBODY = 'broadcast';

/** The reason for skipping a message when another contact of the same send has the same address. */
export const SAME_ADDRESS = 'SAME_ADDRESS';

/**
 * The order that picks among contacts with the same address: the oldest. So every send and every count picks the same
 * contact.
 */
export const OLDEST_FIRST = (contact: string, id: string): string => `${contact}."createdAt", ${contact}.${id}`;

/**
 * The usable recipients over one provider: a query of `contactId`, `recipient` and the contact's `createdAt` over
 * `audience`, as `reached` returns it.
 * @param zones adds the column `zone`
 */
export function recipientsOf(provider: ProviderId, zones?: ZonesInSql): string {
  const { family, perBroadcast } = providerEntry(provider);
  if (perBroadcast === true)
    return `SELECT NULL::text AS "contactId", '${EVERYBODY}' AS recipient, NULL::timestamptz AS "createdAt"${zones === undefined ? '' : `, ${zones.workspace} AS zone`} WHERE EXISTS (SELECT FROM audience)`;
  const zone = zones === undefined ? '' : ', c.zone';
  return `SELECT c.id AS "contactId", ${addressOf(family)} AS recipient, c."createdAt"${zone} FROM ${reached([family], ['c."createdAt"', ...(zones === undefined ? [] : [`${zones.contact} AS zone`])])}
    WHERE ${addressOf(family)} IS NOT NULL AND ${subscriptionOf(family)} NOT IN ('unsubscribed', 'pending')
      AND NOT (${suppressedIn(family)})`;
}
