/** /api/v1/referrals (docs/contract/referrals.md). */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import type * as z from 'zod';
import type { Services } from '@/server/platform/access/context';
import { publicWorkspace, type WorkspaceDb } from '@/server/platform/db/workspace';
import { checkoutStart } from '@/server/modules/offers/referrals/checkout-start';
import { fulfill } from '@/server/modules/offers/referrals/fulfill';
import { funnel } from '@/server/modules/offers/referrals/funnel';
import { click, issueLink, resolveLink } from '@/server/modules/offers/referrals/links';
import { listAttributions } from '@/server/modules/offers/referrals/list-attributions';
import { getLink, listLinks } from '@/server/modules/offers/referrals/list-links';
import { getProgram, preview, putProgram } from '@/server/modules/offers/referrals/program';
import { reviewsRouter } from '@/server/modules/offers/referrals/reviews-router';
import { offerOf, shareTextOf } from '@/server/modules/offers/referrals/offer';
import { rewards } from '@/server/modules/offers/referrals/rewards';
import * as schema from '@/server/modules/offers/referrals/schema';
import * as listsSchema from '@/server/modules/offers/referrals/lists-schema';
import * as programSchema from '@/server/modules/offers/referrals/program-schema';
import { signup } from '@/server/modules/offers/referrals/signup';
import { stats } from '@/server/modules/offers/referrals/stats';
import { expirePending } from '@/server/modules/offers/referrals/sweep';
import { voidAttribution } from '@/server/modules/offers/referrals/void';
import { getAttribution, originOf } from '@/server/modules/offers/referrals/attribution-details';
import {
  merchantProcedure,
  partnerProcedure,
  platformProcedure,
  publicProcedure,
  router,
} from '@/server/platform/access/trpc';

const tags: [string] = ['Referrals'];

interface Context {
  db: WorkspaceDb;
  services: Services;
}

/** Returns the text to share with a link; nothing while the program is disabled. */
async function shared({ db, services }: Context, code: string): Promise<{ shareText?: string }> {
  const offer = await offerOf(db, code);
  return offer === undefined ? {} : { shareText: shareTextOf(services.settings, offer) };
}

async function issued(context: Context, customerId: string): Promise<z.output<typeof schema.issueLinkOutput>> {
  const link = await issueLink(context.db, customerId);
  return { link, ...(link !== null && (await shared(context, link.code))) };
}

export const referralsRouter = router({
  reviews: reviewsRouter,

  getProgram: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/referrals/program',
        tags,
        summary: 'Retrieve the referral program',
        description: 'Returns the program; null when there is none.',
      },
    })
    .output(programSchema.getProgramOutput)
    .query(({ ctx }) => getProgram(ctx.db)),

  putProgram: merchantProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/referrals/program',
        tags,
        summary: 'Create or update the referral program',
        description:
          'Stores the program. When not sent, `minPurchaseAmount`, `maxRewardsPerReferrer` and `programTerms` become null; all other optional fields keep their value. Creating it needs room in the plan: 403 `PLAN_LIMIT`.',
        errors: ['EDIT_CONFLICT', 'INVALID_VALUE', 'PLAN_LIMIT'],
      },
    })
    .input(ofVersion(programSchema.putProgramInput))
    .output(programSchema.program)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'ReferralProgram', id: ctx.db.accountId, ifUpdatedAt }, (db) => putProgram(db, input)),
    ),

  preview: merchantProcedure
    .meta({ internal: 'A preview of both codes beside the form; the program may be unsaved.' })
    .input(programSchema.previewInput)
    .output(programSchema.previewOutput)
    .query(({ ctx, input }) => preview(ctx.now, input)),

  stats: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/referrals/stats',
        tags,
        summary: 'Retrieve the figures of the program',
        description: 'Returns links, clicks, sign-ups, rewards and revenue since the program began.',
      },
    })
    .output(programSchema.statsOutput)
    .query(({ ctx }) => stats(ctx.db)),

  funnel: merchantProcedure
    .meta({ mayLag: true, internal: 'The charts of the referral page.' })
    .input(listsSchema.funnelInput)
    .output(listsSchema.funnelOutput)
    .query(({ ctx, input }) => funnel(ctx.db, input.days)),

  listLinks: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/referrals/links',
        tags,
        summary: 'List referral links',
        description: 'Returns links in pages, newest first unless `sort` is sent, with their figures.',
      },
    })
    .input(listsSchema.listLinksInput)
    .output(listsSchema.listLinksOutput)
    .query(({ ctx, input }) => listLinks(ctx.db, input)),

  getLink: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/referrals/links/{id}',
        tags,
        summary: 'Retrieve a referral link by its id',
        description:
          'Returns the link with its figures. `GET /referrals/links/{accountId}/{code}` finds it by its code.',
      },
    })
    .input(schema.byId)
    .output(listsSchema.linkDetails)
    .query(async ({ ctx, input }) => {
      const link = await getLink(ctx.db, input.id);
      return { ...link, ...(await shared(ctx, link.code)) };
    }),

  issueLink: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/referrals/links/issue',
        repeatable: true,
        tags,
        summary: "Issue a customer's referral link",
        description:
          'Returns the link of a customer and creates it on the first call. Safe to repeat: a customer has one link. Build its address as `<storefront>/r/<code>`.',
      },
    })
    .input(schema.issueLinkInput)
    .output(schema.issueLinkOutput)
    .mutation(({ ctx, input }) => issued(ctx, input.customerId)),

  issueLinkByHand: merchantProcedure
    .meta({ internal: 'Issues a link by hand, in the dashboard.' })
    .input(schema.issueLinkByHandInput)
    .output(schema.issueLinkOutput)
    .mutation(({ ctx, input }) => issued(ctx, input.customerId)),

  resolveLink: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/referrals/links/{accountId}/{code}',
        tags,
        summary: 'Look up a referral link by its code',
        description: 'Returns the link for the page that it opens; needs no key. 404 for an unknown code.',
        isPrivate: true,
        errors: ['NOT_FOUND'],
      },
    })
    .input(schema.resolveLinkInput)
    .output(schema.link)
    .query(({ ctx, input }) =>
      resolveLink(publicWorkspace(ctx.services.database, input.accountId, ctx.now), input.code),
    ),

  click: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/referrals/links/click',
        tags,
        summary: 'Record a click',
        description:
          'Counts a visit to your own landing page. Returns null, and counts nothing, for an unknown code or a disabled program. Each call counts.',
      },
    })
    .input(schema.clickInput)
    .output(schema.clickOutput)
    .mutation(({ ctx, input }) => click(ctx.db, input.code, input.userAgent)),

  listAttributions: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/referrals/attributions',
        tags,
        summary: 'List attributions',
        description: 'Returns attributions in pages, newest first.',
      },
    })
    .input(listsSchema.listAttributionsInput)
    .output(listsSchema.listAttributionsOutput)
    .query(({ ctx, input }) => listAttributions(ctx.db, input)),

  getAttribution: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/referrals/attributions/{id}',
        tags,
        summary: 'Retrieve an attribution',
        description: 'Returns the attribution with its link, the clicks before the sign-up, and both reward codes.',
      },
    })
    .input(schema.byId)
    .output(listsSchema.attributionDetails)
    .query(({ ctx, input }) => getAttribution(ctx.db, input.id)),

  origin: merchantProcedure
    .meta({ internal: "The attribution of a reward code, for the code's page." })
    .input(schema.byId)
    .output(listsSchema.originOutput)
    .query(({ ctx, input }) => originOf(ctx.db, input.id)),

  signup: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/referrals/attributions/signup',
        repeatable: true,
        tags,
        summary: 'Attribute a sign-up',
        description:
          'Links a new customer to the referrer. The first link wins. `attribution` is null for an unknown code, a disabled program, a self-referral, an existing customer, or when sent before.',
      },
    })
    .input(schema.signupInput)
    .output(schema.signupOutput)
    .mutation(async ({ ctx, input }) => ({
      attribution: await signup(ctx.db, ctx.services.settings.appSecret, input),
    })),

  checkoutStart: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/referrals/attributions/checkout-start',
        repeatable: true,
        tags,
        summary: 'Link a checkout session to an attribution',
        description:
          'Stores the checkout session on the customer’s attribution; a later session replaces it. A session of another attribution stays there.',
      },
    })
    .input(schema.checkoutStartInput)
    .output(schema.checkoutStartOutput)
    .mutation(({ ctx, input }) => checkoutStart(ctx.db, input)),

  fulfill: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/referrals/attributions/fulfill',
        repeatable: true,
        tags,
        summary: 'Reward a paid checkout',
        description:
          'Creates a discount code for the referrer and one for the referee. Otherwise `issued` is false with the `reason`. Safe to repeat.',
      },
    })
    .input(schema.fulfillInput)
    .output(schema.fulfillOutput)
    .mutation(({ ctx, input }) => fulfill(ctx.db, ctx.services.log, input)),

  void: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/referrals/attributions/void',
        repeatable: true,
        tags,
        summary: 'Void a reward after a refund',
        description: 'Takes the reward back and deactivates its unused codes. Safe to repeat.',
      },
    })
    .input(schema.voidInput)
    .output(schema.voidOutput)
    .mutation(({ ctx, input }) => voidAttribution(ctx.db, input.checkoutSessionId)),

  rewards: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/referrals/rewards/{accountId}/{customerId}',
        tags,
        summary: "List a customer's rewards",
        description: 'Returns the newest 500 rewards of a customer, newest first, without voided ones. Needs no key.',
        isPrivate: true,
      },
    })
    .input(schema.rewardsInput)
    .output(schema.rewardsOutput)
    .query(async ({ ctx, input }) => ({
      rewards: await rewards(publicWorkspace(ctx.services.database, input.accountId, ctx.now), input.customerId),
    })),

  sweep: platformProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/referrals/sweeps/expire-pending',
        repeatable: true,
        tags,
        summary: 'Expire stale attributions',
        description:
          'Expires pending attributions whose window has passed: of one workspace when called on its behalf, else of all. The worker does it every 5 minutes.',
      },
    })
    .input(schema.sweepInput)
    .output(schema.sweepOutput)
    .mutation(async ({ ctx }) => ({
      expired: await expirePending(ctx.services.database, { accountId: ctx.principal.accountId, now: ctx.now }),
    })),
});
