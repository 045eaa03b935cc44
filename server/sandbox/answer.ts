/** A person answers in the receivers' place: the vendor's callback is made and received like any other. */
import { stored } from '@/server/platform/db/stored';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { answersOf } from '@/server/sandbox/answers';
import { answerJob } from '@/server/sandbox/jobs';
import type { AnswerInput } from '@/server/sandbox/schema';

/** The outcomes that are not called back, because the vendor did not take the message. */
const NOT_TAKEN = new Set(['refused', 'throttled', 'unavailable', 'unanswered']);

/**
 * Asks the worker for it, for the signature takes the channel's secrets.
 * @throws AppError NOT_FOUND when one of the messages is not in the outbox
 */
export async function answer(
  db: WorkspaceDb,
  { messageIds, event }: AnswerInput,
): Promise<{ asked: number; unsupported: { id: string; provider: ProviderId }[] }> {
  const ids = [...new Set(messageIds)];
  const rows = await db.prisma.sandboxMessage.findMany({
    where: { id: { in: ids } },
    select: { id: true, provider: true, status: true },
  });
  if (rows.length < ids.length) throw new AppError('NOT_FOUND');
  const messages = rows.map(({ id, provider, status }) => ({ id, provider: stored<ProviderId>(provider), status }));
  const supported = messages.filter(
    ({ provider, status }) => answersOf(provider).includes(event) && !NOT_TAKEN.has(status),
  );
  if (supported.length > 0) await enqueue(db, answerJob, { ids: supported.map(({ id }) => id), event });
  return {
    asked: supported.length,
    unsupported: messages
      .filter((message) => !supported.includes(message))
      .map(({ id, provider }) => ({ id, provider })),
  };
}
