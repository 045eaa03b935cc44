import { defineModule } from '@/server/platform/access/module';
import { searchRouter } from '@/server/modules/overview/search/router';

export const searchModule = defineModule({
  router: searchRouter,
});
