/**
 * Makes a job's lock a lease (server/platform/engine/lease.ts). graphile-worker leaves a job locked for four hours when
 * its process was killed, or when the database went away during the claim. Here the process renews the lock while the
 * job runs, and a lock that nobody renews becomes free.
 */
import type { WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Pool } from 'pg';
import { startPoll, type Poll } from '@/server/platform/engine/poll';

export interface JobLeaseTiming {
  /** Milliseconds after which a lock that nobody renews becomes free. */
  leaseMs: number;
  /** Milliseconds between two renewals: a fraction of leaseMs, so that a late one loses nothing. */
  everyMs: number;
}

const TIMING: JobLeaseTiming = { leaseMs: 120_000, everyMs: 30_000 };

const MOVE_ON = `UPDATE graphile_worker._private_jobs SET locked_at = now()
  WHERE id = ANY ($1::bigint[]) AND locked_by = ANY ($2::text[])`;

/** Frees lapsed locks by the database's own clock, which set `locked_at`. */
const FREE = `UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL
  WHERE locked_at < now() - $1 * interval '1 millisecond' RETURNING id::text`;

/** @param events the runner's emitter, created before the runner starts */
export function startJobLeases(
  { pool, events, log }: { pool: Pool; events: WorkerEvents; log: Logger },
  { leaseMs, everyMs }: JobLeaseTiming = TIMING,
): Poll {
  const names = new Set<string>();
  const running = new Set<string>();
  events.on('pool:create', ({ workerPool }) => names.add(workerPool.id));
  events.on('job:start', ({ job }) => running.add(job.id));
  events.on('job:complete', ({ job }) => running.delete(job.id));

  // Where the database was away, those who live have not moved theirs on: they have until the next look.
  let isHeard = false;
  const look = async (): Promise<void> => {
    const wasHeard = isHeard;
    isHeard = false;
    if (running.size > 0) await pool.query(MOVE_ON, [[...running], [...names]]);
    if (wasHeard) {
      const { rows } = await pool.query<{ id: string }>(FREE, [leaseMs]);
      if (rows.length > 0) log.warn({ jobs: rows.map(({ id }) => id) }, 'jobs whose process is gone begin anew');
    }
    isHeard = true;
  };
  return startPoll({
    everyMs,
    look,
    onError: (error) => log.warn({ err: error }, 'the leases of jobs were not moved on'),
  });
}
