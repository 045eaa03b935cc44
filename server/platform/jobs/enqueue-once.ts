/**
 * Queues a job from a route that is called often, for a job that works off everything that waits. The queue has one row
 * for such a job, so parallel calls would wait for each other: those that come while one call runs share the next.
 */
import type * as z from 'zod';
import type { Database } from '@/server/platform/db/client';
import { systemDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import type { WorkspaceJob } from '@/server/platform/jobs/job';

interface Calls {
  running: Promise<void>;
  /** The call that follows the running one; null until somebody needs it. */
  next: Promise<void> | null;
}

const byDatabase = new WeakMap<Database, Map<string, Calls>>();

/** Returns the calls of this process; other processes have their own. */
function callsOf(database: Database): Map<string, Calls> {
  const known = byDatabase.get(database) ?? new Map<string, Calls>();
  byDatabase.set(database, known);
  return known;
}

/**
 * Queues a job that will see everything committed before, because the shared call has not begun yet.
 * @param job with a key, by which calls are shared
 */
export async function enqueueOnce<Payload extends z.ZodObject>(
  database: Database,
  accountId: string,
  job: WorkspaceJob<Payload>,
  payload: z.input<Payload>,
): Promise<void> {
  const calls = callsOf(database);
  const key = `${job.name} ${accountId} ${job.key(payload, accountId) ?? ''}`;
  const begin = (): Promise<void> => {
    const call: Calls = {
      running: enqueue(systemDb(database, accountId), job, payload).finally(() => {
        if (call.next === null) calls.delete(key);
      }),
      next: null,
    };
    calls.set(key, call);
    return call.running;
  };
  const current = calls.get(key);
  // One that fails is told to those who share it; the next is another try.
  await (current === undefined ? begin() : (current.next ??= current.running.then(begin, begin)));
}
