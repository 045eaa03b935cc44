/**
 * Fires triggers about a recipient that end funnels for them (docs/contract/funnels.md#those-inside); only for people
 * inside.
 */
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import { fireWithin, NEXT_POSITION, type TriggerType } from '@/server/platform/outbox/triggers';

/**
 * SQL that fires for contacts that are in a funnel, within or as a statement.
 * @param contacts rows of ("contactId", data)
 * @param now the parameter with the service's time
 */
export const firesInside = (type: TriggerType, contacts: string, now: string): string =>
  fireWithin(
    type,
    `SELECT ${NEXT_POSITION} AS position, t."contactId", t.data FROM (${contacts}) t
     WHERE EXISTS (SELECT FROM "FunnelEnrolment" e
       WHERE e."accountId" = ${THIS_WORKSPACE} AND e."contactId" = t."contactId" AND e.status = 'active')`,
    now,
  );
