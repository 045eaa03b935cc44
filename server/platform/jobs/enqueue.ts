/** Gives the worker a job, from any process and inside the transaction of the change that calls for it. */
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
  /** The service's time from which it may run; at once when absent. */
  runAt?: Date;
  /** Instead of the job's own key. */
  key?: string;
}

/**
 * The job begins once the transaction is committed, and never when it is rolled back.
 * @param payload without its accountId, which the handle fills in: a service cannot choose another workspace.
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
 * The same for a job of the service itself, which belongs to no workspace: a forgotten password.
 * @param prisma the transaction of the change that calls for it, where there is one
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
