import { defineModule } from '@/server/platform/access/module';
import { confirmationDocument, formDocument } from '@/server/modules/audience/forms/documents';
import { submissionEvents } from '@/server/modules/audience/forms/events';
import { sweepFormsJob } from '@/server/modules/audience/forms/jobs';
import { formsRouter } from '@/server/modules/audience/forms/router';
import { formRoutes } from '@/server/modules/audience/forms/routes';

export const formsModule = defineModule({
  tags: {
    Forms: 'Sign-up forms, hosted or embedded in the pages of a shop, with double opt-in by e-mail.',
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
