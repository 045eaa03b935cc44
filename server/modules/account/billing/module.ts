import { defineModule } from '@/server/platform/access/module';
import { invoiceEvents, subscriptionEvents } from '@/server/modules/account/billing/events';
import {
  closeCheckoutJob,
  emptyCallbacksJob,
  endSubscriptionJob,
  renewJob,
  sweepBillingJob,
} from '@/server/modules/account/billing/jobs';
import { sandboxCallBackJob, sandboxChargeAgainJob } from '@/server/modules/account/billing/payments/jobs';
import { billingRouter } from '@/server/modules/account/billing/router';
import { sandboxCheckoutRoutes } from '@/server/modules/account/billing/sandbox-routes';
import { billingRoutes } from '@/server/modules/account/billing/routes';

export const billingModule = defineModule({
  tags: {
    Billing: 'Plans, the subscription, invoices and checkout. People need the role owner or admin.',
  },
  router: billingRouter,
  routes: billingRoutes,
  routesFor: (settings) => (settings.payments.mode === 'sandbox' ? sandboxCheckoutRoutes(settings) : []),
  jobs: [
    emptyCallbacksJob,
    sweepBillingJob,
    renewJob,
    endSubscriptionJob,
    closeCheckoutJob,
    sandboxCallBackJob,
    sandboxChargeAgainJob,
  ],
  events: [subscriptionEvents, invoiceEvents],
});
