/** Every job of the worker. */
import type { Job } from '@/server/jobs/job';
import { pruneChangesJob, pruneTriggersJob } from '@/server/events/jobs';
import { pruneRepliesJob } from '@/server/extensions/jobs';
import { sandboxCallBackJob, sandboxChargeAgainJob } from '@/server/payments/jobs';
import {
  endLateJob,
  pruneLinksJob,
  pruneChallengesJob,
  pruneSessionsJob,
  pruneThrottleJob,
  sendEmailChangedJob,
  sendSecurityNewsJob,
  sendOwnershipJob,
  sendEmailLinkJob,
  sendProofJob,
  sendPasswordChangedJob,
  sendResetJob,
} from '@/server/resources/accounts/jobs';
import { mailOwnerJob, pruneCallsJob } from '@/server/resources/admin/jobs';
import { pruneKeyCallsJob } from '@/server/resources/api-keys/jobs';
import {
  closeCheckoutJob,
  emptyCallbacksJob,
  endSubscriptionJob,
  renewJob,
  sweepBillingJob,
} from '@/server/resources/billing/jobs';
import { pruneRatesJob } from '@/server/resources/broadcasts/jobs';
import {
  applyCallbacksJob,
  listAssetsJob,
  pruneChannelsJob,
  sweepCallbacksJob,
} from '@/server/resources/channels/jobs';
import { mailApplicationJob, mailCreatorJob, sweepCollaborationsJob } from '@/server/resources/collaborations/jobs';
import { pruneImportsJob, resumeImportsJob, workImportJob } from '@/server/resources/contacts/jobs';
import { mintBatchJob, pruneHoldsJob, resumeBatchesJob } from '@/server/resources/discount-codes/jobs';
import { findPeopleJob, forgetOldEventsJob } from '@/server/resources/events/jobs';
import { sweepFormsJob } from '@/server/resources/forms/jobs';
import { lookAtTestsJob, pruneFunnelsJob, putTalliesTogetherJob } from '@/server/resources/funnels/jobs';
import {
  actOnRequestsJob,
  mailDataRequestJob,
  pruneRequestsJob,
  sweepRequestsJob,
} from '@/server/resources/integrations/compliance-jobs';
import {
  applyWebhooksJob,
  checkIntegrationJob,
  pruneCheckoutsJob,
  pruneRunsJob,
  pruneWebhooksJob,
  reconcileJob,
  sweepCheckoutsJob,
  sweepIntegrationsJob,
  wipeCredentialsJob,
} from '@/server/resources/integrations/jobs';
import {
  fetchAttachmentsJob,
  nameSendersJob,
  pruneInboxJob,
  setHookJob,
  wakeConversationsJob,
} from '@/server/resources/inbox/jobs';
import { pruneConversionsJob } from '@/server/resources/pixels/jobs';
import { ripenCommissionsJob, sweepClicksJob } from '@/server/resources/programs/jobs';
import { expireAttributionsJob, releaseRewardsJob } from '@/server/resources/referrals/jobs';
import { answerJob, pruneSandboxJob, reactJob, sendShopChangesJob, writeJob } from '@/server/resources/sandbox/jobs';
import { mailFailingJob, pruneDeliveriesJob, watchEndpointsJob } from '@/server/resources/webhooks/jobs';
import { analyzeMonthsJob, keepMonthsJob } from '@/server/worker/months/jobs';

export const JOBS: readonly Job[] = [
  mailOwnerJob,
  pruneCallsJob,
  pruneChallengesJob,
  pruneSessionsJob,
  pruneThrottleJob,
  endLateJob,
  pruneLinksJob,
  sendResetJob,
  sendEmailChangedJob,
  sendSecurityNewsJob,
  sendOwnershipJob,
  sendEmailLinkJob,
  sendProofJob,
  sendPasswordChangedJob,
  pruneKeyCallsJob,
  pruneRatesJob,
  pruneFunnelsJob,
  putTalliesTogetherJob,
  lookAtTestsJob,
  applyCallbacksJob,
  listAssetsJob,
  sweepCallbacksJob,
  pruneChannelsJob,
  mintBatchJob,
  pruneHoldsJob,
  resumeBatchesJob,
  workImportJob,
  resumeImportsJob,
  pruneImportsJob,
  keepMonthsJob,
  analyzeMonthsJob,
  forgetOldEventsJob,
  findPeopleJob,
  sweepFormsJob,
  answerJob,
  reactJob,
  sendShopChangesJob,
  writeJob,
  pruneSandboxJob,
  checkIntegrationJob,
  wipeCredentialsJob,
  applyWebhooksJob,
  sweepIntegrationsJob,
  pruneWebhooksJob,
  reconcileJob,
  pruneRunsJob,
  sweepCheckoutsJob,
  pruneCheckoutsJob,
  actOnRequestsJob,
  mailDataRequestJob,
  sweepRequestsJob,
  pruneRequestsJob,
  pruneConversionsJob,
  emptyCallbacksJob,
  sweepBillingJob,
  renewJob,
  endSubscriptionJob,
  closeCheckoutJob,
  sandboxCallBackJob,
  sandboxChargeAgainJob,
  mailCreatorJob,
  mailApplicationJob,
  sweepCollaborationsJob,
  fetchAttachmentsJob,
  nameSendersJob,
  setHookJob,
  wakeConversationsJob,
  pruneInboxJob,
  ripenCommissionsJob,
  sweepClicksJob,
  expireAttributionsJob,
  releaseRewardsJob,
  pruneRepliesJob,
  pruneDeliveriesJob,
  watchEndpointsJob,
  mailFailingJob,
  pruneChangesJob,
  pruneTriggersJob,
];
