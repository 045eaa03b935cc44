/**
 * The effects of shop events on funnels (docs/contract/events.md#segments-and-funnels), in the transaction that stores
 * the events. No funnel waits for most events; those cost only one query of the workspace's funnels.
 */
import { HOUR_MS } from '@/server/platform/lib/durations';
import { composedStatement, Parameters, THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { fire, type Trigger } from '@/server/platform/outbox/triggers';
import type { EventFollower, KeptEvent } from '@/server/modules/audience/events/event-hooks';
import { propertyPredicate } from '@/server/modules/audience/audience-segments/conditions';
import type { FunnelTrigger } from '@/server/modules/automation/funnels/definition-schema';
import { plansOf, type Plan, type VersionKey } from '@/server/modules/automation/funnels/versions';
import { FRESH_HOURS } from '@/server/modules/shops/connections/vocabulary';

/**
 * Finds the begun funnels and their versions with people inside, however old. An index skips from version to version,
 * so the cost grows with the number of versions and not of people.
 */
const findBegun = workspaceStatement<{ id: string; version: number; isLive: boolean; inside: number[] }>(
  'funnels.begun-for-events',
  `SELECT f.id, f.version, f.status = 'live' AS "isLive", i.versions AS inside FROM "Funnel" f CROSS JOIN LATERAL (
     WITH RECURSIVE lived(version) AS (
       (SELECT e.version FROM "FunnelEnrolment" e
         WHERE e."accountId" = ${THIS_WORKSPACE} AND e."funnelId" = f.id AND e.status = 'active' ORDER BY e.version
         LIMIT 1)
       UNION ALL
       SELECT n.version FROM lived l CROSS JOIN LATERAL (
         SELECT e.version FROM "FunnelEnrolment" e
           WHERE e."accountId" = ${THIS_WORKSPACE} AND e."funnelId" = f.id AND e.status = 'active'
           AND e.version > l.version ORDER BY e.version LIMIT 1) n)
     SELECT coalesce(array_agg(lived.version), '{}') AS versions FROM lived OFFSET 0) i
   WHERE f."accountId" = $1 AND f.version > 0 AND f.status <> 'archived'`,
);

type EventTrigger = Extract<FunnelTrigger, { type: 'event' }>;

/** The events that funnels of the workspace ask for. */
interface Asked {
  /** The names of events that funnels use; all other events have no effect. */
  names: ReadonlySet<string>;
  /** Live funnels that events let people into. */
  entrances: readonly { funnelId: string; trigger: EventTrigger }[];
  /** Versions that wait for events. */
  waiting: readonly { key: VersionKey; names: ReadonlySet<string> }[];
}

const waitsIn = ({ definition }: Plan): string[] =>
  definition.steps.flatMap((step) =>
    step.kind === 'wait_until' ? step.config.any.flatMap((cause) => ('event' in cause ? (cause.name ?? []) : [])) : [],
  );

async function askedOfEvents(tx: StatementTx): Promise<Asked> {
  const begun = await tx.rows(findBegun);
  const keys = begun.flatMap(({ id: funnelId, version, inside }) =>
    [...new Set([version, ...inside])].map((each) => ({ funnelId, version: each })),
  );
  const planOf = await plansOf(tx, keys);
  const entrances = begun.flatMap(({ id: funnelId, version, isLive }) => {
    const trigger = planOf({ funnelId, version })?.definition.trigger;
    return isLive && trigger?.type === 'event' ? [{ funnelId, trigger }] : [];
  });
  const waiting = keys.flatMap((key) => {
    const plan = planOf(key);
    const names = plan === undefined ? [] : waitsIn(plan);
    return names.length === 0 ? [] : [{ key, names: new Set(names) }];
  });
  return {
    names: new Set([...entrances.map(({ trigger }) => trigger.name), ...waiting.flatMap(({ names }) => [...names])]),
    entrances,
    waiting,
  };
}

const findInside = workspaceStatement<
  { contactId: string; funnelId: string; version: number },
  [contactIds: string[], funnelIds: string[]]
>(
  'funnels.inside-for-events',
  `SELECT DISTINCT e."contactId", e."funnelId", e.version FROM "FunnelEnrolment" e
   WHERE e."accountId" = $1 AND e."contactId" = ANY ($2::text[]) AND e.status = 'active'
     AND e."funnelId" = ANY ($3::text[])`,
);

/**
 * Prepares for events that are about to be stored: tells which of them funnels wait for, and applies the effects of new
 * ones.
 */
export async function followShopperEvents(tx: StatementTx): Promise<EventFollower> {
  const asked = await askedOfEvents(tx);
  return { names: asked.names, follow: (events) => followEvents(tx, asked, events) };
}

/** @param events with names that funnels wait for. An event that is older than a day enrols nobody. */
async function followEvents(
  tx: StatementTx,
  { entrances, waiting }: Asked,
  events: readonly KeptEvent[],
): Promise<void> {
  const since = new Date(tx.now.getTime() - FRESH_HOURS * HOUR_MS);
  const fresh = events.filter(({ at }) => at >= since).sort((a, b) => a.at.getTime() - b.at.getTime());
  if (fresh.length === 0) return;
  const letIn = new Map<string, string[]>();
  for (const entrance of entrances)
    for (const id of await fitting(tx, entrance.trigger, fresh))
      letIn.set(id, [...(letIn.get(id) ?? []), entrance.funnelId]);
  const heard = await whoWaits(tx, waiting, fresh);
  await fire(
    tx,
    fresh.flatMap(({ id, name, contactId, at }): Trigger[] => {
      const funnels = letIn.get(id) ?? [];
      return funnels.length === 0 && !heard(contactId, name)
        ? []
        : [{ type: 'shop_event', contactId, data: { eventId: id, name, funnels, at: at.toISOString() } }];
    }),
  );
}

/**
 * Returns the ids of the events that enrol people. Segments compare properties with the same code, so both find the
 * same events.
 */
async function fitting(
  tx: StatementTx,
  { name, where }: EventTrigger,
  events: readonly KeptEvent[],
): Promise<string[]> {
  const named = events.filter((event) => event.name === name);
  if (named.length === 0 || where.length === 0) return named.map(({ id }) => id);
  const parameters = new Parameters();
  const ids = parameters.add(
    named.map(({ id }) => id),
    'text[]',
  );
  const properties = parameters.add(
    named.map((event) => JSON.stringify(event.properties)),
    'text[]',
  );
  const conditions = where.map((each) => propertyPredicate('m.properties', each, tx.now, parameters));
  const rows = await tx.rows(
    composedStatement<{ id: string }>(
      `SELECT m.id FROM (SELECT $1::text AS "accountId", u.id, u.properties::jsonb AS properties
        FROM unnest(${ids}, ${properties}) AS u(id, properties)) m WHERE (${conditions.join(') AND (')})`,
    ),
    ...parameters.values,
  );
  return rows.map(({ id }) => id);
}

async function whoWaits(
  tx: StatementTx,
  waiting: Asked['waiting'],
  events: readonly KeptEvent[],
): Promise<(contactId: string, name: string) => boolean> {
  const named = events.filter(({ name }) => waiting.some(({ names }) => names.has(name)));
  if (named.length === 0) return () => false;
  const inside = await tx.rows(
    findInside,
    [...new Set(named.map(({ contactId }) => contactId))],
    [...new Set(waiting.map(({ key }) => key.funnelId))],
  );
  const heard = new Set(
    inside.flatMap(({ contactId, funnelId, version }) =>
      waiting
        .filter(({ key }) => key.funnelId === funnelId && key.version === version)
        .flatMap(({ names }) => [...names].map((name) => `${contactId} ${name}`)),
    ),
  );
  return (contactId, name) => heard.has(`${contactId} ${name}`);
}
