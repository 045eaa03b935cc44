/** Counts the people in an audience and the people that a send would reach, with the reasons for the others. */
import { composedStatement, Parameters } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import {
  addressOf,
  audienceRelations,
  OLDEST_FIRST,
  reached,
  segmentsOf,
  subscriptionOf,
  suppressedIn,
} from '@/server/modules/messaging/broadcasts/recipients';
import {
  LEFT_OUT,
  LEFT_OUT_OF_AUDIENCE,
  type AudienceInput,
  type AudiencePreview,
} from '@/server/modules/messaging/broadcasts/schema';

type Reason = (typeof LEFT_OUT_OF_AUDIENCE)[number];

/** The conditions, by reason, under which a contact `c` is left out of a family. */
const REASONS: Record<Reason, (family: Family) => string> = {
  no_address: (family) => `${addressOf(family)} IS NULL`,
  unsubscribed: (family) => `${subscriptionOf(family)} = 'unsubscribed'`,
  pending: (family) => `${subscriptionOf(family)} = 'pending'`,
  suppressed: suppressedIn,
  same_address: (family) => `c."same.${family}"`,
};
/** Without `onePerAddress` an address is no reason: each contact has its own message. */
const reasonsFor = (onePerAddress: boolean): readonly Reason[] => (onePerAddress ? LEFT_OUT_OF_AUDIENCE : LEFT_OUT);

/**
 * `reached` with a column `same.<family>` for each family: true when an older contact with the same address can be
 * written to in that family. Send chooses the older contact.
 */
export function reachedOnce(families: readonly Family[], onePerAddress: boolean, more: readonly string[] = []): string {
  if (!onePerAddress || families.length === 0) return reached(families, more);
  const usable = (family: Family): string => LEFT_OUT.map((reason) => `NOT (${REASONS[reason](family)})`).join(' AND ');
  const columns = families.map(
    (family) =>
      `(${usable(family)} AND row_number() OVER (PARTITION BY (${usable(family)}), ${addressOf(family)} COLLATE "C"
        ORDER BY ${OLDEST_FIRST('c', 'id')}) > 1) AS "same.${family}"`,
  );
  return `(SELECT c.*, ${columns.join(', ')} FROM ${reached(families, ['c."createdAt"', ...more])}) c`;
}

/** True when a contact `c` gets a message in at least one of these families. */
export const reachableIn = (families: readonly Family[], onePerAddress: boolean): string =>
  families.length === 0
    ? 'false'
    : families
        .map(
          (family) =>
            `(${reasonsFor(onePerAddress)
              .map((reason) => `NOT (${REASONS[reason](family)})`)
              .join(' AND ')})`,
        )
        .join(' OR ');

/**
 * Counts in one pass over the audience: one column for each family and reason. A contact counts under the first reason
 * that applies.
 */
function countsFor(families: Family[], onePerAddress: boolean): string {
  const reasons = reasonsFor(onePerAddress);
  const columns: string[] = [];
  for (const family of families) {
    const conditions = reasons.map((reason) => REASONS[reason](family));
    conditions.forEach((condition, index) => {
      const before = conditions
        .slice(0, index)
        .map((earlier) => ` AND NOT (${earlier})`)
        .join('');
      columns.push(`count(*) FILTER (WHERE ${condition}${before})::int AS "${family}.${reasons[index] ?? ''}"`);
    });
  }
  columns.push(`count(*) FILTER (WHERE ${reachableIn(families, onePerAddress)})::int AS reachable`);
  return columns.join(',\n');
}

/** Families in which each person gets an own message. */
export const personalFamilies = (providers: readonly ProviderId[]): Family[] => [
  ...new Set(
    providers
      .map((provider) => providerEntry(provider))
      .filter(({ perBroadcast }) => perBroadcast !== true)
      .map(({ family }) => family),
  ),
];

/** Previews an audience by the same rules as send; stores nothing. */
export async function previewAudience(
  db: WorkspaceDb,
  { providers = [], audience = {} }: AudienceInput,
): Promise<AudiencePreview> {
  const entries = providers.map((provider) => providerEntry(provider));
  const families = personalFamilies(providers);
  const onePerAddress = audience.onePerAddress === true;
  const parameters = new Parameters();
  const { relations, excluded } = audienceRelations(audience, await segmentsOf(db, audience), db.now, parameters);
  const [row] = await db.rows(
    composedStatement<Record<string, number>>(
      `WITH ${relations}
       SELECT count(*)::int AS people, ${excluded} AS excluded, ${countsFor(families, onePerAddress)}
         FROM ${reachedOnce(families, onePerAddress)}`,
      { joinsSets: true, isLong: true },
    ),
    ...parameters.values,
  );
  const people = row?.people ?? 0;
  const perProvider = entries.map(({ id, family, perBroadcast = false }) => {
    const leftOut = perBroadcast
      ? []
      : reasonsFor(onePerAddress)
          .map((reason) => ({ reason, people: row?.[`${family}.${reason}`] ?? 0 }))
          .filter((each) => each.people > 0);
    const messages = perBroadcast ? Math.min(people, 1) : people - leftOut.reduce((sum, each) => sum + each.people, 0);
    return { provider: id, family, perBroadcast, messages, leftOut };
  });
  return {
    people,
    excluded: row?.excluded ?? 0,
    reachable: perProvider.some(({ perBroadcast }) => perBroadcast) ? people : (row?.reachable ?? 0),
    messages: perProvider.reduce((sum, { messages }) => sum + messages, 0),
    providers: perProvider,
  };
}
