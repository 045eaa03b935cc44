/** /api/v1/insights */
import type { Tag } from '@/server/tags';
import { attribution } from '@/server/resources/insights/attribution';
import { attributionInput, attributionOutput } from '@/server/resources/insights/attribution-schema';
import { deliverability } from '@/server/resources/insights/deliverability';
import { deliverabilityInput, deliverabilityOutput } from '@/server/resources/insights/deliverability-schema';
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
      mayLag: true,
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
      mayLag: true,
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

  attribution: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/insights/attribution',
        tags,
        summary: 'Revenue by what brought it',
        description:
          'Every paid order of the last `periodDays` is credited as a whole to its last or its first touch, by currency: a click in a broadcast or a funnel at most `windowDays` before it, the code used in it, the referral it qualified, the affiliate who earned with it. What nothing touched stands under `unattributed`, so that all of them add up to all revenue. The answer says the rule.',
      },
    })
    .input(attributionInput)
    .output(attributionOutput)
    .query(({ ctx, input }) => attribution(ctx.db, input)),

  deliverability: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/insights/deliverability',
        tags,
        summary: 'What mailbox providers make of the e-mails',
        description:
          'E-mails that left in the last `windowDays` times 24 hours, by the domain of their recipients, with a verdict by the thresholds that Gmail, Yahoo and Amazon SES publish: they stand in the answer with their sources. Of fewer than 100 messages there is no verdict. Gmail tells no vendor who complained, so its complaints are known to its Postmaster Tools alone.',
      },
    })
    .input(deliverabilityInput)
    .output(deliverabilityOutput)
    .query(({ ctx, input }) => deliverability(ctx.db, input)),

  problems: merchantProcedure
    .meta({ internal: 'What needs doing, on the Home page.' })
    .output(schema.problemsOutput)
    .query(({ ctx }) => problems(ctx.db)),

  topCodes: merchantProcedure
    .meta({ mayLag: true, internal: 'The codes used most, on the Home page.' })
    .input(schema.topCodesInput)
    .output(schema.topCodesOutput)
    .query(({ ctx, input }) => topCodes(ctx.db, input)),
});
