import { defineModule } from '@/server/platform/access/module';
import {
  metaCatalogueDocument,
  shoppingFeedDocument,
  tiktokCatalogueDocument,
} from '@/server/modules/shops/feeds/documents';
import { feedsRouter } from '@/server/modules/shops/feeds/router';
import { feedRoutes } from '@/server/modules/shops/feeds/routes';

export const feedsModule = defineModule({
  tags: {
    'Product feed': 'Products of the shop, and the feeds that shopping crawlers fetch.',
  },
  router: feedsRouter,
  routes: feedRoutes,
  documents: {
    shoppingFeed: shoppingFeedDocument,
    metaCatalogue: metaCatalogueDocument,
    tiktokCatalogue: tiktokCatalogueDocument,
  },
});
