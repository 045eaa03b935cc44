import { defineModule } from '@/server/platform/access/module';
import { conversationEvents, inboxMessageEvents } from '@/server/modules/messaging/inbox/events';
import {
  fetchAttachmentsJob,
  nameSendersJob,
  pruneInboxJob,
  setHookJob,
  wakeConversationsJob,
} from '@/server/modules/messaging/inbox/jobs';
import { inboxRouter } from '@/server/modules/messaging/inbox/router';
import { inboxRoutes } from '@/server/modules/messaging/inbox/routes';

export const inboxModule = defineModule({
  tags: {
    Inbox: 'Messages that people write to the channels, and the answers.',
  },
  router: inboxRouter,
  routes: inboxRoutes,
  jobs: [fetchAttachmentsJob, nameSendersJob, setHookJob, wakeConversationsJob, pruneInboxJob],
  events: [conversationEvents, inboxMessageEvents],
});
