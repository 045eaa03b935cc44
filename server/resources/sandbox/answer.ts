/** A person answers in the receivers' place: the vendor's callback is made and taken in like any other. */
import { stored } from '@/server/db/stored';
import type { WorkspaceDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import { enqueue } from '@/server/jobs/enqueue';
import type { ProviderId } from '@/server/providers/catalog';
import { answersOf } from '@/server/resources/sandbox/answers';
import { answerJob } from '@/server/resources/sandbox/jobs';
import type { AnswerInput } from '@/server/resources/sandbox/schema';

/** What the vendor did not take is not called back. */
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
