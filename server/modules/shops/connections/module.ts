import { defineModule } from '@/server/platform/access/module';
import {
  actOnRequestsJob,
  mailDataRequestJob,
  pruneRequestsJob,
  sweepRequestsJob,
} from '@/server/modules/shops/connections/compliance/jobs';
import { integrationEvents, runEvents } from '@/server/modules/shops/connections/events';
import {
  applyWebhooksJob,
  checkIntegrationJob,
  pruneRunsJob,
  pruneWebhooksJob,
  reconcileJob,
  sweepIntegrationsJob,
  wipeCredentialsJob,
} from '@/server/modules/shops/connections/jobs';
import { integrationsRouter } from '@/server/modules/shops/connections/router';
import { integrationRoutes } from '@/server/modules/shops/connections/routes';

export const integrationsModule = defineModule({
  tags: {
    Integrations: 'Connected shops, and their customers, orders and checkouts.',
  },
  router: integrationsRouter,
  routes: integrationRoutes,
  jobs: [
    checkIntegrationJob,
    wipeCredentialsJob,
    applyWebhooksJob,
    sweepIntegrationsJob,
    pruneWebhooksJob,
    reconcileJob,
    pruneRunsJob,
    actOnRequestsJob,
    mailDataRequestJob,
    sweepRequestsJob,
    pruneRequestsJob,
  ],
  events: [integrationEvents, runEvents],
});
