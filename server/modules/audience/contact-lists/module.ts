import { defineModule } from '@/server/platform/access/module';
import { listEvents, memberEvents } from '@/server/modules/audience/contact-lists/events';
import { contactListsRouter } from '@/server/modules/audience/contact-lists/router';

export const contactListsModule = defineModule({
  tags: {
    'Contact lists': 'Named lists that contacts are put on by hand or by import.',
  },
  router: contactListsRouter,
  events: [listEvents, memberEvents],
});
