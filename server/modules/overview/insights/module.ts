import { defineModule } from '@/server/platform/access/module';
import { insightsRouter } from '@/server/modules/overview/insights/router';

export const insightsModule = defineModule({
  tags: {
    Insights: 'Figures of the workspace over time.',
  },
  router: insightsRouter,
});
