/** Every job of the worker. */
import type { Job } from '@/server/jobs/job';
import { pruneThrottleJob } from '@/server/resources/accounts/jobs';
import { pruneRatesJob } from '@/server/resources/broadcasts/jobs';
import { applyCallbacksJob, listAssetsJob, pruneChannelsJob, sweepCallbacksJob } from '@/server/resources/channels/jobs';
import { pruneImportsJob, resumeImportsJob, workImportJob } from '@/server/resources/contacts/jobs';
import { pruneConversionsJob } from '@/server/resources/pixels/jobs';
import { expireAttributionsJob } from '@/server/resources/referrals/jobs';
import { answerJob, pruneSandboxJob, reactJob } from '@/server/resources/sandbox/jobs';

export const JOBS: readonly Job[] = [pruneThrottleJob, pruneRatesJob, applyCallbacksJob, listAssetsJob, sweepCallbacksJob, pruneChannelsJob, workImportJob, resumeImportsJob, pruneImportsJob, answerJob, reactJob, pruneSandboxJob, pruneConversionsJob, expireAttributionsJob];
