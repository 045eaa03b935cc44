import { defineModule } from '@/server/platform/access/module';
import { listEvents, memberEvents } from '@/server/modules/audience/contact-lists/events';
import { contactListsRouter } from '@/server/modules/audience/contact-lists/router';

export const contactListsModule = defineModule({
  tags: {
    'Contact lists': 'Named groups of contacts that people, imports, forms and funnels fill.',
  },
  router: contactListsRouter,
  events: [listEvents, memberEvents],
});
