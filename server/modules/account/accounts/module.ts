import { defineModule } from '@/server/platform/access/module';
import {
  endLateJob,
  pruneChallengesJob,
  pruneLinksJob,
  pruneSessionsJob,
  pruneThrottleJob,
  sendEmailChangedJob,
  sendEmailLinkJob,
  sendOwnershipJob,
  sendPasswordChangedJob,
  sendProofJob,
  sendResetJob,
  sendSecurityNewsJob,
} from '@/server/modules/account/accounts/jobs';
import { accountsRouter } from '@/server/modules/account/accounts/router';

export const accountsModule = defineModule({
  router: accountsRouter,
  jobs: [
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
  ],
});
