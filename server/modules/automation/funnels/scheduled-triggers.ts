/**
 * Scheduled triggers (docs/contract/funnels.md#triggers): finds people who entered or left a segment since the last
 * look, and people whose date has come. A look and its effects are one transaction.
 */
import { DAY_MS, MINUTE_MS } from '@/server/platform/lib/durations';
import { composedStatement, Parameters, THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { segmentContacts } from '@/server/modules/audience/audience-segments/compile';
import { resolveSegments } from '@/server/modules/audience/audience-segments/resolve';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import { readEffectivePlan } from '@/server/modules/account/billing/effective-plan';
import type { FunnelDefinition, FunnelTrigger } from '@/server/modules/automation/funnels/definition-schema';
import { enter, type Entrance, type Given } from '@/server/modules/automation/funnels/enter';
import { funnelsOverLimit } from '@/server/modules/automation/funnels/over-plan-limit';
import { lockFunnels } from '@/server/modules/automation/funnels/lock';
import {
  calendarDateIn,
  calendarOf,
  instantAt,
  localDay,
  NO_YEAR,
  occasionNear,
  zoneOf,
  type Day,
} from '@/server/platform/lib/local-time';
import { findLiveFunnels } from '@/server/modules/automation/funnels/rows';
import { REFS } from '@/server/modules/automation/funnels/enrolment-state';
import { plansOf } from '@/server/modules/automation/funnels/versions';

/** The time between two looks, in milliseconds. */
const EVERY_MS = { segment_entered: 15 * MINUTE_MS, date: 5 * MINUTE_MS } as const;
/** The most people that one statement enrols. */
const CHUNK = 5_000;

/** Returns the time of a funnel's next scheduled look; null when its trigger has no schedule. */
export function nextLook({ trigger }: Pick<FunnelDefinition, 'trigger'>, now: Date): Date | null {
  const { type } = trigger;
  return type === 'segment_entered' || type === 'date' ? new Date(now.getTime() + EVERY_MS[type]) : null;
}

interface Looked {
  id: string;
  version: number;
  lookedAt: Date | null;
}

const hold = workspaceStatement<Looked, [id: string, now: Date]>(
  'funnels.hold-look',
  `SELECT f.id, f.version, f."lookedAt" FROM "Funnel" f
    WHERE f."accountId" = $1 AND f.id = $2 AND f.status = 'live'
    AND f."lookAt" <= $3::timestamptz FOR NO KEY UPDATE SKIP LOCKED`,
);
const looked = workspaceStatement<never, [id: string, lookAt: Date | null, now: Date]>(
  'funnels.looked',
  `UPDATE "Funnel" f SET "lookAt" = $3::timestamptz, "lookedAt" = $4::timestamptz WHERE f."accountId" = $1 AND f.id = $2`,
);

/** @returns true when this call looked; false when another worker has the funnel, or its time has not come */
export async function lookAtFunnel(tx: StatementTx, id: string): Promise<boolean> {
  await lockFunnels(tx, 'shared');
  const [funnel] = await tx.rows(hold, id, tx.now);
  if (funnel === undefined) return false;
  const planOf = await plansOf(tx, [{ funnelId: id, version: funnel.version }]);
  const definition = planOf({ funnelId: id, version: funnel.version })?.definition;
  if (definition === undefined) throw new Error(`Version ${funnel.version} of funnel ${id} is missing.`);
  const held = funnelsOverLimit(await readEffectivePlan(tx), await findLiveFunnels(tx));
  const entrance: Entrance = { funnelId: id, version: funnel.version, definition, isHeld: held.has(id) };
  const { trigger } = definition;
  if (trigger.type === 'segment_entered') await lookAtSegment(tx, entrance, trigger, definition);
  if (trigger.type === 'date') await lookAtDates(tx, entrance, trigger, funnel.lookedAt ?? tx.now);
  await tx.rows(looked, id, nextLook(definition, tx.now), tx.now);
  return true;
}

async function enterAll(tx: StatementTx, entrance: Entrance, given: readonly Given[]): Promise<void> {
  for (let at = 0; at < given.length; at += CHUNK) await enter(tx, entrance, given.slice(at, at + CHUNK));
}

/** Returns the segment's present definition; undefined for a deleted segment, which nobody enters or leaves. */
async function segmentOf(tx: StatementTx, segmentId: string): Promise<Definition | undefined> {
  return (await resolveSegments(tx, [segmentId]))[0];
}

/** Updates the stored members of the segment. @returns who entered and who left */
async function changeMembers(
  tx: StatementTx,
  funnelId: string,
  definition: Definition,
): Promise<{ came: string[]; left: string[] }> {
  const parameters = new Parameters();
  const funnel = parameters.add(funnelId, 'text');
  const rows = await tx.rows(
    composedStatement<{ contactId: string; came: boolean }>(
      `WITH present AS MATERIALIZED (${segmentContacts([definition], tx.now, parameters)}),
       before AS MATERIALIZED (SELECT m."contactId" FROM "FunnelSegmentMember" m
         WHERE m."accountId" = $1 AND m."funnelId" = ${funnel}),
       came AS (
         INSERT INTO "FunnelSegmentMember" ("accountId", "funnelId", "contactId")
         SELECT $1, ${funnel}, p.id FROM present p LEFT JOIN before b ON b."contactId" = p.id
           WHERE b."contactId" IS NULL ON CONFLICT DO NOTHING RETURNING "contactId"),
       absent AS MATERIALIZED (SELECT b."contactId" FROM before b LEFT JOIN present p ON p.id = b."contactId"
         WHERE p.id IS NULL),
       left_it AS (
         DELETE FROM "FunnelSegmentMember" m USING absent a
           WHERE m."accountId" = $1 AND m."funnelId" = ${funnel} AND m."contactId" = a."contactId"
           RETURNING m."contactId")
       SELECT "contactId", true AS came FROM came UNION ALL SELECT "contactId", false FROM left_it`,
      { joinsSets: true },
    ),
    ...parameters.values,
  );
  const of = (came: boolean): string[] => rows.filter((row) => row.came === came).map(({ contactId }) => contactId);
  return { came: of(true), left: of(false) };
}

/** Stores the members at activation, so that people who match already are not enrolled. */
export async function rememberSegment(tx: StatementTx, funnelId: string, trigger: FunnelTrigger): Promise<void> {
  if (trigger.type !== 'segment_entered') return;
  const definition = await segmentOf(tx, trigger.segmentId);
  if (definition !== undefined) await changeMembers(tx, funnelId, definition);
}

const leaveSegment = workspaceStatement<never, [funnelId: string, contactIds: string[], now: Date]>(
  'funnels.leave-segment',
  `UPDATE "FunnelEnrolment" e SET status = 'exited', "exitReason" = 'left_segment', "endedAt" = $4::timestamptz,
    "stepId" = NULL, "waitingFor" = NULL, "dueAt" = NULL
   FROM (SELECT h.id FROM "FunnelEnrolment" h
     WHERE h."accountId" = $1 AND h."funnelId" = $2 AND h."contactId" = ANY ($3::text[]) AND h.status = 'active'
     ORDER BY h.id FOR NO KEY UPDATE) l
   WHERE e."accountId" = $1 AND e.id = l.id`,
);

async function lookAtSegment(
  tx: StatementTx,
  entrance: Entrance,
  { segmentId }: Extract<FunnelTrigger, { type: 'segment_entered' }>,
  { exits }: FunnelDefinition,
): Promise<void> {
  const definition = await segmentOf(tx, segmentId);
  if (definition === undefined) return;
  const { came, left } = await changeMembers(tx, entrance.funnelId, definition);
  if (exits.includes('left_segment') && left.length > 0) await tx.rows(leaveSegment, entrance.funnelId, left, tx.now);
  const triggerRef = `${REFS.segment}${segmentId}:${tx.now.toISOString()}`;
  await enterAll(
    tx,
    entrance,
    came.map((contactId) => ({ contactId, triggerRef, at: tx.now, cart: null })),
  );
}

type DateTrigger = Extract<FunnelTrigger, { type: 'date' }>;

/** Finds the contacts whose date may be on one of these days; the exact moment depends on each contact's time zone. */
const findDates = workspaceStatement<
  { contactId: string; value: string; timezone: unknown; workspaceZone: string },
  [path: string[], days: string[]]
>(
  'funnels.dates',
  `SELECT c.id AS "contactId", c.attributes #>> $2::text[] AS value, c.attributes->'timezone' AS timezone,
    a."timeZone" AS "workspaceZone"
   FROM "Account" a CROSS JOIN LATERAL (
     SELECT k.id, k.attributes FROM "Contact" k
       WHERE k."accountId" = ${THIS_WORKSPACE}
       AND right(left(k.attributes #>> $2::text[], 10), char_length(($3::text[])[1])) = ANY ($3::text[])) c
   WHERE a.id = $1`,
);

const countDates = workspaceStatement<{ readable: number; unreadable: number }, [path: string[], yearly: boolean]>(
  'funnels.count-dates',
  `SELECT count(*) FILTER (WHERE d.ok)::int AS readable, count(*) FILTER (WHERE NOT d.ok)::int AS unreadable
   FROM "Contact" c CROSS JOIN LATERAL (SELECT c.attributes #>> $2::text[] AS value) v
   CROSS JOIN LATERAL (SELECT CASE
     WHEN v.value ~ '^\\d{4}-\\d\\d-\\d\\d($|[T ])' THEN left(v.value, 4) <> '0000'
       AND pg_input_is_valid(left(v.value, 10), 'date')
     WHEN v.value ~ '^--\\d\\d-\\d\\d($|[T ])' THEN $3::boolean
       AND pg_input_is_valid('${NO_YEAR}' || substr(v.value, 2, 6), 'date')
     ELSE false END AS ok) d
   WHERE c."accountId" = $1 AND v.value <> ''`,
);

/** Counts contacts whose attribute holds a date that the trigger can read, and contacts with another value there. */
export async function datesOf(
  db: Pick<StatementTx, 'rows'>,
  { attribute, yearly }: DateTrigger,
): Promise<{ readable: number; unreadable: number }> {
  const [counts] = await db.rows(countDates, attribute.split('.'), yearly);
  return counts ?? { readable: 0, unreadable: 0 };
}

/** The longest time between two looks that is still covered, in milliseconds. */
const LONGEST_WINDOW_MS = 7 * DAY_MS;

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** Returns the days as dates are stored; `MM-DD` when the year does not matter. */
function daysBetween(from: Day, to: Day, isYearly: boolean): string[] {
  const days = new Set<string>();
  for (let day = from; day <= to; day++) {
    const [year, month, date] = calendarOf(day);
    const monthDay = `${twoDigits(month)}-${twoDigits(date)}`;
    days.add(isYearly ? monthDay : `${String(year).padStart(4, '0')}-${monthDay}`);
    // Kept on the 28th in other years.
    if (isYearly && monthDay === '02-28') days.add('02-29');
  }
  return [...days];
}

/** Returns the day whose moment came after `since` and not after now; undefined when there was none. */
export function occasionOf(
  value: string,
  zone: string,
  { at, offsetDays, yearly }: Pick<DateTrigger, 'at' | 'offsetDays' | 'yearly'>,
  { since, now }: { since: Date; now: Date },
): { day: Day; at: Date } | undefined {
  const date = calendarDateIn(value);
  // A day without a year comes every year, or never.
  if (date === undefined || (!yearly && value.startsWith('--'))) return undefined;
  const last = localDay(zone, now);
  for (let near = localDay(zone, since); near <= last; near++) {
    const day = occasionNear(date, near, { offsetDays, yearly });
    const moment = instantAt(zone, day, at);
    if (moment > since && moment <= now) return { day, at: moment };
  }
  return undefined;
}

/** Finds the contacts whose day came after `since` and not after `now`. */
export async function datesBetween(
  db: Pick<StatementTx, 'rows'>,
  trigger: DateTrigger,
  { since, now }: { since: Date; now: Date },
): Promise<Given[]> {
  const dayOfInstant = (instant: Date): Day => Math.floor(instant.getTime() / DAY_MS);
  // A day more at each side, for the zones.
  const days = daysBetween(
    dayOfInstant(since) - 1 - trigger.offsetDays,
    dayOfInstant(now) + 1 - trigger.offsetDays,
    trigger.yearly,
  );
  const rows = await db.rows(findDates, trigger.attribute.split('.'), days);
  return rows.flatMap(({ contactId, value, timezone, workspaceZone }): Given[] => {
    const occasion = occasionOf(value, zoneOf(timezone, workspaceZone), trigger, { since, now });
    if (occasion === undefined) return [];
    const [year, month, date] = calendarOf(occasion.day);
    const triggerRef = `${REFS.date}${trigger.attribute}:${year}-${twoDigits(month)}-${twoDigits(date)}`;
    return [{ contactId, triggerRef, at: occasion.at, cart: null }];
  });
}

async function lookAtDates(tx: StatementTx, entrance: Entrance, trigger: DateTrigger, lookedAt: Date): Promise<void> {
  const since = new Date(Math.max(lookedAt.getTime(), tx.now.getTime() - LONGEST_WINDOW_MS));
  await enterAll(tx, entrance, await datesBetween(tx, trigger, { since, now: tx.now }));
}
