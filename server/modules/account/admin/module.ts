import { defineModule } from '@/server/platform/access/module';
import { endLeftJob, endPartnerJob, mailOwnerJob, pruneCallsJob } from '@/server/modules/account/admin/jobs';
import { adminRouter } from '@/server/modules/account/admin/router';

export const adminModule = defineModule({
  tags: {
    Admin:
      'Partners: platforms whose keys work for merchants. For whoever runs this server, and for the partners themselves.',
  },
  router: adminRouter,
  jobs: [mailOwnerJob, pruneCallsJob, endPartnerJob, endLeftJob],
});
