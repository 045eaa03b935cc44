import { checkoutEvents, orderEvents } from '@/server/modules/shops/orders/events';
import { pruneCheckoutsJob } from '@/server/modules/shops/orders/jobs';
import { defineModule } from '@/server/platform/access/module';

/** Its procedures are in the router of integrations, whose paths they share. */
export const ordersModule = defineModule({
  jobs: [pruneCheckoutsJob],
  events: [orderEvents, checkoutEvents],
});
