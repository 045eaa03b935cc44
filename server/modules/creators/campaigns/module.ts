import { defineModule } from '@/server/platform/access/module';
import { offerDocument, offersDocument } from '@/server/modules/creators/campaigns/documents';
import { briefEvents } from '@/server/modules/creators/campaigns/events';
import { campaignsRouter } from '@/server/modules/creators/campaigns/router';
import { campaignRoutes } from '@/server/modules/creators/campaigns/routes';

export const campaignsModule = defineModule({
  tags: {
    'Creator briefs': 'Requests for content to creators: deliverables, compensation and applications.',
  },
  router: campaignsRouter,
  routes: campaignRoutes,
  documents: {
    creatorOffers: offersDocument,
    creatorOffer: offerDocument,
  },
  events: [briefEvents],
});
