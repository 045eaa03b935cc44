/**
 * /api/v1/billing (docs/contract/billing.md). The payment providers' callbacks stand in
 * routes.ts.
 */
import { cancel } from '@/server/modules/account/billing/cancel';
import { catalogue, currentPlan, subscriptionView } from '@/server/modules/account/billing/service';
import { checkout } from '@/server/modules/account/billing/checkout';
import { discardCheckout } from '@/server/modules/account/billing/close-checkouts';
import { listInvoices } from '@/server/modules/account/billing/invoices';
import { overview } from '@/server/modules/account/billing/overview';
import * as schema from '@/server/modules/account/billing/schema';
import { usage } from '@/server/modules/account/billing/usage';
import { managerProcedure, publicProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Billing'];

export const billingRouter = router({
  plans: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/billing/plans',
        tags,
        summary: 'List the plans',
        description: 'Prices a month in IDR; USD is chosen at checkout.',
      },
    })
    .output(schema.plansOutput)
    .query(() => catalogue()),

  plan: managerProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/billing/plan',
        tags,
        summary: 'Retrieve the current plan',
        description:
          'As stored. Limits go by the effective plan: free once the period is over. The next gated write rewrites what is stored.',
      },
    })
    .output(schema.planOutput)
    .query(({ ctx }) => currentPlan(ctx.db)),

  subscription: managerProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/billing/subscription',
        tags,
        summary: 'Retrieve the subscription',
        description: 'The plan, the status and the current period. A workspace that never paid is on the free plan.',
      },
    })
    .output(schema.subscriptionOutput)
    .query(({ ctx }) => subscriptionView(ctx.db)),

  usage: managerProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/billing/usage',
        tags,
        summary: "Retrieve this month's usage",
        description: 'Counted per calendar month (UTC).',
      },
    })
    .output(schema.usageOutput)
    .query(({ ctx }) => usage(ctx.db)),

  invoices: managerProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/billing/invoices',
        tags,
        summary: 'List invoices',
        description: 'Newest first.',
      },
    })
    .input(schema.invoicesInput)
    .output(schema.invoicesOutput)
    .query(({ ctx, input }) => listInvoices(ctx.db, input)),

  checkout: managerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/billing/checkout',
        tags,
        summary: 'Start a checkout',
        description: 'Changes nothing by itself: once the payment is confirmed the subscription moves to the plan.',
        sampled: ['email'],
        errors: ['CHECKOUT_FAILED', 'PLAN_NOT_CONFIGURED'],
      },
    })
    .input(schema.checkoutInput)
    .output(schema.checkoutOutput)
    .mutation(({ ctx, input }) =>
      checkout(ctx.services, ctx.db, {
        ...input,
        country: ctx.country,
        ownEmail: ctx.principal.kind === 'session' ? ctx.principal.email : null,
      }),
    ),

  cancel: managerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/billing/cancel',
        tags,
        summary: 'Cancel the subscription',
        description:
          'At the end of the period; until then the plan stays. Without a subscription at a provider nothing happens.',
        errors: ['CANCEL_FAILED'],
      },
    })
    .input(schema.cancelInput)
    .output(schema.subscriptionOutput)
    .mutation(({ ctx }) => cancel(ctx.services, ctx.db)),

  discard: managerProcedure
    .meta({ internal: 'Ends an open checkout that nobody wants to pay any more, from the Billing page.' })
    .input(schema.discardInput)
    .output(schema.invoice)
    .mutation(({ ctx, input }) => discardCheckout(ctx.db, input.id)),

  overview: managerProcedure
    .meta({
      internal:
        'The Billing page at once: what is stored and what is enforced, meters with their pace, prices in both currencies, what can be paid.',
    })
    .output(schema.overviewOutput)
    .query(({ ctx }) => overview(ctx.services, ctx.db, ctx.country)),
});
