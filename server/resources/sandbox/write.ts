/** Somebody writes to a channel of the sandbox, in a customer's place. */
import { stored } from '@/server/db/stored';
import type { WorkspaceDb } from '@/server/db/workspace';
import { found } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import { enqueue } from '@/server/jobs/enqueue';
import { ADAPTERS } from '@/server/providers/adapters';
import type { ProviderId } from '@/server/providers/catalog';
import { writeJob } from '@/server/resources/sandbox/jobs';
import type { WriteInput } from '@/server/resources/sandbox/schema';

/** Asks the worker for it, for the signature takes the channel's secrets. @throws AppError NOT_FOUND, BAD_STATE for a channel to which nobody writes */
export async function write(db: WorkspaceDb, input: WriteInput): Promise<{ asked: true }> {
  const row = found(
    await db.prisma.channelIntegration.findFirst({ where: { id: input.channelId }, select: { provider: true } }),
  );
  if (ADAPTERS[stored<ProviderId>(row.provider)].sandbox.inbound === undefined) throw new AppError('BAD_STATE');
  await enqueue(db, writeJob, input);
  return { asked: true };
}
