/** Messages that a program submits (docs/contract/inbox.md#inbound), in place of a vendor's callback. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { kindOf } from '@/server/modules/messaging/adapters/channel-message';
import { recordInbound } from '@/server/modules/messaging/channels/inbound';
import { receive } from '@/server/modules/messaging/inbox/receive';
import type { InboundInput } from '@/server/modules/messaging/inbox/schema';
import { OLDEST_MS } from '@/server/modules/messaging/inbox/vocabulary';
import { sequenceAt } from '@/server/modules/messaging/adapters/channel-message';

const findChannel = workspaceStatement<{ provider: string; status: string; receiving: boolean | null }, [id: string]>(
  'inbox.inbound-channel',
  `SELECT c.provider, c.status, i.receiving FROM "ChannelIntegration" c
    LEFT JOIN "InboxChannel" i ON i."accountId" = c."accountId" AND i."channelId" = c.id
    WHERE c."accountId" = $1 AND c.id = $2`,
  { isBrief: true },
);
const findMessage = workspaceStatement<
  { conversationId: string; messageId: string },
  [channelId: string, externalId: string]
>(
  'inbox.inbound-message',
  `SELECT m."conversationId", m.id AS "messageId" FROM "InboxMessage" m
    WHERE m."accountId" = $1 AND m."channelId" = $2 AND m."providerMessageId" = $3`,
);

/** Returns the name of a file that is known by its address only. */
const nameIn = (address: string): string | undefined => {
  const name = new URL(address).pathname.split('/').at(-1) ?? '';
  if (name === '') return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    // Not everything after a percent sign is written as an address has it.
    return name;
  }
};

/**
 * Stores a message; a repeated one changes nothing. @throws AppError VALIDATION for an unknown channel, NO_CHANNEL for
 * a channel that does not receive, BAD_STATE
 */
export async function takeInbound(
  db: WorkspaceDb,
  { channelId, externalId, from, text, attachments = [], at = db.now }: InboundInput,
): Promise<{ conversationId: string; messageId: string; created: boolean }> {
  const [channel] = await db.rows(findChannel, channelId);
  if (channel === undefined) throw invalid('channelId', 'does not exist in this workspace');
  if (channel.provider !== 'webhook_generic') throw new AppError('NO_CHANNEL');
  const status = channel.status !== 'active' ? channel.status : channel.receiving === false ? 'off' : null;
  if (status !== null)
    throw new AppError('BAD_STATE', {
      message: `The channel is ${status}, so it cannot receive. Turn receiving on, or connect the channel again.`,
      details: { status },
    });
  const files = attachments.map((ref) => {
    const name = nameIn(ref);
    return { kind: 'file' as const, ref, ...(name !== undefined && { name }) };
  });
  const address = from.phone ?? from.email ?? undefined;
  const name = from.name ?? undefined;
  const event = {
    kind: 'inbound' as const,
    recipient: from.id,
    at: new Date(Math.min(db.now.getTime(), Math.max(at.getTime(), db.now.getTime() - OLDEST_MS))),
    message: {
      providerMessageId: externalId,
      kind: kindOf(text, files),
      text,
      sequence: sequenceAt(db.now),
      sender: { ...(name !== undefined && { name }), ...(address !== undefined && { address }) },
      attachments: files,
    },
  };
  await recordInbound(db, channelId, [event]);
  const fresh = await receive(db, { id: channelId, provider: 'webhook_generic' }, [event]);
  return { ...orNotFound((await db.rows(findMessage, channelId, externalId))[0]), created: fresh.length > 0 };
}
