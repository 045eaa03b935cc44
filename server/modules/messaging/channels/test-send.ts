/**
 * The test message of a channel (docs/contract/channels.md#test-message): one real message, sent by the channel's own
 * adapter.
 */
import { castStored } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import { queueOne } from '@/server/platform/outbox/queue-one';
import type { TestInput } from '@/server/modules/messaging/channels/schema';
import type { MessageStatus } from '@/server/modules/messaging/broadcasts/schema';

/** Shared, so that a revoke waits until the message stands in the queue or is seen here. */
const holdChannel = workspaceStatement<
  { id: string; provider: ProviderId; status: string; displayName: string },
  [id: string]
>(
  'channels.hold',
  'SELECT c.id, c.provider, c.status, c."displayName" FROM "ChannelIntegration" c WHERE c."accountId" = $1 AND c.id = $2 FOR SHARE',
);

const SUBJECT = 'A test message from Laris';
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** The body for a family, in the shape that its adapters take. */
function contentFor(family: Family, channelName: string): Record<string, unknown> {
  const sentence = `This is a test of the channel ${channelName}. If you can read it, the channel works.`;
  switch (family) {
    case 'email':
      return {
        subject: SUBJECT,
        text: sentence,
        html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${SUBJECT}</title></head><body><p>${escapeHtml(sentence)}</p></body></html>`,
      };
    case 'sms':
      return { body: sentence };
    case 'push':
      return { title: SUBJECT, body: sentence };
    case 'webhook':
      return { type: 'test', channel: channelName, text: sentence };
    default:
      return { text: sentence };
  }
}

const HINTS: Partial<Record<Family, string>> = {
  email:
    'Queued. It should arrive within a minute: check the spam folder too. Wrong keys or an unverified sender show as a failed message.',
  sms: 'Queued. The recipient is a phone number in E.164, such as +6281234567890. Wrong keys show as a failed message.',
  whatsapp:
    'Queued. Free text reaches only people who wrote to you in the last 24 hours; all others need a template. A failure shows on the message.',
  facebook: 'Queued. It reaches only people who wrote to you in the last 24 hours. A failure shows on the message.',
  instagram: 'Queued. It reaches only people who wrote to you in the last 24 hours. A failure shows on the message.',
};
const HINT = 'Queued. Wrong keys or a wrong recipient show as a failed message.';

/** @throws AppError NOT_FOUND, BAD_STATE when the channel is not active */
export async function sendTest(
  db: WorkspaceDb,
  { id, recipient }: TestInput,
): Promise<{ messageId: string; queued: true; hint: string }> {
  return await db.transaction(async (tx) => {
    const channel = orNotFound((await tx.rows(holdChannel, id))[0]);
    if (channel.status !== 'active')
      throw new AppError('BAD_STATE', {
        message: `The channel is ${channel.status}. Only an active channel can send: connect it again.`,
      });
    const { family } = providerEntry(channel.provider);
    const messageId = await queueOne(tx, { channel, recipient, content: contentFor(family, channel.displayName) });
    return { messageId, queued: true, hint: HINTS[family] ?? HINT };
  });
}

const TEST_MESSAGE = {
  id: true,
  recipient: true,
  status: true,
  attempts: true,
  lastError: true,
  sentAt: true,
} as const;

/** The state of a test message. @throws AppError NOT_FOUND, also for a message of a broadcast */
export async function testMessage(db: WorkspaceDb, id: string) {
  const row = orNotFound(
    await db.prisma.marketingMessage.findFirst({ where: { id, campaignId: null }, select: TEST_MESSAGE }),
  );
  return { ...row, status: castStored<MessageStatus>(row.status) };
}
