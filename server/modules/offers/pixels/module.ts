import { defineModule } from '@/server/platform/access/module';
import { pruneConversionsJob } from '@/server/modules/offers/pixels/jobs';
import { pixelsRouter } from '@/server/modules/offers/pixels/router';

export const pixelsModule = defineModule({
  tags: {
    Pixels: 'Tracking ids for the shop’s pages, and purchases that the server reports to ad platforms.',
  },
  router: pixelsRouter,
  jobs: [pruneConversionsJob],
});
