/**
 * A job is one object: name, payload, key, and the work (docs/architecture.md). Services import the object to queue the
 * job; so jobs.ts loads the code of the work only when it runs, which avoids circular imports.
 */
import * as z from 'zod';
import type { Services } from '@/server/platform/access/context';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';

/** A job as the queue sees it. */
export interface Job {
  /** `<noun>.<verb>`, e.g. accounts.prune-throttle */
  name: string;
  /** The schedule on which the job runs by itself, in crontab notation (UTC). */
  cron?: string;
  /** True for a job that also runs when a worker starts, to finish what a killed worker left. */
  atStart?: boolean;
  /** Runs the job. Safe to run twice, because it reads the present state. @throws ZodError for a wrong payload */
  run(services: Services, payload: unknown): Promise<void>;
}

/** A job that belongs to no workspace. */
export interface ServiceJob<Payload extends z.ZodType> extends Job {
  payload: Payload;
}

/** A job of one workspace; the handle adds the workspace to the payload. */
export interface WorkspaceJob<Payload extends z.ZodObject> extends Job {
  payload: Payload;
  /** A waiting job with the same key is replaced; after a running one, this job follows. Null: every job runs. */
  key(payload: z.input<Payload>, accountId: string): string | null;
}

type Timing = Pick<Job, 'name' | 'cron' | 'atStart'>;

/** Declares a housekeeping job without a payload. */
export const defineCronJob = (job: Timing & { cron: string; run(services: Services): Promise<void> }): Job => job;

export const defineServiceJob = <Payload extends z.ZodType>({
  run,
  ...job
}: Timing & {
  payload: Payload;
  run: (services: Services, payload: z.output<Payload>) => Promise<void>;
}): ServiceJob<Payload> => ({ ...job, run: (services, payload) => run(services, job.payload.parse(payload)) });

const ofWorkspace = z.object({ accountId: z.string() });

/** @param job.run receives the system handle of the workspace */
export const defineWorkspaceJob = <Payload extends z.ZodObject>({
  run,
  ...job
}: Pick<WorkspaceJob<Payload>, 'name' | 'payload'> & {
  key?: WorkspaceJob<Payload>['key'];
  run: (services: Services, db: WorkspaceDb, payload: z.output<Payload>) => Promise<void>;
}): WorkspaceJob<Payload> => ({
  key: () => null,
  ...job,
  run: (services, payload) =>
    run(services, systemDb(services.database, ofWorkspace.parse(payload).accountId), job.payload.parse(payload)),
});
