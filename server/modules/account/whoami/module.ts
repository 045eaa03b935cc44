import { defineModule } from '@/server/platform/access/module';
import { whoamiRouter } from '@/server/modules/account/whoami/router';

export const whoamiModule = defineModule({
  tags: {
    'Who am I': 'How the service reads the credentials of a request.',
  },
  router: whoamiRouter,
});
