import { defineModule } from '@/server/platform/access/module';
import { unsubscribeDocument } from '@/server/modules/messaging/broadcasts/documents';
import { pruneRatesJob } from '@/server/modules/messaging/broadcasts/jobs';
import { broadcastsRouter } from '@/server/modules/messaging/broadcasts/router';
import { broadcastRoutes } from '@/server/modules/messaging/broadcasts/routes';

export const broadcastsModule = defineModule({
  tags: {
    Broadcasts: 'Messages to an audience over one or more channels, and templates for their content.',
  },
  router: broadcastsRouter,
  routes: broadcastRoutes,
  documents: {
    unsubscribe: unsubscribeDocument,
  },
  jobs: [pruneRatesJob],
});
