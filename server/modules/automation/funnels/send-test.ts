/** The message of a step to an address of the merchant's own (docs/contract/funnels.md#send-test). */
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { contentAtSend, type CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';
import { contentOf } from '@/server/modules/messaging/broadcasts/content';
import { queueOne } from '@/server/platform/outbox/queue-one';
import { readChannels } from '@/server/modules/automation/funnels/facts';
import { contentOfStep, lookUpNamed } from '@/server/modules/automation/funnels/problems';
import { readFunnel } from '@/server/modules/automation/funnels/rows';

/** Sends a test of the draft, else of the definition. @throws AppError NOT_FOUND for an unknown step too, NO_CHANNEL */
export async function sendTest(
  db: WorkspaceDb,
  services: CompileServices,
  { id, stepId, recipient }: { id: string; stepId: string; recipient: string },
): Promise<{ messageId: string; queued: true }> {
  const { draft, definition } = await readFunnel(db, id);
  const step = (draft ?? definition).steps.find((each) => each.id === stepId);
  if (step?.kind !== 'send') throw new AppError('NOT_FOUND');
  const { provider } = step.config;
  const channelId = (await readChannels(db, [provider])).get(provider);
  const { family, label } = providerEntry(provider);
  if (channelId === undefined)
    throw new AppError('NO_CHANNEL', {
      message: `Connect a channel first. None is active for ${label}.`,
      details: { providers: [provider] },
    });
  const own = { [family]: contentOfStep(step, await lookUpNamed(db, [draft ?? definition])) };
  const content = contentOf(family === 'email' ? await contentAtSend(db, services, own) : own, family) ?? {};
  const messageId = await db.transaction((tx) =>
    queueOne(tx, { channel: { id: channelId, provider }, recipient: recipient.trim(), content }),
  );
  return { messageId, queued: true };
}
