/**
 * The earliest time of each message of a send, for broadcasts at local hours or with an hourly limit
 * (docs/contract/broadcasts.md#options). With both, the later time holds.
 */
import { workspaceStatement, type Parameters } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';
import { momentsOf, zonesInSql, type ZonesInSql } from '@/server/modules/messaging/broadcasts/contact-zone';
import type { Broadcast } from '@/server/modules/messaging/broadcasts/schema';
import { paceMs } from '@/server/modules/messaging/broadcasts/vocabulary';

/** Messages of an earlier send may have left a moment ago. */
const openPace = workspaceStatement<{ nextAt: Date }, [id: string, at: Date]>(
  'broadcasts.open-pace',
  `INSERT INTO "BroadcastPace" AS p ("accountId", "broadcastId", "nextAt") SELECT $1, $2, $3::timestamptz
   ON CONFLICT ("accountId", "broadcastId") DO UPDATE SET "nextAt" = greatest(p."nextAt", excluded."nextAt")
     RETURNING p."nextAt"`,
);

/** Parts of a send's statement that set the time of each message. */
export interface Timing {
  /** Each recipient has its zone. */
  zones: ZonesInSql | undefined;
  /**
   * @param messages a query with `contactId`, `provider` and, with zones, `zone`; @returns relations of the statement,
   * and the rows of `messages` with `claimableAt`
   */
  spread(messages: string): { relations: string; timed: string };
}

/** @returns undefined when everything leaves at once */
export async function timingOf(
  tx: StatementTx,
  { id, perHour, localTime }: Broadcast,
  parameters: Parameters,
): Promise<Timing | undefined> {
  if (perHour === undefined && localTime === undefined) return undefined;
  const zones = localTime === undefined ? undefined : await zonesInSql(tx, parameters);
  const begin = parameters.add(
    perHour === undefined ? tx.now : orNotFound((await tx.rows(openPace, id, tx.now))[0]).nextAt,
    'timestamptz',
  );
  const step =
    perHour === undefined ? undefined : `(${parameters.add(paceMs(perHour), 'float8')} * interval '1 millisecond')`;
  return {
    zones,
    spread(messages) {
      const relations = [`recipients AS MATERIALIZED (${messages})`];
      let due = `SELECT r.*, ${begin} AS due FROM recipients r`;
      if (zones !== undefined && localTime !== undefined) {
        const moments = momentsOf({
          at: parameters.add(tx.now, 'timestamptz'),
          localTime: parameters.add(localTime, 'time'),
          workspace: zones.workspace,
        });
        relations.push('places AS (SELECT DISTINCT r.zone FROM recipients r)', moments);
        due = `SELECT r.*, greatest(o.due, ${begin}) AS due FROM recipients r JOIN moments o ON o.zone = r.zone`;
      }
      return {
        relations: relations.join(',\n     '),
        timed: step === undefined ? `SELECT d.*, d.due AS "claimableAt" FROM (${due}) d` : atAPace(due, step),
      };
    },
  };
}

/**
 * Each message leaves at its due time, or one step after the message before. Messages due at the same time come in an
 * order that favours nobody, with a contact's messages over several providers side by side.
 */
const atAPace = (due: string, step: string): string =>
  `SELECT p.*, p.n * ${step} + max(p.due - p.n * ${step}) OVER (ORDER BY p.n ROWS UNBOUNDED PRECEDING) AS "claimableAt"
       FROM (SELECT d.*, row_number() OVER (ORDER BY d.due, hashtext(d."contactId"), d."contactId", d.provider) - 1 AS n
         FROM (${due}) d) p`;
