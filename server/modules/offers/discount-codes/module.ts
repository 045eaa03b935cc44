import { defineModule } from '@/server/platform/access/module';
import { sharedCodeDocument } from '@/server/modules/offers/discount-codes/documents';
import { mintBatchJob, pruneHoldsJob, resumeBatchesJob } from '@/server/modules/offers/discount-codes/jobs';
import { discountCodesRouter } from '@/server/modules/offers/discount-codes/router';
import { discountCodeRoutes } from '@/server/modules/offers/discount-codes/routes';

export const discountCodesModule = defineModule({
  tags: {
    'Discount codes': 'Codes that shoppers enter at checkout: validated against a cart, redeemed with an order.',
  },
  router: discountCodesRouter,
  routes: discountCodeRoutes,
  documents: {
    sharedCode: sharedCodeDocument,
  },
  jobs: [mintBatchJob, pruneHoldsJob, resumeBatchesJob],
});
