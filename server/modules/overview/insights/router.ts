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
        summary: 'Retrieve the figures of all resources',
        description:
          'Returns the figures of the last `windowDays` × 24 hours. Broadcasts count by the time of the send, carts by their reminder, orders by their placement, checkouts by abandonment, funnels by entry.',
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
        summary: 'Retrieve one figure over time',
        description:
          'Returns one figure by day or week (from Monday) in the workspace’s time zone. The points add up to the overview, except `contacts.total` and `carts.recoveryRate`.',
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
        summary: 'List the setup steps of the workspace',
        description: 'Returns the first steps with their state, computed at each call.',
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
        summary: 'Retrieve revenue by source',
        description:
          'Credits each paid order of the last `periodDays` to its last or first touch: broadcast, funnel, code, referral or affiliate. Orders without a touch are `unattributed`, so the sums are all revenue. `rule` explains the method.',
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
        summary: 'Retrieve the deliverability of e-mails',
        description:
          'Returns e-mails of the last `windowDays` × 24 hours by domain of the recipients. The verdict follows thresholds of Gmail, Yahoo and Amazon SES. Gmail reports complaints only in its Postmaster Tools.',
      },
    })
    .input(deliverabilityInput)
    .output(deliverabilityOutput)
    .query(({ ctx, input }) => deliverability(ctx.db, input)),

  problems: merchantProcedure
    .meta({ internal: 'Problems that need attention, on the Home page.' })
    .output(schema.problemsOutput)
    .query(({ ctx }) => problems(ctx.db)),

  topCodes: merchantProcedure
    .meta({ mayLag: true, internal: 'The codes used most, on the Home page.' })
    .input(schema.topCodesInput)
    .output(schema.topCodesOutput)
    .query(({ ctx, input }) => topCodes(ctx.db, input)),
});
