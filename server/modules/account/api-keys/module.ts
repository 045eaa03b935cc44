import { defineModule } from '@/server/platform/access/module';
import { pruneKeyCallsJob } from '@/server/modules/account/api-keys/jobs';
import { apiKeysRouter } from '@/server/modules/account/api-keys/router';

export const apiKeysModule = defineModule({
  tags: {
    'API keys': 'Keys that sign requests of a workspace. People need the role owner or admin.',
  },
  router: apiKeysRouter,
  jobs: [pruneKeyCallsJob],
});
