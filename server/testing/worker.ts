/** The worker's jobs in a test, without its clockwork: the test says when they run. */
import { once } from 'node:events';
import { Logger, runOnce } from 'graphile-worker';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { taskList } from '@/server/assembly/queue';
import { openQueuePool, type QueuePool } from '@/server/platform/jobs/queue-pool';

const quiet = new Logger(() => () => {});

/** One for each database: to open a pool for each run costs four times as much as the run. */
const queues = new WeakMap<Database, QueuePool>();

function queueOf(services: Services): QueuePool {
  const known = queues.get(services.database);
  if (known !== undefined) return known;
  const made = openQueuePool(services, 4);
  queues.set(services.database, made);
  return made;
}

/** graphile-worker 0.17.3 ends a run before it has written how the last job ended: over connections that stay, that goes on. */
async function untilIdle(queue: QueuePool): Promise<void> {
  while (queue.idleCount < queue.totalCount || queue.waitingCount > 0) await once(queue, 'release');
}

/** Ends the connections of `runJobs`. Where nobody calls it they end by themselves after ten idle seconds. */
export async function endJobs({ database }: Pick<Services, 'database'>): Promise<void> {
  await queues.get(database)?.end();
  queues.delete(database);
}

/**
 * Runs every job that is due, and those that they ask for, until none is.
 * @param options.evenLater also those that are meant for later, once each
 * @throws Error with what a job threw; in the product it would be tried again
 */
export async function runJobs(services: Services, options: { evenLater?: boolean } = {}): Promise<void> {
  const { pool } = services.database;
  if (options.evenLater === true)
    await pool.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()');
  const queue = queueOf(services);
  await runOnce({ pgPool: queue, taskList: taskList(services), logger: quiet, noHandleSignals: true });
  await untilIdle(queue);
  const { rows } = await pool.query<{ last_error: string }>(
    'SELECT last_error FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL',
  );
  if (rows.length > 0) throw new Error(rows.map(({ last_error: error }) => error).join('\n'));
}
