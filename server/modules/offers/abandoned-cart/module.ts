import { defineModule } from '@/server/platform/access/module';
import { cartUnsubscribeDocument } from '@/server/modules/offers/abandoned-cart/documents';
import { reminderEvents, suppressionEvents } from '@/server/modules/offers/abandoned-cart/events';
import { sweepCheckoutsJob } from '@/server/modules/offers/abandoned-cart/jobs';
import { abandonedCartRouter } from '@/server/modules/offers/abandoned-cart/router';
import { abandonedCartRoutes } from '@/server/modules/offers/abandoned-cart/routes';

export const abandonedCartModule = defineModule({
  tags: {
    'Abandoned cart': 'Reminders of abandoned carts, recovered carts, and buyers who opted out.',
  },
  router: abandonedCartRouter,
  routes: abandonedCartRoutes,
  documents: {
    cartUnsubscribe: cartUnsubscribeDocument,
  },
  jobs: [sweepCheckoutsJob],
  events: [reminderEvents, suppressionEvents],
});
