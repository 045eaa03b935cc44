/**
 * The durable queue of deliveries: rows of WebhookDelivery with a claimableAt. A claim is a lease: it moves claimableAt
 * on, so that after a worker is killed any worker may claim the row when the lease ends. Each function is one
 * statement. None waits for a lock, so none can deadlock with the deletion of an endpoint.
 */
import type { Pool } from 'pg';
import { streaksOf, type Settled } from '@/server/modules/account/webhooks/delivery/outcome';
import { firstOfEach } from '@/server/platform/engine/lease';

/** The key of an endpoint. */
export interface EndpointKey {
  accountId: string;
  endpointId: string;
}

/** The current row of an endpoint. */
export interface EndpointRow extends EndpointKey {
  url: string;
  /** As stored: encrypted. */
  secret: string;
  previousSecrets: string | null;
  active: boolean;
  /** True when the endpoint has deliveries that may be claimed. */
  due: boolean;
}

const LOOK = {
  name: 'webhooks.look',
  text: `WITH RECURSIVE ${firstOfEach('WebhookDelivery', ['accountId', 'endpointId'], 'claimableAt')}, wanted AS (
      SELECT f."accountId", f."endpointId", true AS due FROM first f WHERE f.at <= $1
      UNION ALL
      SELECT h."accountId", h."endpointId", false FROM unnest($2::text[], $3::text[]) AS h ("accountId", "endpointId")
    )
    SELECT e."accountId", e.id AS "endpointId", e.url, e.secret, e."previousSecrets", e.active, bool_or(w.due) AS due
    FROM wanted w JOIN "WebhookEndpoint" e ON e."accountId" = w."accountId" AND e.id = w."endpointId"
    GROUP BY e."accountId", e.id`,
};

/**
 * Returns the current rows of endpoints with due deliveries, and of the endpoints in `held`. An endpoint in `held`
 * without a row was deleted.
 */
export async function look(pool: Pool, now: Date, held: readonly EndpointKey[]): Promise<EndpointRow[]> {
  return (
    await pool.query<EndpointRow>({
      ...LOOK,
      values: [now, held.map(({ accountId }) => accountId), held.map(({ endpointId }) => endpointId)],
    })
  ).rows;
}

/** A delivery that this worker has claimed. */
export interface Claimed extends EndpointKey {
  id: string;
  eventId: string;
  /** The very text that is sent. */
  body: string;
  /** The number of attempts before this one. */
  attempts: number;
}

/** An endpoint that was switched off since the look is left alone. */
const CLAIM = {
  name: 'webhooks.claim',
  text: `WITH wanted AS (SELECT * FROM unnest($1::text[], $2::text[], $3::int[]) AS w ("accountId", "endpointId",
    quota)),
    due AS (
      SELECT t."accountId", t.id FROM wanted w
        JOIN "WebhookEndpoint" e ON e."accountId" = w."accountId" AND e.id = w."endpointId" AND e.active
      CROSS JOIN LATERAL (
        SELECT d."accountId", d.id FROM "WebhookDelivery" d
          WHERE d."accountId" = w."accountId" AND d."endpointId" = w."endpointId" AND d."claimableAt" <= $4
        ORDER BY d."claimableAt" LIMIT w.quota FOR NO KEY UPDATE SKIP LOCKED) t
    )
    UPDATE "WebhookDelivery" d SET "claimableAt" = $5, "claimedBy" = $6 FROM due
      WHERE d."accountId" = due."accountId" AND d.id = due.id
    RETURNING d."accountId", d."endpointId", d.id, d."eventId", d.payload::text AS body, d.attempts`,
};

/** Claims due deliveries of several endpoints until `leaseEnd`: at most `quota` for each endpoint, oldest first. */
export async function claim(
  pool: Pool,
  lease: { worker: string; now: Date; leaseEnd: Date },
  wanted: readonly (EndpointKey & { quota: number })[],
): Promise<Claimed[]> {
  const values = [
    wanted.map(({ accountId }) => accountId),
    wanted.map(({ endpointId }) => endpointId),
    wanted.map(({ quota }) => quota),
    lease.now,
    lease.leaseEnd,
    lease.worker,
  ];
  return (await pool.query<Claimed>({ ...CLAIM, values })).rows;
}

/**
 * Writes nothing for a delivery whose lease was lost, or that a person has sent again meanwhile. For an endpoint, it
 * stores since when deliveries fail, at each change to failing or back. If the endpoint is locked, the next attempt
 * stores it. Before an endpoint is switched off, its deliveries are checked
 * (server/modules/account/webhooks/failing.ts).
 */
const SETTLE = {
  name: 'webhooks.settle',
  text: `WITH given AS (
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::timestamptz[],
        $7::int[], $8::text[], $9::text[])
        AS g ("accountId", id, status, attempts, "attemptedAt", "nextRetryAt", "responseCode", "responseBody", entry)
    ), held AS (
      SELECT d."accountId", d.id, g.status, g.attempts, g."attemptedAt", g."nextRetryAt", g."responseCode",
        g."responseBody", g.entry FROM given g
      JOIN "WebhookDelivery" d ON d."accountId" = g."accountId" AND d.id = g.id
        WHERE d."claimedBy" = $10 AND d.status = 'pending' FOR NO KEY UPDATE OF d SKIP LOCKED
    ), turned AS (
      SELECT e."accountId", e.id, s."failedAt", s."takenAt"
        FROM unnest($12::text[], $13::text[], $14::timestamptz[], $15::timestamptz[]) AS s ("accountId", "endpointId",
        "takenAt", "failedAt")
      JOIN "WebhookEndpoint" e ON e."accountId" = s."accountId" AND e.id = s."endpointId"
      WHERE e."failingSince" <= s."takenAt"
        OR (e."failingSince" IS NULL AND s."failedAt" IS NOT NULL) FOR NO KEY UPDATE OF e SKIP LOCKED
    ), noted AS (
      UPDATE "WebhookEndpoint" e SET "failingSince" = t."failedAt", "warnedAt" = NULL FROM turned t
        WHERE e."accountId" = t."accountId" AND e.id = t.id
    )
    UPDATE "WebhookDelivery" d SET status = h.status, attempts = h.attempts, "lastAttemptAt" = h."attemptedAt",
      "nextRetryAt" = h."nextRetryAt", "responseCode" = h."responseCode",
      "responseBody" = h."responseBody", "attemptLog" = d."attemptLog" || h.entry::jsonb,
        "claimableAt" = h."nextRetryAt", "claimedBy" = NULL, "updatedAt" = $11::timestamptz
    FROM held h WHERE d."accountId" = h."accountId" AND d.id = h.id`,
};

/** Stores how attempts of this worker ended. Safe to repeat. */
export async function settle(
  pool: Pool,
  { worker, now }: { worker: string; now: Date },
  settled: readonly Settled[],
): Promise<void> {
  const streaks = streaksOf(settled);
  await pool.query({
    ...SETTLE,
    values: [
      ...settledColumns(settled),
      worker,
      now,
      streaks.map(({ accountId }) => accountId),
      streaks.map(({ endpointId }) => endpointId),
      streaks.map(({ takenAt }) => takenAt),
      streaks.map(({ failedAt }) => failedAt),
    ],
  });
}

/** The outcomes as the columns that `settle` takes, $1 to $9. */
const settledColumns = (settled: readonly Settled[]): unknown[] => [
  settled.map(({ accountId }) => accountId),
  settled.map(({ id }) => id),
  settled.map(({ status }) => status),
  settled.map(({ attempts }) => attempts),
  settled.map(({ attemptedAt }) => attemptedAt),
  settled.map(({ nextRetryAt }) => nextRetryAt),
  settled.map(({ responseCode }) => responseCode),
  settled.map(({ responseBody }) => responseBody),
  settled.map(({ attemptedAt, ms, responseCode, error }) =>
    JSON.stringify([{ at: attemptedAt, ms, responseCode, error }]),
  ),
];

const RELEASE = {
  name: 'webhooks.release',
  text: `WITH held AS (
      SELECT d."accountId", d.id FROM unnest($1::text[], $2::text[]) AS g ("accountId", id)
        JOIN "WebhookDelivery" d ON d."accountId" = g."accountId" AND d.id = g.id
      WHERE d."claimedBy" = $3 AND d.status = 'pending' FOR NO KEY UPDATE OF d SKIP LOCKED
    )
    UPDATE "WebhookDelivery" d SET "claimableAt" = $4, "claimedBy" = NULL FROM held h
      WHERE d."accountId" = h."accountId" AND d.id = h.id`,
};

/** Returns deliveries that were claimed and not begun to the queue; they may be claimed again from `at` on. */
export async function release(
  pool: Pool,
  { worker, at }: { worker: string; at: Date },
  deliveries: readonly { accountId: string; id: string }[],
): Promise<void> {
  await pool.query({
    ...RELEASE,
    values: [deliveries.map(({ accountId }) => accountId), deliveries.map(({ id }) => id), worker, at],
  });
}
