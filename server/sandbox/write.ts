/** Somebody writes to a channel of the sandbox, in a customer's place. */
import { stored } from '@/server/platform/db/stored';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { found } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { writeJob } from '@/server/sandbox/jobs';
import type { WriteInput } from '@/server/sandbox/schema';

/**
 * Asks the worker for it, for the signature takes the channel's secrets. @throws AppError NOT_FOUND, BAD_STATE for a
 * channel to which nobody writes
 */
export async function write(db: WorkspaceDb, input: WriteInput): Promise<{ asked: true }> {
  const row = found(
    await db.prisma.channelIntegration.findFirst({ where: { id: input.channelId }, select: { provider: true } }),
  );
  if (ADAPTERS[stored<ProviderId>(row.provider)].sandbox.inbound === undefined) throw new AppError('BAD_STATE');
  await enqueue(db, writeJob, input);
  return { asked: true };
}
