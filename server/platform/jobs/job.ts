/**
 * A job is one object: name, payload, key, and what it does (docs/architecture.md). Services name it when they ask for
 * it, so jobs.ts loads what does the work only when it runs: nothing goes round in a circle.
 */
import * as z from 'zod';
import type { Services } from '@/server/platform/access/context';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';

/** As the queue sees it. */
export interface Job {
  /** `<noun>.<verb>`, e.g. accounts.prune-throttle */
  name: string;
  /** The schedule on which it runs by itself, in crontab notation (UTC). */
  cron?: string;
  /** True when it also runs whenever a worker starts, for what a killed one left. */
  atStart?: boolean;
  /** Safe to run twice; reads the state anew. @throws ZodError for a payload that is not its own */
  run(services: Services, payload: unknown): Promise<void>;
}

/** A job of the service itself. */
export interface ServiceJob<Payload extends z.ZodType> extends Job {
  payload: Payload;
}

/** A job of one workspace: its payload is what follows beside the workspace, which the handle fills in. */
export interface WorkspaceJob<Payload extends z.ZodObject> extends Job {
  payload: Payload;
  /** A job that waits under the same key is replaced; one that runs already is followed by another. Null: each runs. */
  key(payload: z.input<Payload>, accountId: string): string | null;
}

type Timing = Pick<Job, 'name' | 'cron' | 'atStart'>;

/** Housekeeping, which asks for nothing. */
export const defineCronJob = (job: Timing & { cron: string; run(services: Services): Promise<void> }): Job => job;

export const defineServiceJob = <Payload extends z.ZodType>({
  run,
  ...job
}: Timing & {
  payload: Payload;
  run: (services: Services, payload: z.output<Payload>) => Promise<void>;
}): ServiceJob<Payload> => ({ ...job, run: (services, payload) => run(services, job.payload.parse(payload)) });

const ofWorkspace = z.object({ accountId: z.string() });

/** @param job.run gets the workspace as Laris itself works in it */
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
