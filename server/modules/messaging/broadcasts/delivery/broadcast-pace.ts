/**
 * The hourly limit on the messages of a broadcast (docs/contract/broadcasts.md#rate). One row holds it for all workers
 * and channels: BroadcastPace has the time of the next message.
 */
import type { Pool } from 'pg';
import { workspaceStatement } from '@/server/platform/db/statement';
import { longTransaction } from '@/server/platform/db/transaction';
import { EARLY_MS, paceMs } from '@/server/modules/messaging/broadcasts/vocabulary';

export interface PacedBroadcast {
  accountId: string;
  broadcastId: string;
  perHour: number;
}

/** SQL: so many milliseconds. */
const milliseconds = (parameter: string): string => `(${parameter}::float8 * interval '1 millisecond')`;

/**
 * Grants the messages that may leave by now, at most as many as were asked for. Each message moves the next time by a
 * step.
 */
const GRANT = {
  name: 'delivery.broadcast-pace.grant',
  text: `WITH held AS (
      SELECT greatest(p."nextAt", $3::timestamptz) AS at FROM "BroadcastPace" p
        WHERE p."accountId" = $1 AND p."broadcastId" = $2 FOR NO KEY UPDATE
    ), granted AS (
      SELECT h.at, least($4::int, greatest(0, 1 + floor(extract(epoch FROM $3::timestamptz + ${milliseconds('$6')} - h.at)::float8 * 1000 / $5::float8)))::int AS count FROM held h
    )
    UPDATE "BroadcastPace" p SET "nextAt" = g.at + g.count * ${milliseconds('$5')} FROM granted g
      WHERE p."accountId" = $1 AND p."broadcastId" = $2
    RETURNING g.count, p."nextAt"`,
};

/** Send inserts the row; a worker inserts it for messages that were not made by send. */
const OPEN = {
  name: 'delivery.broadcast-pace.open',
  text: `INSERT INTO "BroadcastPace" ("accountId", "broadcastId", "nextAt") VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
};

export interface Grant {
  count: number;
  /** The time at which the next message after these may leave, in epoch milliseconds. */
  nextAt: number;
}

/**
 * Asks for `count` messages at `now`. Granted messages leave at once: nothing is reserved that a crash could lose or a
 * pause could pile up.
 */
export async function grant(
  pool: Pool,
  { accountId, broadcastId, perHour }: PacedBroadcast,
  now: Date,
  count: number,
): Promise<Grant> {
  for (;;) {
    const { rows } = await pool.query<{ count: number; nextAt: Date }>({
      ...GRANT,
      values: [accountId, broadcastId, now, count, paceMs(perHour), EARLY_MS],
    });
    const [row] = rows;
    if (row !== undefined) return { count: row.count, nextAt: row.nextAt.getTime() - EARLY_MS };
    await pool.query({ ...OPEN, values: [accountId, broadcastId, now] });
  }
}

/** Lets one worker at a time postpone messages of a broadcast; the others wait, and then see the new times. */
const takeTurn = workspaceStatement<{ accountId: string }, [broadcastId: string]>(
  'delivery.broadcast-pace.take-turn',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('laris broadcast pace ' || $1 || ' ' || $2,
    0))`,
);

/**
 * Gives each due message that cannot leave yet its own time: the first steps of the rate that no other message waits
 * for. `base` is the step before the first free step: messages that other lanes hold leave before it.
 */
const moveDue = workspaceStatement<
  { moved: number },
  [broadcastId: string, now: Date, ids: readonly string[], stepMs: number]
>(
  'delivery.broadcast-pace.put-off',
  `WITH given AS (
     SELECT m.id, m."claimableAt" FROM "MarketingMessage" m
       WHERE m."accountId" = $1 AND m."campaignId" = $2 AND m.status = 'queued' AND m."claimableAt" <= $3::timestamptz
       AND (m.id = ANY ($4::text[]) OR m."claimedBy" IS NULL OR m."leasedUntil" IS NULL
         OR m."leasedUntil" <= $3::timestamptz)
     ORDER BY m.id FOR NO KEY UPDATE SKIP LOCKED
   ), late AS MATERIALIZED (
     SELECT g.id, row_number() OVER (ORDER BY g."claimableAt", hashtext(g.id)) AS n FROM given g
   ), held AS (
     SELECT count(*) AS messages FROM "MarketingMessage" m
       WHERE m."accountId" = $1 AND m."campaignId" = $2 AND m.status = 'queued'
       AND m."claimableAt" <= $3::timestamptz AND m."claimedBy" IS NOT NULL AND m."leasedUntil" > $3::timestamptz
         AND m.id <> ALL ($4::text[])
   ), base AS (
     SELECT greatest(p."nextAt", $3::timestamptz) + (h.messages - 1) * ${milliseconds('$5')} AS at
       FROM "BroadcastPace" p CROSS JOIN held h WHERE p."accountId" = $1 AND p."broadcastId" = $2
   ), planned AS (
     SELECT b.at FROM base b
     UNION ALL
     SELECT greatest(m."claimableAt", b.at) FROM "MarketingMessage" m CROSS JOIN base b
       WHERE m."accountId" = $1 AND m."campaignId" = $2 AND m.status = 'queued' AND m."claimableAt" > $3::timestamptz
   ), gaps AS (
     SELECT p.at, lead(p.at) OVER (ORDER BY p.at) AS until FROM planned p
   ), wanted AS (
     SELECT count(*) AS messages FROM late
   ), free AS MATERIALIZED (
     SELECT g.at + step * ${milliseconds('$5')} AS at, row_number() OVER (ORDER BY g.at, step) AS n
     FROM gaps g CROSS JOIN wanted w CROSS JOIN LATERAL generate_series(1, CASE WHEN g.until IS NULL THEN w.messages
       ELSE least(w.messages, floor(extract(epoch
         FROM g.until - g.at)::float8 * 1000 / $5::float8)::bigint - 1) END) step
   ), moved AS (
     UPDATE "MarketingMessage" m SET "claimableAt" = f.at, "claimedBy" = NULL
     FROM late l JOIN free f ON f.n = l.n WHERE m."accountId" = $1 AND m."campaignId" = $2 AND m.id = l.id RETURNING 1
   )
   SELECT count(*)::int AS moved FROM moved`,
  { joinsSets: true },
);

/**
 * Postpones messages that this worker holds: each returns to the queue with the time at which it may leave. All other
 * due messages of the broadcast get a time too. So a message moves only once, and a broadcast with many due messages
 * does not block the others of its channel.
 */
export const putOff = (
  pool: Pool,
  { accountId, broadcastId, perHour }: PacedBroadcast,
  now: () => Date,
  ids: readonly string[],
): Promise<number> =>
  longTransaction({ pool }, async (run) => {
    await run(takeTurn, [accountId, broadcastId]);
    const [row] = await run(moveDue, [accountId, broadcastId, now(), ids, paceMs(perHour)]);
    return row?.moved ?? 0;
  });
