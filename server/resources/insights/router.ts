/** /api/v1/insights: so far what Home needs of it. */
import { homeOutput, setupOutput } from '@/server/resources/insights/schema';
import { home, setup } from '@/server/resources/insights/service';
import { merchantProcedure, router } from '@/server/trpc';

export const insightsRouter = router({
  setup: merchantProcedure
    .meta({ openapi: { method: 'GET', path: '/insights/setup', tag: 'Insights', summary: 'Steps to a first redeemed code', description: 'Computed from rows at each call.' } })
    .output(setupOutput)
    .query(({ ctx }) => setup(ctx.db)),

  home: merchantProcedure
    .meta({ internal: 'The figures of the Home page.' })
    .output(homeOutput)
    .query(({ ctx }) => home(ctx.db)),
});
