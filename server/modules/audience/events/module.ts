import { defineModule } from '@/server/platform/access/module';
import { findPeopleJob, forgetOldEventsJob } from '@/server/modules/audience/events/jobs';
import { eventsRouter } from '@/server/modules/audience/events/router';

export const eventsModule = defineModule({
  tags: {
    Events: 'Shopper activity that the shop’s server sends, for segments and funnels.',
  },
  router: eventsRouter,
  jobs: [forgetOldEventsJob, findPeopleJob],
});
