/** /api/v1/insights */
import type { Tag } from '@/server/tags';
import { overview } from '@/server/resources/insights/overview';
import { problems } from '@/server/resources/insights/problems';
import * as schema from '@/server/resources/insights/schema';
import { setup } from '@/server/resources/insights/setup';
import { timeseries } from '@/server/resources/insights/timeseries';
import { topCodes } from '@/server/resources/insights/top-codes';
import { merchantProcedure, router } from '@/server/trpc';

const tags: [Tag] = ['Insights'];

export const insightsRouter = router({
  overview: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/insights/overview',
        tags,
        summary: 'Figures of all resources',
        description:
          'Of the last `windowDays` times 24 hours: the rolling window of the resources’ own stats, whose figures these equal. Broadcasts count by when they were sent, carts by when the reminder was, orders by when they were placed, checkouts by when they were left, conversions of funnels by when the contact entered.',
      },
    })
    .input(schema.overviewInput)
    .output(schema.overviewOutput)
    .query(({ ctx, input }) => overview(ctx.db, input)),

  timeseries: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/insights/timeseries',
        tags,
        summary: 'One figure over time',
        description:
          'By day or week (from Monday) of the workspace’s time zone; buckets in which nothing happened have 0. The window is the overview’s, so it cuts the first bucket, and the points add up to the overview’s figure. Two figures do not add up: `contacts.total` is that at the end of each bucket, `carts.recoveryRate` the bucket’s own.',
      },
    })
    .input(schema.timeseriesInput)
    .output(schema.timeseriesOutput)
    .query(({ ctx, input }) => timeseries(ctx.db, input)),

  setup: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/insights/setup',
        tags,
        summary: 'First steps of the workspace',
        description: 'Computed from rows at each call.',
      },
    })
    .output(schema.setupOutput)
    .query(({ ctx }) => setup(ctx.db)),

  problems: merchantProcedure
    .meta({ internal: 'What needs doing, on the Home page.' })
    .output(schema.problemsOutput)
    .query(({ ctx }) => problems(ctx.db)),

  topCodes: merchantProcedure
    .meta({ internal: 'The codes used most, on the Home page.' })
    .input(schema.topCodesInput)
    .output(schema.topCodesOutput)
    .query(({ ctx, input }) => topCodes(ctx.db, input)),
});
