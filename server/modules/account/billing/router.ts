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
        summary: 'List plans',
        description:
          'Returns all plans, cheapest first, with their monthly price in IDR. USD can be chosen at checkout.',
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
          'Returns the stored plan and its limits. Limits are enforced by the effective plan, which is free once the paid period is over; the next limited write updates the stored plan.',
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
        description:
          'Returns the plan, its status and the current period. A workspace that never paid is on the free plan.',
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
        description: 'Returns the counts of the current calendar month (UTC).',
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
        description: 'Returns invoices, newest first.',
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
        description:
          'Opens a checkout at the payment provider and returns its address. The plan changes once the payment is confirmed. 503 PLAN_NOT_CONFIGURED when this server cannot take the payment; after 500 CHECKOUT_FAILED try again.',
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
          'Cancels at the end of the period; the plan stays until then. Does nothing without a subscription at a provider. 500 CANCEL_FAILED changes nothing: try again.',
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
