/**
 * When recipients last wrote to a channel: it opens the 24-hour window of some vendors
 * (docs/contract/channels.md#callbacks).
 */
import { workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import type { CallbackEvent } from '@/server/providers/provider';

const upsertInbound = workspaceStatement<never, [channelId: string, recipients: string[], at: Date[]]>(
  'channels.inbound',
  `INSERT INTO "ChannelInbound" AS i ("accountId", "channelId", recipient, at)
   SELECT $1, $2::text, e.recipient, max(e.at) FROM unnest($3::text[], $4::timestamptz[]) AS e(recipient, at) GROUP BY e.recipient ORDER BY e.recipient
   ON CONFLICT ("accountId", "channelId", recipient) DO UPDATE SET at = greatest(i.at, excluded.at)`,
);

/** Told in any order, the latest counts. */
export async function recordInbound(
  db: WorkspaceDb,
  channelId: string,
  events: readonly CallbackEvent[],
): Promise<void> {
  const inbound = events.flatMap((event) =>
    event.kind === 'inbound' && !event.recipient.includes('\0') ? [event] : [],
  );
  if (inbound.length === 0) return;
  await db.rows(
    upsertInbound,
    channelId,
    inbound.map(({ recipient }) => recipient),
    inbound.map(({ at }) => at),
  );
}
