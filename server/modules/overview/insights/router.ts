/** /api/v1/insights */
import { attribution } from '@/server/modules/overview/insights/attribution';
import { attributionInput, attributionOutput } from '@/server/modules/overview/insights/attribution-schema';
import { deliverability } from '@/server/modules/messaging/broadcasts/deliverability';
import { deliverabilityInput, deliverabilityOutput } from '@/server/modules/messaging/broadcasts/deliverability-schema';
import { overview } from '@/server/modules/overview/insights/overview';
import { problems } from '@/server/modules/overview/insights/problems';
import * as schema from '@/server/modules/overview/insights/schema';
import { setup } from '@/server/modules/overview/insights/setup';
import { timeseries } from '@/server/modules/overview/insights/timeseries';
import { topCodes } from '@/server/modules/overview/insights/top-codes';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Insights'];

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
          'Of the last `windowDays` times 24 hours, as in the resources’ own stats, whose figures these equal. Broadcasts count when they were sent, carts when the reminder was, orders when they were placed, checkouts when they were left, conversions of funnels when the contact entered.',
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
          'By day or week (from Monday) of the workspace’s time zone; empty buckets have 0. The window is the overview’s: it cuts the first bucket, and the points add up to the overview’s figure. Two do not add up: `contacts.total` is that at the end of each bucket, `carts.recoveryRate` the bucket’s own.',
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
          'Credits each paid order of the last `periodDays` to its last or its first touch, by currency: a click in a broadcast or a funnel at most `windowDays` before it, its code, the referral it qualified, the affiliate who earned with it. Orders without a touch are `unattributed`, so that all add up to all revenue. The answer says the rule.',
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
          'E-mails of the last `windowDays` times 24 hours, by the domain of their recipients. The verdict goes by the thresholds that Gmail, Yahoo and Amazon SES publish (see `sources`); fewer than 100 messages have none. Gmail tells no vendor who complained: only its Postmaster Tools know.',
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
