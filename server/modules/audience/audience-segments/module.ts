import { defineModule } from '@/server/platform/access/module';
import { audienceSegmentsRouter } from '@/server/modules/audience/audience-segments/router';

export const audienceSegmentsModule = defineModule({
  tags: {
    'Audience segments': 'Conditions over contacts and what they did; who belongs is worked out when it is asked.',
  },
  router: audienceSegmentsRouter,
});
