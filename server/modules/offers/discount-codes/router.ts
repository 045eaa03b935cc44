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
        summary: 'Create a discount code',
        description:
          'Creates a code. Its text is unique in the workspace, ignoring case (409 `CODE_EXISTS`), and cannot change later. 403 `PLAN_LIMIT` when the plan has no room.',
        errors: ['INVALID_VALUE', 'INVALID_SCOPE', 'CODE_EXISTS', 'PLAN_LIMIT'],
      },
    })
    .input(schema.createInput)
    .output(schema.discountCode)
    .mutation(({ ctx, input }) => discountCodes.create(ctx.db, input)),

  importCodes: merchantProcedure
    .meta({ internal: 'A part of an imported file; existing codes stay as they are.' })
    .input(schema.importCodesInput)
    .output(schema.importCodesOutput)
    .mutation(({ ctx, input }) => importCodes(ctx.db, input)),

  knownCodes: merchantProcedure
    .meta({ need: 'read', internal: 'A check of the file before it is imported.' })
    .input(schema.knownCodesInput)
    .output(schema.knownCodesOutput)
    .mutation(({ ctx, input }) => knownCodes(ctx.db, input.codes)),

  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/discount-codes',
        tags,
        summary: 'List discount codes',
        description:
          'Returns codes in pages, newest first unless `sort` is sent. Includes archived codes unless `active` is sent, but no codes of batches.',
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
        summary: 'Retrieve a discount code',
        description: 'Returns one code with its uses and the revenue of its redemptions.',
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
        summary: 'Update a discount code',
        description:
          'Changes only the fields you send. `code` cannot change and is ignored. 403 `PLAN_LIMIT` when the plan has no room to activate it.',
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
        summary: 'Archive a discount code',
        description: 'Deactivates the code. It stays in lists, and PATCH can activate it again. Safe to repeat.',
      },
    })
    .input(schema.byId)
    .output(schema.archiveOutput)
    .mutation(({ ctx, input }) => discountCodes.archive(ctx.db, input.id)),

  inShops: merchantProcedure
    .meta({ internal: 'The state of a code in each connected shop, for its page.' })
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
        summary: 'Validate a code against a cart',
        description:
          'Calculates the discount and changes nothing. A code that does not apply is a 200 with `valid: false` and the `reason`.',
      },
    })
    .input(schema.validateInput)
    .output(schema.validateOutput)
    .mutation(({ ctx, input }) => validate(ctx.db, input)),

  preview: merchantProcedure
    .meta({ internal: 'The sample cart beside the form; the code may be unsaved.' })
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
        summary: 'Hold a code for a checkout',
        description:
          'Reserves one use for a checkout session, 15 minutes unless `seconds` is sent. Redeeming the session uses it up. Safe to repeat: the hold is prolonged. 409 `HOLD_REFUSED` with `details.reason`.',
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
        summary: 'Release a hold',
        description: 'Frees the reserved use at once. Without this call, the hold ends at its `expiresAt`.',
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
          'Records that an order used the code, whatever the state of the code. Safe to repeat: the same `checkoutSessionId` returns the first redemption with `created: false`.',
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
        summary: 'Roll back a redemption',
        description:
          'Frees the use of an order that was canceled. The redemption stays listed, and its checkout session cannot redeem again. Safe to repeat.',
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
        summary: 'List the redemptions of a code',
        description: 'Returns redemptions in pages, newest first.',
      },
    })
    .input(schema.redemptionsInput)
    .output(schema.redemptionsOutput)
    .query(({ ctx, input }) => listRedemptions(ctx.db, input)),

  activity: merchantProcedure
    .meta({ mayLag: true, internal: 'The chart of a code’s page.' })
    .input(schema.activityInput)
    .output(schema.activityOutput)
    .query(({ ctx, input }) => activity(ctx.db, input)),

  applicable: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/discount-codes/applicable/{accountId}',
        tags,
        summary: 'List the public codes of a shop',
        description: 'Returns at most 100 active public codes that fit the query, highest value first. Needs no key.',
      },
    })
    .input(schema.applicableInput)
    .output(schema.applicableOutput)
    .query(({ ctx, input }) => applicable(publicWorkspace(ctx.services.database, input.accountId, ctx.now), input)),
});
