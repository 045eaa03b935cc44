/**
 * The times at which the people of an audience would get a broadcast at their own hour, computed before it is sent
 * (docs/contract/broadcasts.md#local-time).
 */
import { composedStatement, Parameters } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { personalFamilies, reachableIn, reachedOnce } from '@/server/modules/messaging/broadcasts/audience-preview';
import { momentsOf, zonesInSql } from '@/server/modules/messaging/broadcasts/contact-zone';
import { audienceRelations, segmentsOf } from '@/server/modules/messaging/broadcasts/recipients';
import type { LocalTimes, LocalTimesInput } from '@/server/modules/messaging/broadcasts/schema';

/** Computes the times by the same rules as send; stores nothing. */
export async function localTimes(
  db: WorkspaceDb,
  { providers = [], audience = {}, localTime, scheduledAt }: LocalTimesInput,
): Promise<LocalTimes> {
  const families = personalFamilies(providers);
  const onePerAddress = audience.onePerAddress === true;
  const sentAt = new Date(Math.max(db.now.getTime(), scheduledAt?.getTime() ?? 0));
  const parameters = new Parameters();
  const { relations } = audienceRelations(audience, await segmentsOf(db, audience), db.now, parameters);
  const zones = await zonesInSql(db, parameters);
  const at = parameters.add(sentAt, 'timestamptz');
  const moments = momentsOf({ at, localTime: parameters.add(localTime, 'time'), workspace: zones.workspace });
  const rows = await db.rows(
    composedStatement<{ at: Date; zone: string; people: number }>(
      `WITH ${relations},
       people AS MATERIALIZED (
         SELECT c.zone, count(*)::int AS people FROM ${reachedOnce(families, onePerAddress, [`${zones.contact} AS zone`])} WHERE ${reachableIn(families, onePerAddress)} GROUP BY c.zone
       ),
       places AS (SELECT p.zone FROM people p),
       ${moments}
       SELECT m.due AS at, (array_agg(p.zone ORDER BY p.people DESC, p.zone))[1] AS zone, sum(p.people)::int AS people
       FROM people p JOIN moments m ON m.zone = p.zone GROUP BY m.due ORDER BY m.due`,
      { joinsSets: true },
    ),
    ...parameters.values,
  );
  return { waves: rows.map((row) => ({ ...row, atOnce: row.at.getTime() <= sentAt.getTime() })) };
}
