/** The worker's jobs in a test, without its clockwork: the test says when they run. */
import { Logger, runOnce } from 'graphile-worker';
import type { Services } from '@/server/context';
import { taskList } from '@/server/worker/queue';
import { openQueuePool } from '@/server/worker/queue-pool';

const quiet = new Logger(() => () => {});

/**
 * Runs every job that is due, and those that they ask for, until none is.
 * @param options.evenLater also those that are meant for later, once each
 * @throws Error with what a job threw; in the product it would be tried again
 */
export async function runJobs(services: Services, options: { evenLater?: boolean } = {}): Promise<void> {
  const { pool } = services.database;
  if (options.evenLater === true)
    await pool.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()');
  const queue = openQueuePool(services, 4);
  try {
    await runOnce({ pgPool: queue, taskList: taskList(services), logger: quiet, noHandleSignals: true });
  } finally {
    await queue.end();
  }
  const { rows } = await pool.query<{ last_error: string }>(
    'SELECT last_error FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL',
  );
  if (rows.length > 0) throw new Error(rows.map(({ last_error: error }) => error).join('\n'));
}
