/** Every job of the worker. */
import type { Job } from '@/server/jobs/job';
import { pruneThrottleJob } from '@/server/resources/accounts/jobs';

export const JOBS: readonly Job[] = [pruneThrottleJob];
