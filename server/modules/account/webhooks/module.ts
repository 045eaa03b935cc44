import { defineModule } from '@/server/platform/access/module';
import { mailFailingJob, pruneDeliveriesJob, watchEndpointsJob } from '@/server/modules/account/webhooks/jobs';
import { webhooksRouter } from '@/server/modules/account/webhooks/router';

export const webhooksModule = defineModule({
  tags: {
    Webhooks: 'Addresses of the merchant that are notified of events, and what they were told.',
  },
  router: webhooksRouter,
  jobs: [pruneDeliveriesJob, watchEndpointsJob, mailFailingJob],
});
