import { defineModule } from '@/server/platform/access/module';
import { marketingCampaignsRouter } from '@/server/modules/overview/marketing-campaigns/router';

export const marketingCampaignsModule = defineModule({
  tags: {
    'Marketing campaigns': 'What belongs to one campaign, on one page, with what it brought.',
  },
  router: marketingCampaignsRouter,
});
