import { defineModule } from '@/server/platform/access/module';
import { contactEvents } from '@/server/modules/audience/contacts/events';
import { pruneImportsJob, resumeImportsJob, workImportJob } from '@/server/modules/audience/contacts/jobs';
import { contactsRouter } from '@/server/modules/audience/contacts/router';
import { contactRoutes } from '@/server/modules/audience/contacts/routes';

export const contactsModule = defineModule({
  tags: {
    Contacts: 'People whom the workspace may write to: subscriptions, consent, imports and duplicates.',
  },
  router: contactsRouter,
  routes: contactRoutes,
  jobs: [workImportJob, resumeImportsJob, pruneImportsJob],
  events: [contactEvents],
});
