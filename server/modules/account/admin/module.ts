import { defineModule } from '@/server/platform/access/module';
import { endLeftJob, endPartnerJob, mailOwnerJob, pruneCallsJob } from '@/server/modules/account/admin/jobs';
import { adminRouter } from '@/server/modules/account/admin/router';

export const adminModule = defineModule({
  tags: {
    Admin: 'Partners are platforms whose keys work for merchants. For the operator of this server and for partners.',
  },
  router: adminRouter,
  jobs: [mailOwnerJob, pruneCallsJob, endPartnerJob, endLeftJob],
});
