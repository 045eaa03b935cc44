/**
 * Who of an audience gets a message over a provider, as SQL (2 §4.4, 4 §E and F). Written once for send, the live count
 * and the check, so that what the composer shows is what send does.
 */
import type { Parameters } from '@/server/db/statement';
import { providerEntry, type Family, type ProviderId } from '@/server/providers/catalog';
import { segmentContacts } from '@/server/resources/audience-segments/compile';
import type { Definition } from '@/server/resources/audience-segments/schema';
import type { Audience } from '@/server/resources/broadcasts/schema';
import { holdsForContact } from '@/server/resources/contacts/suppress';

/**
 * The contacts of an audience, each once: a query of one column, `id`. Ids that resolve to nothing add nobody.
 * @param segments the definitions of the audience's active segments
 */
export function audienceContacts(
  audience: Audience,
  segments: Definition[],
  now: Date,
  parameters: Parameters,
): string {
  const { listIds = [], contactIds = [] } = audience;
  const parts: string[] = [];
  if (listIds.length > 0)
    parts.push(
      `SELECT m."contactId" AS id FROM "ContactListMember" m WHERE m."accountId" = $1 AND m."listId" = ANY (${parameters.add(listIds, 'text[]')})`,
    );
  if (contactIds.length > 0)
    parts.push(
      `SELECT c.id FROM "Contact" c WHERE c."accountId" = $1 AND c.id = ANY (${parameters.add(contactIds, 'text[]')})`,
    );
  if (segments.length > 0) parts.push(segmentContacts(segments, now, parameters));
  if (parts.length === 0) return `SELECT c.id FROM "Contact" c WHERE c."accountId" = $1 AND false`;
  // One list is a set already; everything else may name a contact twice.
  return parts.length === 1 && listIds.length < 2 ? (parts[0] as string) : parts.join('\nUNION\n');
}

/** Families whose opt-outs hold for the address (4 §E). */
const SUPPRESSED: ReadonlySet<Family> = new Set(['email', 'sms', 'whatsapp']);

/** Where a contact `c` is reached in a family; null when it has nothing there. */
export function addressOf(family: Family): string {
  if (family === 'email') return 'c.email';
  if (family === 'sms' || family === 'whatsapp') return 'c."phoneE164"';
  return `nullif(btrim(c."socialHandles"->>'${family}'), '')`;
}

export const subscriptionOf = (family: Family): string => `coalesce(c.subscriptions->>'${family}', '')`;

/** The join that says whether the address of a contact `c` must not be sent to, and the condition; false in families that have no such list. */
export function suppressionJoin(family: Family): { join: string; suppressed: string } {
  if (!SUPPRESSED.has(family)) return { join: '', suppressed: 'false' };
  const alias = `suppressed_${family}`;
  return {
    join: `LEFT JOIN "Suppression" ${alias} ON ${alias}."accountId" = $1 AND ${alias}.family = '${family}' AND ${alias}.address = ${addressOf(family)}`,
    suppressed: `${alias}.address IS NOT NULL AND ${holdsForContact(alias, 'c', `'${family}'`)}`,
  };
}

/** What webhook-style providers are sent to: one message a broadcast (2 §2.5). */
export const EVERYBODY = 'broadcast';

/** The usable recipients over one provider: a query of `contactId` and `recipient` over `audience`, a relation of ids. */
export function recipientsOf(provider: ProviderId): string {
  const { family, perBroadcast } = providerEntry(provider);
  if (perBroadcast === true)
    return `SELECT NULL::text AS "contactId", '${EVERYBODY}' AS recipient WHERE EXISTS (SELECT FROM audience)`;
  const { join, suppressed } = suppressionJoin(family);
  return `SELECT c.id AS "contactId", ${addressOf(family)} AS recipient FROM audience a JOIN "Contact" c ON c."accountId" = $1 AND c.id = a.id ${join}
    WHERE ${addressOf(family)} IS NOT NULL AND ${subscriptionOf(family)} NOT IN ('unsubscribed', 'pending') AND NOT (${suppressed})`;
}
