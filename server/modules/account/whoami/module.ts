import { defineModule } from '@/server/platform/access/module';
import { whoamiRouter } from '@/server/modules/account/whoami/router';

export const whoamiModule = defineModule({
  tags: {
    'Who am I': 'Identity of the caller, for trying credentials.',
  },
  router: whoamiRouter,
});
