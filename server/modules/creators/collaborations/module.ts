import { defineModule } from '@/server/platform/access/module';
import { confirmDocument, portalDocument } from '@/server/modules/creators/collaborations/documents';
import { collaborationEvents, submissionEvents } from '@/server/modules/creators/collaborations/events';
import {
  mailApplicationJob,
  mailCreatorJob,
  sweepCollaborationsJob,
} from '@/server/modules/creators/collaborations/jobs';
import { collaborationsRouter } from '@/server/modules/creators/collaborations/router';
import { collaborationRoutes } from '@/server/modules/creators/collaborations/routes';

export const collaborationsModule = defineModule({
  tags: {
    Collaborations:
      'The work of one creator or affiliate with the shop, from the invitation to the end. They need no account.',
  },
  router: collaborationsRouter,
  routes: collaborationRoutes,
  documents: {
    creatorPortal: portalDocument,
    applicationConfirmation: confirmDocument,
  },
  jobs: [mailCreatorJob, mailApplicationJob, sweepCollaborationsJob],
  events: [collaborationEvents, submissionEvents],
});
