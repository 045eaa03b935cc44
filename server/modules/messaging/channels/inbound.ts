/**
 * The time when each recipient last wrote to a channel. Some vendors allow free texts only within 24 hours of that time
 * (docs/contract/channels.md#callbacks).
 */
import { unforeseen, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { fireWithin, NEXT_POSITION } from '@/server/platform/outbox/triggers';
import type { CallbackEvent } from '@/server/platform/vendors/provider';

const upsertInbound = workspaceStatement<never, [channelId: string, recipients: string[], at: Date[]]>(
  'channels.inbound',
  `INSERT INTO "ChannelInbound" AS i ("accountId", "channelId", recipient, at)
   SELECT $1, $2::text, e.recipient, max(e.at) FROM unnest($3::text[], $4::timestamptz[]) AS e(recipient, at)
     GROUP BY e.recipient ORDER BY e.recipient
   ON CONFLICT ("accountId", "channelId", recipient) DO UPDATE SET at = greatest(i.at, excluded.at)`,
);

/** Picks a funnel's newest message of 30 days to each person who wrote: that is what they answer. */
const fireReplies = workspaceStatement<never, [channelId: string, recipients: string[], since: Date, now: Date]>(
  'channels.replied',
  fireWithin(
    'message_replied',
    `SELECT ${NEXT_POSITION} AS position, m."contactId",
      jsonb_build_object('messageId', m.id, 'enrolmentId', m."enrolmentId", 'stepId', m."funnelStepId") AS data
     FROM (SELECT DISTINCT r.recipient FROM unnest($3::text[]) AS r(recipient)) r
     CROSS JOIN LATERAL (
       SELECT n.* FROM "MarketingMessage" n
         WHERE n."accountId" = $1 AND n."channelIntegrationId" = ${unforeseen('$2::text')} AND n.recipient = r.recipient
         AND n."enrolmentId" IS NOT NULL
         AND n."createdAt" >= $4::timestamptz AND n."sentAt" IS NOT NULL ORDER BY n."createdAt" DESC, n.id DESC
           LIMIT 1) m WHERE m."contactId" IS NOT NULL`,
    '$5',
  ),
);
const REPLY_WITHIN_MS = 30 * 24 * 60 * 60_000;

/** Stores the latest time for each recipient; the order of the events does not matter. */
export async function recordInbound(
  db: WorkspaceDb,
  channelId: string,
  events: readonly CallbackEvent[],
): Promise<void> {
  const inbound = events.flatMap((event) =>
    event.kind === 'inbound' && event.message?.isUnknown !== true && !event.recipient.includes('\0') ? [event] : [],
  );
  if (inbound.length === 0) return;
  const recipients = inbound.map(({ recipient }) => recipient);
  await db.rows(
    upsertInbound,
    channelId,
    recipients,
    inbound.map(({ at }) => at),
  );
  await db.rows(fireReplies, channelId, recipients, new Date(db.now.getTime() - REPLY_WITHIN_MS), db.now);
}
