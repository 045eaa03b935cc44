import { defineModule } from '@/server/platform/access/module';
import { marketingCampaignsRouter } from '@/server/modules/overview/marketing-campaigns/router';

export const marketingCampaignsModule = defineModule({
  tags: {
    'Marketing campaigns': 'Broadcasts, codes, posts and more of one campaign, with their common results.',
  },
  router: marketingCampaignsRouter,
});
