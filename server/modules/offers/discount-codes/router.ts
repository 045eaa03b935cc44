/** /api/v1/discount-codes (docs/contract/discount-codes.md). */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { deleted } from '@/server/platform/lib/fields';
import { publicWorkspace } from '@/server/platform/db/workspace';
import { applicable } from '@/server/modules/offers/discount-codes/applicable';
import { importCodes, knownCodes } from '@/server/modules/offers/discount-codes/import-codes';
import { batchesRouter } from '@/server/modules/offers/discount-codes/batches-router';
import { hold, release } from '@/server/modules/offers/discount-codes/hold';
import { list } from '@/server/modules/offers/discount-codes/list';
import { redeem } from '@/server/modules/offers/discount-codes/redeem';
import { activity, listRedemptions } from '@/server/modules/offers/discount-codes/redemptions';
import { rollback } from '@/server/modules/offers/discount-codes/rollback';
import * as schema from '@/server/modules/offers/discount-codes/schema';
import * as discountCodes from '@/server/modules/offers/discount-codes/service';
import { validate } from '@/server/modules/offers/discount-codes/validate';
import { codeInShops } from '@/server/modules/shops/connections/codes-list';
import { codeInShopsOutput } from '@/server/modules/shops/connections/schema';
import {
  merchantProcedure,
  partnerOrSessionProcedure,
  partnerPathProcedure,
  partnerProcedure,
  publicProcedure,
  router,
} from '@/server/platform/access/trpc';

const tags: [string] = ['Discount codes'];

export const discountCodesRouter = router({
  batches: batchesRouter,

  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/discount-codes',
        tags,
        status: 201,
        summary: 'Create a code',
        description: 'A code exists once in a workspace and cannot be changed later; its terms can.',
        errors: ['INVALID_VALUE', 'INVALID_SCOPE', 'CODE_EXISTS', 'PLAN_LIMIT'],
      },
    })
    .input(schema.createInput)
    .output(schema.discountCode)
    .mutation(({ ctx, input }) => discountCodes.create(ctx.db, input)),

  importCodes: merchantProcedure
    .meta({ internal: 'A piece of the file that a person brings; what is here already stays as it is.' })
    .input(schema.importCodesInput)
    .output(schema.importCodesOutput)
    .mutation(({ ctx, input }) => importCodes(ctx.db, input)),

  knownCodes: merchantProcedure
    .meta({ need: 'read', internal: 'What the file would do, before it does.' })
    .input(schema.knownCodesInput)
    .output(schema.knownCodesOutput)
    .mutation(({ ctx, input }) => knownCodes(ctx.db, input.codes)),

  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/discount-codes',
        tags,
        summary: 'List codes',
        description: 'Archived codes too, unless `active` says otherwise. `total` counts what the filter lets through.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(({ ctx, input }) => list(ctx.db, input)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/discount-codes/{id}',
        tags,
        summary: 'Retrieve a code',
        description: 'One code by its id, with its uses and the revenue of its redemptions.',
      },
    })
    .input(schema.byId)
    .output(schema.discountCodeWithRevenue)
    .query(({ ctx, input }) => discountCodes.getWithRevenue(ctx.db, input.id)),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/discount-codes/{id}',
        tags,
        summary: 'Update a code',
        description: 'Partial. The code itself cannot change and is ignored when sent.',
        errors: ['EDIT_CONFLICT', 'INVALID_VALUE', 'INVALID_SCOPE', 'PLAN_LIMIT'],
      },
    })
    .input(ofVersion(schema.updateInput))
    .output(schema.discountCode)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'DiscountCode', id: input.id, ifUpdatedAt }, (db) => discountCodes.update(db, input)),
    ),

  archive: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/discount-codes/{id}',
        tags,
        summary: 'Archive a code',
        description: 'Deactivates it; the row stays and is still listed.',
      },
    })
    .input(schema.byId)
    .output(schema.archiveOutput)
    .mutation(({ ctx, input }) => discountCodes.archive(ctx.db, input.id)),

  inShops: merchantProcedure
    .meta({ internal: 'How a code stands in each shop that is connected, for its page.' })
    .input(schema.byId)
    .output(codeInShopsOutput)
    .query(({ ctx, input }) => codeInShops(ctx.db, input.id)),

  validate: partnerOrSessionProcedure
    .meta({
      need: 'read',
      openapi: {
        method: 'POST',
        path: '/discount-codes/validate',
        repeatable: true,
        tags,
        summary: 'Validate a code on a cart',
        description: 'Reads only. A code that does not apply is a 200 with `valid: false` and a reason.',
      },
    })
    .input(schema.validateInput)
    .output(schema.validateOutput)
    .mutation(({ ctx, input }) => validate(ctx.db, input)),

  preview: merchantProcedure
    .meta({ internal: 'The sample cart beside the form, for a code that is not saved yet.' })
    .input(schema.previewInput)
    .output(schema.previewOutput)
    .query(({ ctx, input }) => discountCodes.preview(ctx.now, input)),

  hold: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/discount-codes/holds',
        repeatable: true,
        tags,
        summary: 'Set a use aside',
        description:
          'For a checkout under way. It counts as a use for everybody else, ends by itself, and is used up by the redeem of the session. Sending it again prolongs it.',
        errors: ['HOLD_REFUSED', 'NOT_FOUND'],
      },
    })
    .input(schema.holdInput)
    .output(schema.holdOutput)
    .mutation(({ ctx, input }) => hold(ctx.db, input)),

  release: partnerPathProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/discount-codes/holds/{id}',
        tags,
        summary: 'Give a hold back',
        description: 'The use that was set aside is free again at once. Without this a hold ends at its `expiresAt`.',
      },
    })
    .input(schema.byId)
    .output(deleted)
    .mutation(({ ctx, input }) => release(ctx.db, input.id)),

  redeem: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/discount-codes/redeem',
        repeatable: true,
        tags,
        summary: 'Redeem a code',
        description:
          'Safe to send again: the same checkoutSessionId returns the first redemption with `created: false`.',
        errors: ['NOT_FOUND'],
      },
    })
    .input(schema.redeemInput)
    .output(schema.redeemOutput)
    .mutation(({ ctx, input }) => redeem(ctx.db, input)),

  rollback: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/discount-codes/redemptions/{id}/rollback',
        repeatable: true,
        tags,
        summary: 'Take a redemption back',
        description: 'For an order that fell through. The use counts no more; its checkout session stays taken.',
      },
    })
    .input(schema.rollbackInput)
    .output(schema.rollbackOutput)
    .mutation(({ ctx, input }) => rollback(ctx.db, input)),

  redemptions: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/discount-codes/{id}/redemptions',
        tags,
        summary: "List a code's redemptions",
        description: 'Newest first.',
      },
    })
    .input(schema.redemptionsInput)
    .output(schema.redemptionsOutput)
    .query(({ ctx, input }) => listRedemptions(ctx.db, input)),

  activity: merchantProcedure
    .meta({ mayLag: true, internal: 'The chart of the detail page; insights will have time series for clients.' })
    .input(schema.activityInput)
    .output(schema.activityOutput)
    .query(({ ctx, input }) => activity(ctx.db, input)),

  applicable: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/discount-codes/applicable/{accountId}',
        tags,
        summary: 'Codes a shopper may be shown',
        description: 'Active public codes that fit the query, highest value first.',
      },
    })
    .input(schema.applicableInput)
    .output(schema.applicableOutput)
    .query(({ ctx, input }) => applicable(publicWorkspace(ctx.services.database, input.accountId, ctx.now), input)),
});
