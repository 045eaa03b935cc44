import { defineModule } from '@/server/platform/access/module';
import { audienceSegmentsRouter } from '@/server/modules/audience/audience-segments/router';

export const audienceSegmentsModule = defineModule({
  tags: {
    'Audience segments': 'Saved conditions on contacts and their activity. Members are found anew at each request.',
  },
  router: audienceSegmentsRouter,
});
