import { checkoutEvents, orderEvents } from '@/server/modules/shops/orders/events';
import { pruneCheckoutsJob } from '@/server/modules/shops/orders/jobs';
import { defineModule } from '@/server/platform/access/module';

/** Has no router: the router of integrations has its procedures, because both share their paths. */
export const ordersModule = defineModule({
  jobs: [pruneCheckoutsJob],
  events: [orderEvents, checkoutEvents],
});
