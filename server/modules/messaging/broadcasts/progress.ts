/**
 * The progress of a broadcast, for its progress page. It reads counters and ten-second sums that the worker keeps, and
 * never counts messages.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { countsOf, totalOf } from '@/server/modules/messaging/broadcasts/rows';
import type {
  BroadcastStatus,
  Progress,
  Reasons,
  StatusCounts,
  Waves,
} from '@/server/modules/messaging/broadcasts/schema';
import { broadcastStart } from '@/server/modules/messaging/broadcasts/started';
import { endAt, endWhileTesting } from '@/server/modules/messaging/broadcasts/vocabulary';

/** Width of a row of BroadcastRate. */
export const RATE_STEP_MS = 10_000;
const RATE_WINDOW_MS = 60_000;
const POINTS_MS = 3_600_000;

interface ProgressRow {
  status: BroadcastStatus;
  perHour: number | null;
  localTime: string | null;
  /** From when the next message may go at its rate. */
  nextAt: Date | null;
  startedAt: Date | null;
  statusCounts: StatusCounts;
  /** The test that is running: most of what is queued waits for its end. */
  test: { share: number; variants: number; endsAt: string } | null;
  points: { at: string; messages: number }[];
}

const findProgress = workspaceStatement<ProgressRow, [id: string, since: Date]>(
  'broadcasts.progress',
  `SELECT b.status, b."startedAt", b."perHour", b."localTime", ${countsOf('b')}, 
     CASE WHEN b."testEndsAt" IS NOT NULL
       AND b."testResult" IS NULL THEN jsonb_build_object('share', b.test->'share', 'variants',
       jsonb_array_length(b.test->'variants'), 'endsAt', b."testEndsAt") END AS test,
     (SELECT p."nextAt" FROM "BroadcastPace" p WHERE p."accountId" = $1 AND p."broadcastId" = b.id) AS "nextAt",
     coalesce((SELECT jsonb_agg(jsonb_build_object('at', r.at, 'messages', r.messages) ORDER BY r.at)
       FROM "BroadcastRate" r
       WHERE r."accountId" = $1 AND r."broadcastId" = b.id AND r.at >= $3::timestamptz), '[]') AS points
   FROM "Broadcast" b WHERE b."accountId" = $1 AND b.id = $2`,
);

/** @throws AppError NOT_FOUND */
export async function progress(db: WorkspaceDb, id: string): Promise<Progress> {
  const row = orNotFound((await db.rows(findProgress, id, new Date(db.now.getTime() - POINTS_MS)))[0]);
  const points = row.points.map(({ at, messages }) => ({ at: new Date(at), messages }));
  const total = totalOf(row.statusCounts);
  const left = (row.statusCounts.queued ?? 0) + (row.statusCounts.sending ?? 0);
  const perSecond = rateOf(points, db.now, row.startedAt);
  const testing = row.test !== null;
  return {
    status: row.status,
    startedAt: row.startedAt,
    statusCounts: row.statusCounts,
    total,
    done: total - left,
    perSecond,
    secondsLeft: left === 0 || perSecond === 0 || testing ? null : Math.ceil(left / perSecond),
    perHour: row.perHour,
    localTime: row.localTime,
    endsAt: endOf(row, { done: total - left, left }, db.now),
    testing,
    points,
  };
}

/** Returns when the last message of a broadcast at a rate leaves; null for others. */
function endOf(
  { perHour, localTime, nextAt, test }: Pick<ProgressRow, 'perHour' | 'localTime' | 'nextAt' | 'test'>,
  { done, left }: { done: number; left: number },
  now: Date,
): Date | null {
  if (perHour === null || localTime !== null || left === 0) return null;
  const from = new Date(Math.max(now.getTime(), nextAt?.getTime() ?? 0));
  return test === null
    ? endAt(perHour, left, from)
    : endWhileTesting(perHour, { done, left }, from, { ...test, endsAt: new Date(test.endsAt) });
}

/** Over the last minute, or since the start when that is younger. To a tenth. */
function rateOf(points: Progress['points'], now: Date, startedAt: Date | null): number {
  const from = Math.floor((now.getTime() - RATE_WINDOW_MS) / RATE_STEP_MS) * RATE_STEP_MS;
  const messages = points.filter(({ at }) => at.getTime() >= from).reduce((sum, point) => sum + point.messages, 0);
  const since = Math.max(from, startedAt?.getTime() ?? 0);
  return Math.round((messages / Math.max(1, (now.getTime() - since) / 1000)) * 10) / 10;
}

/** At their own hours there are as many as there are zones; at a rate as well, by the hour. */
const findWaves = workspaceStatement<{ at: Date; messages: number; lastAt: Date }, [id: string, now: Date]>(
  'broadcasts.waves',
  `SELECT w.at, w.messages, max(w.last) OVER () AS "lastAt" FROM (
     SELECT CASE WHEN b."perHour" IS NULL THEN m."claimableAt"
       ELSE date_trunc('hour', m."claimableAt") END AS at, count(*)::int AS messages, max(m."claimableAt") AS last
     FROM "Broadcast" b JOIN "MarketingMessage" m ON m."accountId" = $1 AND m."campaignId" = b.id
       AND m.status = 'queued' AND m."claimableAt" > $3::timestamptz
     WHERE b."accountId" = $1 AND b.id = $2 AND b."localTime" IS NOT NULL GROUP BY 1) w
   ORDER BY w.at LIMIT 50`,
  { joinsSets: true },
);

/** Returns the messages of a broadcast that wait for their contact's local hour. @throws AppError NOT_FOUND */
export async function waves(db: WorkspaceDb, id: string): Promise<Waves> {
  await broadcastStart(db, id);
  const rows = await db.rows(findWaves, id, db.now);
  return { waves: rows.map(({ at, messages }) => ({ at, messages })), lastAt: rows[0]?.lastAt ?? null };
}

const groupReasons = workspaceStatement<Reasons['reasons'][number], [id: string]>(
  'broadcasts.reasons',
  `SELECT m.status, m.provider, m."lastError" AS reason, count(*)::int AS messages FROM "MarketingMessage" m
   WHERE m."accountId" = $1 AND m."campaignId" = $2 AND m."lastError" IS NOT NULL
     AND m.status IN ('queued', 'skipped', 'failed', 'bounced')
   GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT 50`,
);

/** Counts the values of lastError. @throws AppError NOT_FOUND */
export async function reasons(db: WorkspaceDb, id: string): Promise<Reasons> {
  await broadcastStart(db, id);
  return { reasons: await db.rows(groupReasons, id) };
}
