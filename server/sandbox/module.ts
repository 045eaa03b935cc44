import { defineModule } from '@/server/platform/access/module';
import { answerJob, pruneSandboxJob, reactJob, sendShopChangesJob, writeJob } from '@/server/sandbox/jobs';
import { sandboxRouter } from '@/server/sandbox/router';

export const sandboxModule = defineModule({
  router: sandboxRouter,
  jobs: [answerJob, reactJob, sendShopChangesJob, writeJob, pruneSandboxJob],
});
