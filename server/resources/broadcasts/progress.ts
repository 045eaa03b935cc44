/** How far a broadcast is, for its progress page: counters and ten-second sums that the worker keeps, never a count. */
import { workspaceStatement } from '@/server/db/statement';
import { found, type WorkspaceDb } from '@/server/db/workspace';
import { countsOf, totalOf } from '@/server/resources/broadcasts/rows';
import type { BroadcastStatus, Progress, Reasons, StatusCounts } from '@/server/resources/broadcasts/schema';
import { broadcastStart } from '@/server/resources/broadcasts/started';

/** Width of a row of BroadcastRate. */
export const RATE_STEP_MS = 10_000;
const RATE_WINDOW_MS = 60_000;
const POINTS_MS = 3_600_000;

interface ProgressRow {
  status: BroadcastStatus;
  startedAt: Date | null;
  statusCounts: StatusCounts;
  points: { at: string; messages: number }[];
}

const findProgress = workspaceStatement<ProgressRow, [id: string, since: Date]>(
  'broadcasts.progress',
  `SELECT b.status, b."startedAt", ${countsOf('b')},
     coalesce((SELECT jsonb_agg(jsonb_build_object('at', r.at, 'messages', r.messages) ORDER BY r.at) FROM "BroadcastRate" r
       WHERE r."accountId" = $1 AND r."broadcastId" = b.id AND r.at >= $3::timestamptz), '[]') AS points
   FROM "Broadcast" b WHERE b."accountId" = $1 AND b.id = $2`,
);

/** @throws AppError NOT_FOUND */
export async function progress(db: WorkspaceDb, id: string): Promise<Progress> {
  const row = found((await db.rows(findProgress, id, new Date(db.now.getTime() - POINTS_MS)))[0]);
  const points = row.points.map(({ at, messages }) => ({ at: new Date(at), messages }));
  const total = totalOf(row.statusCounts);
  const left = (row.statusCounts.queued ?? 0) + (row.statusCounts.sending ?? 0);
  const perSecond = rateOf(points, db.now, row.startedAt);
  return {
    status: row.status,
    startedAt: row.startedAt,
    statusCounts: row.statusCounts,
    total,
    done: total - left,
    perSecond,
    secondsLeft: left === 0 || perSecond === 0 ? null : Math.ceil(left / perSecond),
    points,
  };
}

/** Over the last minute, or since the start when that is younger. To a tenth. */
function rateOf(points: Progress['points'], now: Date, startedAt: Date | null): number {
  const from = Math.floor((now.getTime() - RATE_WINDOW_MS) / RATE_STEP_MS) * RATE_STEP_MS;
  const messages = points.filter(({ at }) => at.getTime() >= from).reduce((sum, point) => sum + point.messages, 0);
  const since = Math.max(from, startedAt?.getTime() ?? 0);
  return Math.round((messages / Math.max(1, (now.getTime() - since) / 1000)) * 10) / 10;
}

const groupReasons = workspaceStatement<Reasons['reasons'][number], [id: string]>(
  'broadcasts.reasons',
  `SELECT m.status, m.provider, m."lastError" AS reason, count(*)::int AS messages FROM "MarketingMessage" m
   WHERE m."accountId" = $1 AND m."campaignId" = $2 AND m."lastError" IS NOT NULL AND m.status IN ('queued', 'skipped', 'failed', 'bounced')
   GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT 50`,
);

/** What stands in lastError, counted. @throws AppError NOT_FOUND */
export async function reasons(db: WorkspaceDb, id: string): Promise<Reasons> {
  await broadcastStart(db, id);
  return { reasons: await db.rows(groupReasons, id) };
}
