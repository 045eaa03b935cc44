/**
 * The durable queue (docs/contract/broadcasts.md#delivery): rows of MarketingMessage with a claimableAt. Each function
 * is one statement. Statements that wait for row locks lock in the order of ids, as cancel does, so that they never
 * deadlock. Values given as columns are looked up row by row in that order: a join would compare every row with every
 * value.
 */
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import type { Pool } from 'pg';
import type { Family } from '@/server/platform/vendors/provider-ids';
import { CANCELED } from '@/server/modules/messaging/broadcasts/cancel';
import { FUNNEL_PAUSED } from '@/server/platform/lib/shared-vocabulary';
import { mergeColumns, type MergeRow } from '@/server/modules/messaging/broadcasts/merge-values';
import { RATE_STEP_MS } from '@/server/modules/messaging/broadcasts/progress';
import { holdsForContact } from '@/server/modules/audience/contacts/suppress';
import { firstOfEach } from '@/server/platform/engine/lease';
import { comeBack } from '@/server/modules/messaging/inbox/come-back';
import { mayBeAnswered, optedOutOf } from '@/server/modules/messaging/inbox/opted-out';

/**
 * SQL: nobody holds the message `m`, or the lease has ended at `now`. The lease is in no index: claimed messages stand
 * among the claimable ones, and a claim skips them. There are a few hundred for each worker.
 */
const isFree = (m: string, now: string): string =>
  `(${m}."claimedBy" IS NULL OR ${m}."leasedUntil" IS NULL OR ${m}."leasedUntil" <= ${now}::timestamptz)`;

/** A channel with messages that may be claimed now. */
export interface DueChannel {
  accountId: string;
  channelId: string;
  /** The time from which the channel's pace allows the next message; null: the channel has no pace. */
  paceAt: Date | null;
}

const DUE = {
  name: 'delivery.due',
  text: `WITH RECURSIVE ${firstOfEach('MarketingMessage', ['channelIntegrationId'], 'claimableAt', { carried: ['accountId'] })}
    SELECT f."accountId", f."channelIntegrationId" AS "channelId", p."nextAt" AS "paceAt"
    FROM first f LEFT JOIN "ChannelPace" p ON p."accountId" = f."accountId" AND p."channelId" = f."channelIntegrationId"
    WHERE f.at <= $1 AND EXISTS (SELECT FROM "MarketingMessage" d
      WHERE d."channelIntegrationId" = f."channelIntegrationId" AND d."claimableAt" <= $1 AND ${isFree('d', '$1')})`,
};

export async function dueChannels(pool: Pool, now: Date): Promise<DueChannel[]> {
  return (await pool.query<DueChannel>({ ...DUE, values: [now] })).rows;
}

/** A message that this worker has taken. */
export interface Claimed {
  id: string;
  campaignId: string | null;
  contactId: string | null;
  funnelId: string | null;
  /** The conversation of an answer in the inbox. */
  conversationId: string | null;
  recipient: string;
  contentId: string;
  /** `sending`: the worker that held the message before ended in the middle of the hand-over. */
  status: 'queued' | 'sending';
  attempts: number;
  doubtedAt: Date | null;
  /** The hourly limit of its broadcast: the most that may leave in an hour. */
  perHour: number | null;
}

const CLAIM = {
  name: 'delivery.claim',
  text: `UPDATE "MarketingMessage" m SET "leasedUntil" = $3, "claimedBy" = $4
    FROM (SELECT d."accountId", d.id, d."campaignId" FROM "MarketingMessage" d
      WHERE d."channelIntegrationId" = $1 AND d."claimableAt" <= $2 AND ${isFree('d', '$2')}
          ORDER BY d."claimableAt" LIMIT $5 FOR NO KEY UPDATE SKIP LOCKED) due
    LEFT JOIN LATERAL (SELECT b."perHour" FROM "Broadcast" b
      WHERE b."accountId" = due."accountId" AND b.id = due."campaignId" OFFSET 0) b ON true
    WHERE m."accountId" = due."accountId" AND m.id = due.id
    RETURNING m.id, m."campaignId", m."contactId", m."funnelId", m."conversationId", m.recipient, m."contentId",
      m.status, m.attempts, m."doubtedAt", b."perHour"`,
};

/** Claims up to `limit` messages of a channel until `leaseEnd`. Their status does not change. */
export async function claim(
  pool: Pool,
  lease: { channelId: string; worker: string; now: Date; leaseEnd: Date; limit: number },
): Promise<Claimed[]> {
  return (
    await pool.query<Claimed>({
      ...CLAIM,
      values: [lease.channelId, lease.now, lease.leaseEnd, lease.worker, lease.limit],
    })
  ).rows;
}

/** A message about to be handed over. */
export interface ToMark {
  id: string;
  /** The address to which the message will be handed over. */
  address: string;
  attempts: number;
  /** Why the message must not go at all; null: it may go. */
  refusal: string | null;
  /** Since when the vendor may already have the message; null: no doubt. */
  doubtedAt: Date | null;
}

/** The result of marking a message: `sending` is handed over next, `skipped` never is. */
export interface Marked extends MergeRow {
  id: string;
  status: 'sending' | 'skipped';
  lastInboundAt: Date | null;
  /** The end of the code that a funnel minted. */
  discountEndsAt: Date | null;
  /** The contact's attribute, unchecked: it can be any JSON value. */
  timezone: unknown;
}

export const OPTED_OUT = 'The recipient has opted out.';

export const CHANNEL_INACTIVE = 'The channel is no longer active. Connect it again.';

/**
 * Looks at everything that may have changed since the fan-out, and commits `sending`; what must not go is skipped. Safe
 * to run again with the same messages when its own outcome got lost.
 */
const MARK = {
  name: 'delivery.mark',
  text: `WITH given AS (SELECT * FROM unnest($2::text[], $3::text[], $4::int[], $5::text[], $6::timestamptz[]) AS g (id,
    address, attempts, refusal, "doubtedAt") ORDER BY id),
    looked AS (
      SELECT m.id, g.address, g.attempts, g."doubtedAt", ${mergeColumns('c')},
        greatest(i.at, w."lastInboundAt") AS "lastInboundAt",
        n."stepCode", n."stepCartUrl", n."stepProductUrl", n."stepCodeEnds", c.attributes->'timezone' AS timezone,
        CASE WHEN b.status = 'paused' THEN '${CANCELED}'
             WHEN n.status = 'exited' THEN 'left the funnel: ' || coalesce(n."exitReason", '')
             WHEN n."isCartOver" THEN 'left the funnel: recovered'
             WHEN m."funnelId" IS NOT NULL AND u.status IS DISTINCT FROM 'live' THEN '${FUNNEL_PAUSED}'
             WHEN h.status IS DISTINCT FROM 'active' THEN '${CHANNEL_INACTIVE}'
             WHEN g.refusal IS NOT NULL THEN g.refusal
             WHEN m."conversationId" IS NOT NULL
               AND (w.id IS NULL OR (w."optedOut"
               AND NOT (w."authorKind" = 'user' AND w."mayBeAnswered"))) THEN '${OPTED_OUT}'
             WHEN m."submissionId" IS NOT NULL AND s.reason IN ('bounce', 'complaint') THEN '${OPTED_OUT}'
             WHEN m."conversationId" IS NULL AND m."submissionId" IS NULL
               AND ((s.address IS NOT NULL
               AND (${holdsForContact('s', 'c', '$8')} OR s.address
               IS DISTINCT FROM CASE $8 WHEN 'email' THEN c.email ELSE c."phoneE164" END))
               OR c.subscriptions->>$8 IN ('unsubscribed', 'pending')) THEN '${OPTED_OUT}' END AS refusal
      FROM given g CROSS JOIN LATERAL (SELECT * FROM "MarketingMessage" m
        WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = g.id AND m."claimedBy" = $7
        AND m.status IN ('queued', 'sending') OFFSET 0 FOR NO KEY UPDATE) m
      LEFT JOIN "ChannelIntegration" h ON h."accountId" = $1 AND h.id = m."channelIntegrationId"
      LEFT JOIN "Broadcast" b ON b."accountId" = $1 AND b.id = m."campaignId"
      LEFT JOIN LATERAL (
        SELECT e.status, e."exitReason", e."discountCode" AS "stepCode", e.cart->>'url' AS "stepCartUrl",
          e.cart->>'productUrl' AS "stepProductUrl", e."discountExpiresAt" AS "stepCodeEnds",
          e.cart->>'kind' = 'checkout' AND EXISTS (SELECT FROM "Checkout" k
            WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = e.cart->>'id'
            AND k."completedAt" IS NOT NULL) AS "isCartOver"
        FROM "FunnelEnrolment" e WHERE e."accountId" = ${THIS_WORKSPACE} AND e.id = m."enrolmentId" OFFSET 0) n ON true
      LEFT JOIN "Funnel" u ON u."accountId" = $1 AND u.id = m."funnelId"
      LEFT JOIN "Contact" c ON c."accountId" = ${THIS_WORKSPACE} AND c.id = m."contactId"
      LEFT JOIN "Suppression" s ON s."accountId" = ${THIS_WORKSPACE} AND s.family = $8 AND s.address = g.address
      LEFT JOIN "ChannelInbound" i ON i."accountId" = ${THIS_WORKSPACE} AND i."channelId" = m."channelIntegrationId"
        AND i.recipient = g.address
      LEFT JOIN LATERAL (
        SELECT v.id, v."lastInboundAt", a."authorKind", ${optedOutOf('v')} AS "optedOut",
          ${mayBeAnswered('v', '$9')} AS "mayBeAnswered"
        FROM "Conversation" v JOIN "InboxMessage" a ON a."accountId" = ${THIS_WORKSPACE} AND a."deliveryId" = m.id
          WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = m."conversationId" OFFSET 0) w ON true
    ), marked AS (
      UPDATE "MarketingMessage" m SET
        status = CASE WHEN l.refusal IS NULL THEN 'sending' ELSE 'skipped' END,
        recipient = coalesce(l.address, m.recipient),
        attempts = CASE WHEN l.refusal IS NULL THEN l.attempts + 1 ELSE m.attempts END,
        "lastError" = coalesce(l.refusal, m."lastError"),
        "doubtedAt" = l."doubtedAt",
        "claimableAt" = CASE WHEN l.refusal IS NULL THEN m."claimableAt" END,
        "leasedUntil" = CASE WHEN l.refusal IS NULL THEN greatest(m."leasedUntil", $10::timestamptz) END,
        "claimedBy" = CASE WHEN l.refusal IS NULL THEN m."claimedBy" END,
        "updatedAt" = $9::timestamptz
      FROM looked l WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = l.id
      RETURNING m.id, m.status, m."conversationId", l."firstName", l."lastName",
        coalesce(l."stepCode", l."discountCode") AS "discountCode", coalesce(l."stepCartUrl", l."cartUrl") AS "cartUrl",
        coalesce(l."stepProductUrl", l."productUrl") AS "productUrl", l."stepCodeEnds" AS "discountEndsAt", l.timezone,
          l."lastInboundAt"
    ), ${comeBack(`SELECT m.id FROM marked m WHERE m."conversationId" IS NOT NULL AND m.status = 'skipped'`, '$9')}
    SELECT m.id, m.status, m."firstName", m."lastName", m."discountCode", m."cartUrl", m."productUrl",
      m."discountEndsAt", m.timezone, m."lastInboundAt" FROM marked m`,
};

/**
 * Commits `sending` for the messages that may go, with a lease until `leaseEnd` at least. A message that is missing in
 * the answer is no longer held by this worker.
 */
export async function mark(
  pool: Pool,
  where: { accountId: string; family: Family; worker: string; now: Date; leaseEnd: Date },
  messages: readonly ToMark[],
): Promise<Marked[]> {
  const column = <Value>(of: (message: ToMark) => Value): Value[] => messages.map(of);
  const values = [
    where.accountId,
    column(({ id }) => id),
    column(({ address }) => address),
    column(({ attempts }) => attempts),
    column(({ refusal }) => refusal),
    column(({ doubtedAt }) => doubtedAt),
    where.worker,
    where.family,
    where.now,
    where.leaseEnd,
  ];
  return (await pool.query<Marked>({ ...MARK, values })).rows;
}

/** The final result of a hand-over. */
export interface Settled {
  id: string;
  status: 'sent' | 'failed';
  providerMessageId: string | null;
  lastError: string | null;
}

const SETTLE = {
  name: 'delivery.settle',
  text: `WITH given AS (SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS g (id, status,
    "providerMessageId", "lastError") ORDER BY id),
    locked AS (
      SELECT g.* FROM given g CROSS JOIN LATERAL (SELECT FROM "MarketingMessage" m
        WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = g.id AND m.status = 'sending'
        AND m."claimedBy" = $6 OFFSET 0 FOR NO KEY UPDATE) m
    ), done AS (
      UPDATE "MarketingMessage" m SET status = l.status, "providerMessageId" = l."providerMessageId",
        "lastError" = l."lastError",
        "sentAt" = CASE WHEN l.status = 'sent' THEN $7::timestamptz END, "failedAt" = CASE
          WHEN l.status = 'failed' THEN $7::timestamptz END,
        "claimableAt" = NULL, "claimedBy" = NULL, "updatedAt" = $7::timestamptz
      FROM locked l WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = l.id
        RETURNING m.id, m.status, m."campaignId", m."conversationId"
    ), ${comeBack(`SELECT d.id FROM done d WHERE d."conversationId" IS NOT NULL AND d.status = 'failed'`, '$7', `SELECT d.id FROM done d WHERE d.status = 'sent'`)}, reported AS (
      UPDATE "InboxMessage" a SET "sentAt" = $7::timestamptz,
        "answeredAfterMs" = greatest(a."answeredAfterMs", (SELECT h.waited FROM heir h WHERE h.id = a.id))
      FROM done d WHERE d."conversationId" IS NOT NULL AND d.status = 'sent' AND a."accountId" = ${THIS_WORKSPACE}
        AND a."deliveryId" = d.id
    )
    INSERT INTO "BroadcastRate" AS r ("accountId", "broadcastId", at, messages)
    SELECT $1, d."campaignId", $8::timestamptz, count(*)::int FROM done d WHERE d."campaignId" IS NOT NULL
      GROUP BY d."campaignId" ORDER BY d."campaignId"
    ON CONFLICT ("accountId", "broadcastId", at) DO UPDATE SET messages = r.messages + excluded.messages`,
};

/** Stores how hand-overs of this worker ended, and counts them for the progress page. Safe to repeat. */
export async function settle(
  pool: Pool,
  where: { accountId: string; worker: string; now: Date },
  messages: readonly Settled[],
): Promise<void> {
  const column = <Value>(of: (message: Settled) => Value): Value[] => messages.map(of);
  const step = new Date(Math.floor(where.now.getTime() / RATE_STEP_MS) * RATE_STEP_MS);
  await pool.query({
    ...SETTLE,
    values: [
      where.accountId,
      column(({ id }) => id),
      column(({ status }) => status),
      column(({ providerMessageId }) => providerMessageId),
      column(({ lastError }) => lastError),
      where.worker,
      where.now,
      step,
    ],
  });
}

/** A message that is to be handed over again. */
export interface Requeued {
  id: string;
  at: Date;
  lastError: string;
  /** Since when the vendor may have the message; null: no doubt. */
  doubtedAt: Date | null;
}

/**
 * Returns messages to `queued`. The broadcast is locked, so that a cancel or a second send runs wholly before or after
 * this. Messages of a paused broadcast are skipped.
 */
const REQUEUE = {
  name: 'delivery.requeue',
  text: `WITH given AS (SELECT * FROM unnest($2::text[], $3::timestamptz[], $4::text[], $5::timestamptz[]) AS g (id, at,
    "lastError", "doubtedAt") ORDER BY id),
    broadcasts AS MATERIALIZED (
      SELECT b.id, b.status FROM "Broadcast" b WHERE b."accountId" = $1
        AND b.id IN (SELECT m."campaignId" FROM "MarketingMessage" m
          WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = ANY ($2::text[])) ORDER BY b.id FOR SHARE
    ), locked AS (
      SELECT g.*, b.status = 'paused' AS paused
      FROM given g CROSS JOIN LATERAL (SELECT m."campaignId" FROM "MarketingMessage" m
        WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = g.id AND m.status = 'sending'
        AND m."claimedBy" = $6 OFFSET 0 FOR NO KEY UPDATE) m
      LEFT JOIN broadcasts b ON b.id = m."campaignId"
    )
    UPDATE "MarketingMessage" m SET
      status = CASE WHEN l.paused IS TRUE THEN 'skipped' ELSE 'queued' END,
      "lastError" = CASE WHEN l.paused IS TRUE THEN '${CANCELED}' ELSE l."lastError" END,
      "claimableAt" = CASE WHEN l.paused IS NOT TRUE THEN l.at END, "claimedBy" = NULL, "doubtedAt" = l."doubtedAt",
        "updatedAt" = $7::timestamptz
    FROM locked l WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = l.id`,
};

export async function requeue(
  pool: Pool,
  where: { accountId: string; worker: string; now: Date },
  messages: readonly Requeued[],
): Promise<void> {
  const column = <Value>(of: (message: Requeued) => Value): Value[] => messages.map(of);
  await pool.query({
    ...REQUEUE,
    values: [
      where.accountId,
      column(({ id }) => id),
      column(({ at }) => at),
      column(({ lastError }) => lastError),
      column(({ doubtedAt }) => doubtedAt),
      where.worker,
      where.now,
    ],
  });
}

const RENEW = {
  name: 'delivery.renew',
  text: `WITH held AS (SELECT m.id FROM "MarketingMessage" m
    WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = ANY ($2::text[]) AND m."claimedBy" = $3
    AND m.status IN ('queued', 'sending') ORDER BY m.id FOR NO KEY UPDATE)
    UPDATE "MarketingMessage" m SET "leasedUntil" = $4 FROM held h
      WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = h.id RETURNING m.id`,
};

/** Renews leases. @returns the ids that this worker still holds */
export async function renew(
  pool: Pool,
  where: { accountId: string; worker: string; leaseEnd: Date },
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>({
    ...RENEW,
    values: [where.accountId, ids, where.worker, where.leaseEnd],
  });
  return new Set(rows.map(({ id }) => id));
}

const RELEASE = {
  name: 'delivery.release',
  text: `WITH held AS (SELECT m.id FROM "MarketingMessage" m
    WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = ANY ($2::text[]) AND m."claimedBy" = $3 AND m.status = 'queued'
    ORDER BY m.id FOR NO KEY UPDATE)
    UPDATE "MarketingMessage" m SET "claimableAt" = CASE m."claimableAt" WHEN 'epoch' THEN m."claimableAt"
      ELSE $4 END, "claimedBy" = NULL FROM held h WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = h.id`,
};

/** Puts claimed messages that were not handed over back into the queue; answers of the inbox go first again. */
export async function release(
  pool: Pool,
  where: { accountId: string; worker: string; now: Date },
  ids: readonly string[],
): Promise<void> {
  await pool.query({ ...RELEASE, values: [where.accountId, ids, where.worker, where.now] });
}
