/**
 * The time zone of a contact (docs/contract/broadcasts.md#local-time): from the contact's attribute, else from the
 * phone's country, else the workspace's. As SQL, so that send and the composer's preview agree.
 */
import { workspaceStatement, type Parameters } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';
import { instantIn } from '@/server/platform/db/zoned-time';
import { CALLING_CODE_ZONES, LONGEST_CALLING_CODE } from '@/server/platform/lib/calling-code-zones';

/** Names that people write. What else the view has are the same zones in other folders. */
const knownZones = workspaceStatement<{ accountId: string; name: string }>(
  'broadcasts.known-zones',
  `SELECT $1::text AS "accountId", z.name FROM pg_timezone_names z WHERE z.name ~ '^[A-Z]' AND z.name <> 'Factory'`,
);

const workspaceZone = workspaceStatement<{ accountId: string; timeZone: string }>(
  'broadcasts.workspace-zone',
  `SELECT $1::text AS "accountId", a."timeZone" FROM "Account" a WHERE a.id = $1`,
);

interface KnownZones {
  /** Each by its name in lower case. */
  named: Record<string, string>;
  /** Each by the leading digits of the phone numbers of a country. */
  byPhone: Record<string, string>;
}

/** The zones that PostgreSQL takes; everything else would be an error in the middle of a send. */
let known: Promise<KnownZones> | undefined;

/** Reads the known zones once: PostgreSQL opens a file for each zone in its list. */
async function knownTo(db: Pick<StatementTx, 'rows'>): Promise<KnownZones> {
  known ??= db.rows(knownZones).then((rows) => {
    const names = new Set(rows.map(({ name }) => name));
    return {
      named: Object.fromEntries(rows.map(({ name }) => [name.toLowerCase(), name])),
      byPhone: Object.fromEntries(Object.entries(CALLING_CODE_ZONES).filter(([, zone]) => names.has(zone))),
    };
  });
  try {
    return await known;
  } catch (error) {
    known = undefined;
    throw error;
  }
}

/** Expressions for names of time zones, for one statement. */
export interface ZonesInSql {
  workspace: string;
  /** The zone of a contact `c`, by its `attributes` and `phoneE164`. */
  contact: string;
}

/** @param parameters the parameters of the statement that will contain the expressions */
export async function zonesInSql(db: Pick<StatementTx, 'rows'>, parameters: Parameters): Promise<ZonesInSql> {
  const { named, byPhone } = await knownTo(db);
  const { timeZone } = orNotFound((await db.rows(workspaceZone))[0]);
  const names = parameters.add(JSON.stringify(named), 'jsonb');
  const prefixes = parameters.add(JSON.stringify(byPhone), 'jsonb');
  const workspace = parameters.add(timeZone, 'text');
  // The longest that fits holds; the plus comes first.
  const byPrefix = Array.from(
    { length: LONGEST_CALLING_CODE },
    (_, index) => `${prefixes}->>substr(c."phoneE164", 2, ${LONGEST_CALLING_CODE - index})`,
  );
  return {
    workspace,
    contact: `coalesce(${names}->>lower(btrim(c.attributes->>'timezone')), ${byPrefix.join(', ')}, ${workspace})`,
  };
}

/**
 * Returns the relation `moments` of `zone` and `due`: the instant of `localTime` in each zone of `places`, a relation
 * with one column `zone`. The day is today in that zone or today in the workspace at the time of the send, whichever is
 * later. So an eastern zone gets tomorrow's hour, and nobody is woken at night for yesterday's. If this would be more
 * than 24 hours ahead, the day before counts. A time that has passed is due at once.
 * @param at the time of the send, and `localTime`, as expressions
 */
export function momentsOf({ at, localTime, workspace }: { at: string; localTime: string; workspace: string }): string {
  return `moments AS MATERIALIZED (
       SELECT p.zone, greatest(${at}, (
         SELECT max(w.moment) FROM (
           SELECT ${instantIn('d.local', 'p.zone')} AS moment
           FROM (SELECT greatest((${at}) AT TIME ZONE ${workspace},
             (${at}) AT TIME ZONE p.zone)::date - back + ${localTime} AS local FROM generate_series(0, 2) back) d
         ) w WHERE w.moment <= ${at} + interval '24 hours')) AS due
       FROM places p)`;
}
