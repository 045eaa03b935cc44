import { defineModule } from '@/server/platform/access/module';
import { pruneConversionsJob } from '@/server/modules/offers/pixels/jobs';
import { pixelsRouter } from '@/server/modules/offers/pixels/router';

export const pixelsModule = defineModule({
  tags: {
    Pixels: 'Tracking ids for the storefront, and purchases that the server reports.',
  },
  router: pixelsRouter,
  jobs: [pruneConversionsJob],
});
