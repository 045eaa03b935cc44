/**
 * Send-test (docs/contract/broadcasts.md#sending): the broadcast's content to an address of the merchant's own,
 * whatever its state.
 */
import { workspaceStatement } from '@/server/db/statement';
import { found, type WorkspaceDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import { isProviderId, providerEntry } from '@/server/providers/catalog';
import { readContent } from '@/server/providers/content';
import { contentAtSend, type CompileServices } from '@/server/resources/broadcasts/compile-content';
import { contentOf } from '@/server/resources/broadcasts/content';
import { queueOne } from '@/server/resources/broadcasts/queue-one';
import { presentBroadcast, broadcastColumns, type BroadcastRow } from '@/server/resources/broadcasts/rows';
import { checkMessage, type CheckServices } from '@/server/resources/broadcasts/check-message';
import type { SendTestInput, SentTest } from '@/server/resources/broadcasts/schema';
import { routesOf } from '@/server/resources/broadcasts/send';

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
    throw new AppError('BAD_PROVIDER', { message: `The broadcast is not sent over ${provider}.` });
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
