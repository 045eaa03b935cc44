/** A job is one object: name, payload schema, handler (architecture.md). */
import type { z } from 'zod';
import type { Services } from '@/server/context';

export interface Job<Payload extends z.ZodType = z.ZodType> {
  /** `<noun>.<verb>`, e.g. accounts.prune-throttle */
  name: string;
  payload: Payload;
  /** When it runs by itself, in crontab notation (UTC). */
  cron?: string;
  /** Whether it also runs whenever a worker starts, for what a killed one left. */
  atStart?: boolean;
  /** Safe to run twice; reads the state anew. */
  run(services: Services, payload: z.output<Payload>): Promise<void>;
}

/** Keeps the payload's type between schema and handler. */
export const defineJob = <Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> => job;
