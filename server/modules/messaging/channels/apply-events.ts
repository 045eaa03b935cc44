/**
 * Applies the message statuses that vendors report (docs/contract/channels.md#callbacks). Repeats and order do not
 * matter: a message's status is the furthest of sent < failed < delivered < bounced < opened < clicked, and each of its
 * times is the earliest reported. A bounce after a delivery counts, because mailboxes bounce late. An opened or clicked
 * message stays so despite a bounce, because the person has it.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { fireWithin, NEXT_POSITION } from '@/server/platform/outbox/triggers';
import type { CallbackEvent } from '@/server/platform/vendors/provider';
import { clipped } from '@/server/platform/lib/text';
import { comeBack } from '@/server/modules/messaging/inbox/come-back';

export type StatusEvent = Extract<CallbackEvent, { kind: 'status' }>;

/** The message that an event was applied to. */
export interface Applied {
  /** Index of the event in what was given. */
  event: number;
  messageId: string;
  recipient: string;
}

/** Fires the trigger for the first open or click of a funnel's message: the funnel may wait for it. */
const firesOfMessage = (type: 'message_opened' | 'message_clicked', first: 'opened' | 'clicked'): string =>
  fireWithin(
    type,
    `SELECT ${NEXT_POSITION} AS position, v."contactId",
      jsonb_build_object('messageId', v.id, 'enrolmentId', v."enrolmentId", 'stepId', v."funnelStepId") AS data
     FROM moved v WHERE v."enrolmentId" IS NOT NULL AND v."contactId" IS NOT NULL AND v.${first}`,
    '$8',
  );

/**
 * One statement for any number of events. Rows are locked in one order, so that two callbacks never deadlock, and read
 * after the lock. An event with our own id also finds a message whose hand-over had an unknown outcome, even if it was
 * given up or canceled meanwhile: the vendor has the message, so it is not handed over again. An event without a
 * vendor's id is our own, from a link or a picture that we track.
 */
const applyStatement = workspaceStatement<
  Applied,
  [
    channelId: string,
    vendorIds: string[],
    ownIds: (string | null)[],
    statuses: string[],
    at: Date[],
    reasons: (string | null)[],
    now: Date,
  ]
>(
  'channels.apply-events',
  `WITH reported AS (
     SELECT e.n, e.vendor, e.own, e.status, e.at, e.reason,
       array_position(ARRAY['sent', 'failed', 'delivered', 'bounced', 'opened', 'clicked'], e.status) AS rank
     FROM unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[]) WITH ORDINALITY AS e(vendor, own,
       status, at, reason, n)
   ), hit AS (
     SELECT m.id, m.recipient, t.* FROM reported t
       JOIN "MarketingMessage" m ON m."accountId" = ${THIS_WORKSPACE} AND m."channelIntegrationId" = $2::text
       AND m."providerMessageId" = t.vendor
     UNION ALL
     SELECT m.id, m.recipient, t.* FROM reported t
       JOIN "MarketingMessage" m ON m."accountId" = ${THIS_WORKSPACE} AND m.id = t.own
       AND m."channelIntegrationId" = $2::text
       AND (t.vendor = '' OR m."providerMessageId" IS NULL
       AND (m.status IN ('queued', 'sending', 'failed') OR m."doubtedAt" IS NOT NULL))
   ), news AS (
     SELECT id, min(vendor) AS vendor, max(rank) AS rank, min(at) AS "firstAt",
       min(at) FILTER (WHERE status = 'delivered') AS "deliveredAt",
         min(at) FILTER (WHERE status = 'opened') AS "openedAt",
         min(at) FILTER (WHERE status = 'clicked') AS "clickedAt",
       min(at) FILTER (WHERE status = 'bounced') AS "bouncedAt",
         (array_agg(reason ORDER BY at, reason) FILTER (WHERE status = 'bounced'))[1] AS "bounceReason",
       min(at) FILTER (WHERE status = 'failed') AS "failedAt",
         (array_agg(reason ORDER BY at, reason) FILTER (WHERE status = 'failed'))[1] AS "failReason"
     FROM hit GROUP BY id
   ), held AS (
     SELECT m.id, m.status, m."lastError", m."sentAt", m."deliveredAt", m."openedAt", m."clickedAt", m."bouncedAt",
       m."failedAt",
       coalesce(array_position(ARRAY['sent', 'failed', 'delivered', 'bounced', 'opened', 'clicked'], m.status),
         0) AS rank
     FROM "MarketingMessage" m WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id IN (SELECT id FROM news)
       ORDER BY m.id FOR NO KEY UPDATE
   ), then_ AS (
     SELECT h.id, n.vendor, (ARRAY['sent', 'failed', 'delivered', 'bounced', 'opened', 'clicked'])[greatest(h.rank,
       n.rank)] AS status,
       coalesce(h."sentAt", n."firstAt") AS "sentAt", least(h."deliveredAt", n."deliveredAt") AS "deliveredAt",
         least(h."openedAt", n."openedAt") AS "openedAt", least(h."clickedAt", n."clickedAt") AS "clickedAt",
       least(h."bouncedAt", n."bouncedAt") AS "bouncedAt", least(h."failedAt", n."failedAt") AS "failedAt",
       CASE greatest(h.rank, n.rank)
         WHEN 4 THEN CASE WHEN h."bouncedAt" IS NULL OR n."bouncedAt" < h."bouncedAt" THEN n."bounceReason"
           WHEN n."bouncedAt" = h."bouncedAt" THEN least(h."lastError", n."bounceReason") ELSE h."lastError" END
         WHEN 2 THEN CASE WHEN h."failedAt" IS NULL OR n."failedAt" < h."failedAt" THEN n."failReason"
           WHEN n."failedAt" = h."failedAt" THEN least(h."lastError", n."failReason") ELSE h."lastError" END
       END AS "lastError"
     FROM held h JOIN news n ON n.id = h.id
   ), moved AS (
     UPDATE "MarketingMessage" m SET status = t.status, "lastError" = t."lastError", "sentAt" = t."sentAt",
       "deliveredAt" = t."deliveredAt", "openedAt" = t."openedAt", "clickedAt" = t."clickedAt",
       "bouncedAt" = t."bouncedAt", "failedAt" = t."failedAt",
         "providerMessageId" = coalesce(m."providerMessageId", nullif(t.vendor, '')), "claimableAt" = NULL,
         "claimedBy" = NULL, "updatedAt" = $8::timestamptz
     FROM then_ t JOIN held h ON h.id = t.id WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = t.id
       AND (h.status, h."deliveredAt", h."openedAt", h."clickedAt", h."bouncedAt", h."failedAt", h."lastError")
         IS DISTINCT FROM (t.status, t."deliveredAt", t."openedAt", t."clickedAt", t."bouncedAt", t."failedAt",
           t."lastError")
     RETURNING m.id, m."contactId", m."enrolmentId", m."funnelStepId", m."conversationId", h.status AS before, m.status,
       h."openedAt" IS NULL AND t."openedAt" IS NOT NULL AS opened, h."clickedAt" IS NULL
       AND t."clickedAt" IS NOT NULL AS clicked
   ), ${comeBack(
     `SELECT m.id FROM moved m
     WHERE m."conversationId" IS NOT NULL AND m.status IN ('failed', 'bounced')
     AND m.before NOT IN ('failed', 'bounced', 'skipped')`,
     '$8',
   )}, opened AS (
     ${firesOfMessage('message_opened', 'opened')}
   ), clicked AS (
     ${firesOfMessage('message_clicked', 'clicked')}
   )
   SELECT (n - 1)::int AS event, id AS "messageId", recipient FROM hit`,
);

const DEFAULT_REASONS: Partial<Record<StatusEvent['status'], string>> = {
  bounced: 'The provider reports a bounce.',
  failed: 'The provider reports that it could not deliver the message.',
};
const LONGEST_REASON = 500;

/**
 * Applies events to their messages.
 * @returns the events that found their message. An event without a message may be too early, because the worker stores
 * the vendor's id after the hand-over
 */
export async function applyEvents(
  db: WorkspaceDb,
  channelId: string,
  events: readonly StatusEvent[],
): Promise<Applied[]> {
  if (events.length === 0) return [];
  const reasonOf = ({ reason, status }: StatusEvent): string | null =>
    (reason === undefined || reason === '' ? DEFAULT_REASONS[status] : clipped(reason, LONGEST_REASON)) ?? null;
  return await db.rows(
    applyStatement,
    channelId,
    events.map((event) => event.providerMessageId.replaceAll('\0', '')),
    events.map((event) => event.messageId ?? null),
    events.map((event) => event.status),
    events.map((event) => event.at),
    events.map(reasonOf),
    db.now,
  );
}
