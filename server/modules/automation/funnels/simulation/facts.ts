/** The real facts about simulated people, read in batches as the worker reads them. */
import { DAY_MS } from '@/server/platform/lib/durations';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { oneFor, Rounds } from '@/server/platform/engine/rounds';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import * as facts from '@/server/modules/automation/funnels/facts';
import type { Known } from '@/server/modules/automation/funnels/simulation/enrolment';
import type { Plan } from '@/server/modules/automation/funnels/versions';

/** Finds messages of other funnels and of broadcasts; this funnel's own messages are the simulated ones. */
const findMessages = workspaceStatement<
  { contactId: string; times: Date[] },
  [contactIds: string[], since: Date, funnelId: string]
>(
  'funnels.messages-beside-paper',
  `SELECT g.id AS "contactId", m.times FROM unnest($2::text[]) AS g(id)
   CROSS JOIN LATERAL (
     SELECT array_agg(m."createdAt") AS times FROM "MarketingMessage" m
       WHERE m."accountId" = ${THIS_WORKSPACE} AND m."contactId" = g.id AND m."createdAt" > $3::timestamptz
       AND (m."campaignId" IS NOT NULL OR m."funnelId" IS NOT NULL) AND m."funnelId"
         IS DISTINCT FROM $4 AND m.status NOT IN ('skipped', 'failed') OFFSET 0) m
   WHERE m.times IS NOT NULL`,
);

/** @param from the time when the first person enters */
export function simulatedFacts(
  db: WorkspaceDb,
  { funnelId, definition }: Plan,
  from: Date,
): (person: { contactId: string; zone: string }) => Known {
  const rounds = new Rounds(() => Promise.resolve());
  const channelOf = rounds.question(async (providers: readonly ProviderId[]) => {
    const newest = await facts.readChannels(db, providers);
    return (provider) => newest.get(provider) ?? null;
  });
  const listExists = rounds.question(async (listIds: readonly string[]) => {
    const lists = await facts.readLists(db, listIds);
    return (id) => lists.has(id);
  });
  const reach = oneFor((family: Family) =>
    rounds.question(async (contactIds: readonly string[]) => {
      const reaches = await facts.readReach(db, family, contactIds);
      return (contactId) => reaches.get(contactId) ?? { recipient: null, optedOut: false };
    }),
  );
  const membership = oneFor((asked: string) =>
    rounds.question(async (contactIds: readonly string[]) => {
      const members = await facts.readMembers(db, JSON.parse(asked) as Definition, contactIds, db.now);
      return (contactId) => members.has(contactId);
    }),
  );
  const since = new Date(from.getTime() - (definition.frequencyCap?.perDays ?? 0) * DAY_MS);
  const messages = rounds.question(async (contactIds: readonly string[]) => {
    const rows = await db.rows(findMessages, [...contactIds], since, funnelId);
    const times = new Map(rows.map((row) => [row.contactId, row.times]));
    return (contactId) => times.get(contactId) ?? [];
  });
  return ({ contactId, zone }) => ({
    contactId,
    zone,
    channelOf,
    listExists,
    reachIn: (family) => reach(family)(contactId),
    isIn: (asked) => membership(JSON.stringify(asked))(contactId),
    async messagesBetween(after, until) {
      return (await messages(contactId)).filter((at) => at > after && at <= until).length;
    },
  });
}
