/** Queues a job for the worker, from any process, and inside the transaction of the change that needs the job. */
import type * as z from 'zod';
import type { PrismaClient } from '@/prisma/generated/client';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { ServiceJob, WorkspaceJob } from '@/server/platform/jobs/job';
import { now, realTimeOf } from '@/server/platform/lib/clock';

const addJob = workspaceStatement<{ id: string }, [name: string, payload: string, runAt: Date, key: string | null]>(
  'jobs.enqueue',
  `SELECT job.id::text AS id FROM (SELECT $1::text AS "accountId") w, LATERAL graphile_worker.add_job(
     identifier => $2::text,
     payload => ($3::jsonb || jsonb_build_object('accountId', w."accountId"))::json,
     run_at => $4::timestamptz,
     job_key => $5::text) job`,
);

export interface EnqueueOptions {
  /** The earliest time to run, by the service's clock; at once when absent. */
  runAt?: Date;
  /** Instead of the job's own key. */
  key?: string;
}

/**
 * Queues a job of the workspace. The job begins after the transaction's commit, and never after a rollback.
 * @param payload without its accountId, which the handle adds, so that a service cannot choose another workspace
 */
export async function enqueue<Payload extends z.ZodObject>(
  db: Pick<StatementTx, 'accountId' | 'rows'>,
  job: WorkspaceJob<Payload>,
  payload: z.input<Payload>,
  options: EnqueueOptions = {},
): Promise<void> {
  const key = options.key ?? job.key(payload, db.accountId);
  // The queue goes by the real time, which CLOCK_OFFSET does not move.
  await db.rows(addJob, job.name, JSON.stringify(payload), realTimeOf(options.runAt ?? now()), key);
}

/**
 * Queues a job that belongs to no workspace, such as a forgotten password.
 * @param prisma the transaction of the change that needs the job, if there is one
 */
export async function enqueueForService<Payload extends z.ZodType>(
  prisma: Pick<PrismaClient, '$queryRaw'>,
  job: ServiceJob<Payload>,
  payload: z.input<Payload>,
  { runAt = now() }: Pick<EnqueueOptions, 'runAt'> = {},
): Promise<void> {
  await prisma.$queryRaw`SELECT job.id::text
    FROM graphile_worker.add_job(identifier => ${job.name}, payload => ${JSON.stringify(payload)}::json,
    run_at => ${realTimeOf(runAt)}::timestamptz) job`;
}
