/** Runs the jobs of the registry on graphile-worker. Its tables live in their own schema, which it migrates itself. */
import { Logger as WorkerLogger, parseCronItems, run } from 'graphile-worker';
import type { Services } from '@/server/context';
import { JOBS } from '@/server/jobs/registry';

export interface Queue {
  /** Lets running jobs finish. */
  stop(): Promise<void>;
  /** Rejects when the library gives up, e.g. because the database stayed away. */
  ended: Promise<void>;
}

const CONCURRENCY = 4;

/** The library tells of every job at info; that is detail for us. */
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Starts working jobs off until it is stopped. */
export async function startQueue(services: Services): Promise<Queue> {
  const log = services.log.child({ part: 'queue' });
  const runner = await run({
    pgPool: services.database.pool,
    concurrency: CONCURRENCY,
    // The process decides when to stop (server/lib/process.ts), not the library.
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message) => log[LEVELS[level]](message)),
    taskList: Object.fromEntries(
      JOBS.map((job) => [
        job.name,
        async (payload: unknown) => {
          await job.run(services, job.payload.parse(payload));
        },
      ]),
    ),
    parsedCronItems: parseCronItems(JOBS.flatMap((job) => (job.cron === undefined ? [] : [{ task: job.name, match: job.cron, identifier: job.name }]))),
  });
  return { stop: () => runner.stop(), ended: runner.promise };
}
