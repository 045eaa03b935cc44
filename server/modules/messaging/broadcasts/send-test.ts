/**
 * Send-test (docs/contract/broadcasts.md#sending): the broadcast's content to an address of the merchant's own,
 * whatever its state.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { found, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { isProviderId } from '@/server/platform/vendors/provider-ids';
import { readContent } from '@/server/platform/vendors/content';
import { contentAtSend, type CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';
import { contentOf } from '@/server/modules/messaging/broadcasts/content';
import { queueOne } from '@/server/platform/outbox/queue-one';
import { presentBroadcast, broadcastColumns, type BroadcastRow } from '@/server/modules/messaging/broadcasts/rows';
import { checkMessage, type CheckServices } from '@/server/modules/messaging/broadcasts/check-message';
import type { SendTestInput, SentTest } from '@/server/modules/messaging/broadcasts/schema';
import { routesOf } from '@/server/modules/messaging/broadcasts/send';

const findForTest = workspaceStatement<BroadcastRow, [id: string]>(
  'broadcasts.find-for-test',
  `SELECT ${broadcastColumns('b')} FROM "Broadcast" b WHERE b."accountId" = $1 AND b.id = $2`,
);

/** @throws AppError NOT_FOUND, BAD_PROVIDER, NO_CHANNEL */
export async function sendTest(
  db: WorkspaceDb,
  services: CompileServices & CheckServices,
  { id, provider, recipient, checks }: SendTestInput,
): Promise<SentTest> {
  const { providers, content, tracking, utm } = presentBroadcast(found((await db.rows(findForTest, id))[0]));
  if (!isProviderId(provider) || !providers.includes(provider))
    throw new AppError('BAD_PROVIDER', {
      message: `The broadcast does not use the provider ${provider}. Choose one of its own providers.`,
    });
  const [route] = await routesOf(db, [provider]);
  const channelId = found(route).channelId;
  const { family } = providerEntry(provider);
  const part = contentOf(family === 'email' ? await contentAtSend(db, services, content) : content, family) ?? {};
  const messageId = await db.transaction((tx) =>
    queueOne(tx, { channel: { id: channelId, provider }, recipient: recipient.trim(), content: part }),
  );
  if (checks !== true || family !== 'email') return { messageId, queued: true };
  const message = { channelId, messageId, content: readContent('email', part) ?? {}, options: { tracking, utm } };
  return { messageId, queued: true, checks: await checkMessage(db, services, message) };
}
