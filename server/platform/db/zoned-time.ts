/** The instant of a clock time in a zone, in SQL, by the rule of server/platform/lib/zoned-time.ts. */

/**
 * SQL for the instant of a local time. PostgreSQL's own `AT TIME ZONE` takes the later instant of a time that comes
 * twice, and our rule only for one that is skipped. No clock changes twice within a day, so the offset of the day
 * before is the earlier one.
 * @param local a timestamp without a zone, `zone` a name; as expressions
 */
export const instantIn = (local: string, zone: string): string =>
  `(SELECT CASE WHEN (u.early AT TIME ZONE u.zone) = u.local THEN least(u.early, u.late) ELSE u.late END FROM (
     SELECT l.*, (l.local AT TIME ZONE 'UTC') - ((l.late - interval '24 hours') AT TIME ZONE l.zone - (l.late - interval '24 hours') AT TIME ZONE 'UTC') AS early
     FROM (SELECT c.local, c.zone, c.local AT TIME ZONE c.zone AS late
       FROM (SELECT (${local})::timestamp AS local, ${zone} AS zone) c) l) u)`;
