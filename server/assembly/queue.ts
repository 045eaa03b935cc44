/** Runs the jobs of the registry on graphile-worker, whose tables have their own schema and migrations. */
import { EventEmitter } from 'node:events';
import { Logger as WorkerLogger, parseCronItems, run, type TaskList } from 'graphile-worker';
import type { Services } from '@/server/platform/access/context';
import { startJobLeases, type JobLeaseTiming } from '@/server/platform/jobs/job-leases';
import { openQueuePool } from '@/server/platform/jobs/queue-pool';
import { JOBS } from '@/server/modules';

export interface Queue {
  /** Lets running jobs finish. */
  stop(): Promise<void>;
  /** Rejects when the library gives up, e.g. because the database stayed away. */
  ended: Promise<void>;
}

const CONCURRENCY = 4;

/** The library reports every job at info; that is detail for us. */
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Every job of the registry in the form that graphile-worker calls. */
export const taskList = (services: Services): TaskList =>
  Object.fromEntries(
    JOBS.map((job) => [
      job.name,
      async (payload: unknown) => {
        await job.run(services, payload);
      },
    ]),
  );

/** Starts running jobs; they run until the queue is stopped. */
export async function startQueue(services: Services, leaseTiming?: JobLeaseTiming): Promise<Queue> {
  const log = services.log.child({ part: 'queue' });
  // One more for listening, one for what the library does besides.
  const pool = openQueuePool(services, CONCURRENCY + 2);
  const events = new EventEmitter();
  const leases = startJobLeases({ pool, events, log }, leaseTiming);
  const runner = await run({
    pgPool: pool,
    events,
    concurrency: CONCURRENCY,
    // The process decides when to stop (server/platform/lib/process.ts), not the library.
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message) => log[LEVELS[level]](message)),
    taskList: taskList(services),
    parsedCronItems: parseCronItems(
      JOBS.flatMap((job) =>
        job.cron === undefined ? [] : [{ task: job.name, match: job.cron, identifier: job.name }],
      ),
    ),
  });
  for (const job of JOBS) if (job.atStart === true) await runner.addJob(job.name, {});
  pool.isPatient = true;
  return {
    async stop() {
      await runner.stop();
      await leases.stop();
      await pool.end();
    },
    ended: runner.promise,
  };
}
