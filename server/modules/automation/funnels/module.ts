import { defineModule } from '@/server/platform/access/module';
import { enrolmentEvents, funnelEvents } from '@/server/modules/automation/funnels/events';
import { lookAtTestsJob, pruneFunnelsJob, putTalliesTogetherJob } from '@/server/modules/automation/funnels/jobs';
import { funnelsRouter } from '@/server/modules/automation/funnels/router';

export const funnelsModule = defineModule({
  tags: {
    Funnels:
      'Steps that contacts are led through from a trigger on: messages, waits, conditions, codes, and what they brought.',
  },
  router: funnelsRouter,
  jobs: [pruneFunnelsJob, putTalliesTogetherJob, lookAtTestsJob],
  events: [funnelEvents, enrolmentEvents],
});
