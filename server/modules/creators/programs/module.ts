import { defineModule } from '@/server/platform/access/module';
import { commissionEvents, programEvents, statementEvents } from '@/server/modules/creators/programs/events';
import { ripenCommissionsJob, sweepClicksJob } from '@/server/modules/creators/programs/jobs';
import { programsRouter } from '@/server/modules/creators/programs/router';
import { programRoutes } from '@/server/modules/creators/programs/routes';

export const programsModule = defineModule({
  tags: {
    'Affiliate programs': 'Commissions for sales that affiliates bring: links, codes, refunds, statements.',
  },
  router: programsRouter,
  routes: programRoutes,
  jobs: [ripenCommissionsJob, sweepClicksJob],
  events: [programEvents, commissionEvents, statementEvents],
});
