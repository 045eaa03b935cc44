import { defineModule } from '@/server/platform/access/module';
import { findPeopleJob, forgetOldEventsJob } from '@/server/modules/audience/events/jobs';
import { eventsRouter } from '@/server/modules/audience/events/router';

export const eventsModule = defineModule({
  tags: {
    Events: 'What shoppers did in the shop: told by its server, for segments and funnels to ask about.',
  },
  router: eventsRouter,
  jobs: [forgetOldEventsJob, findPeopleJob],
});
