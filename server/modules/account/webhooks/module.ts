import { defineModule } from '@/server/platform/access/module';
import { mailFailingJob, pruneDeliveriesJob, watchEndpointsJob } from '@/server/modules/account/webhooks/jobs';
import { webhooksRouter } from '@/server/modules/account/webhooks/router';

export const webhooksModule = defineModule({
  tags: {
    Webhooks: 'Endpoints of the merchant that receive events, and their deliveries.',
  },
  router: webhooksRouter,
  jobs: [pruneDeliveriesJob, watchEndpointsJob, mailFailingJob],
});
