import { defineModule } from '@/server/platform/access/module';
import { enrolmentEvents, funnelEvents } from '@/server/modules/automation/funnels/events';
import { lookAtTestsJob, pruneFunnelsJob, putTalliesTogetherJob } from '@/server/modules/automation/funnels/jobs';
import { funnelsRouter } from '@/server/modules/automation/funnels/router';

export const funnelsModule = defineModule({
  tags: {
    Funnels:
      'Automated sequences that begin with a trigger: messages, waits, conditions and codes, with their results.',
  },
  router: funnelsRouter,
  jobs: [pruneFunnelsJob, putTalliesTogetherJob, lookAtTestsJob],
  events: [funnelEvents, enrolmentEvents],
});
