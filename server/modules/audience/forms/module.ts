import { defineModule } from '@/server/platform/access/module';
import { confirmationDocument, formDocument } from '@/server/modules/audience/forms/documents';
import { submissionEvents } from '@/server/modules/audience/forms/events';
import { sweepFormsJob } from '@/server/modules/audience/forms/jobs';
import { formsRouter } from '@/server/modules/audience/forms/router';
import { formRoutes } from '@/server/modules/audience/forms/routes';

export const formsModule = defineModule({
  tags: {
    Forms: 'Where people sign up by themselves: hosted or in a shop’s pages, with a confirmation by e-mail.',
  },
  router: formsRouter,
  routes: formRoutes,
  documents: {
    form: formDocument,
    formConfirmation: confirmationDocument,
  },
  jobs: [sweepFormsJob],
  events: [submissionEvents],
});
