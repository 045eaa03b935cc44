import { defineModule } from '@/server/platform/access/module';
import { channelEvents } from '@/server/modules/messaging/channels/events';
import {
  applyCallbacksJob,
  listAssetsJob,
  pruneChannelsJob,
  sweepCallbacksJob,
} from '@/server/modules/messaging/channels/jobs';
import { channelsRouter } from '@/server/modules/messaging/channels/router';
import { channelRoutes } from '@/server/modules/messaging/channels/routes';

export const channelsModule = defineModule({
  tags: {
    Channels: 'Connections to the providers that carry messages, and their callbacks.',
  },
  router: channelsRouter,
  routes: channelRoutes,
  jobs: [applyCallbacksJob, listAssetsJob, sweepCallbacksJob, pruneChannelsJob],
  events: [channelEvents],
});
