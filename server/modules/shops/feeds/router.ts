/** /api/v1/feeds (docs/contract/feeds.md). The feed itself is XML and therefore a raw route (routes.ts). */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { categoriesBy, getCategoryRules, putCategoryRules } from '@/server/modules/shops/feeds/category-rules';
import { getConfig, updateConfig } from '@/server/modules/shops/feeds/config';
import { issues } from '@/server/modules/shops/feeds/issues';
import { listProducts } from '@/server/modules/shops/feeds/list';
import { knownProducts, putProducts } from '@/server/modules/shops/feeds/put-products';
import * as schema from '@/server/modules/shops/feeds/schema';
import { merchantProcedure, partnerProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Product feed'];

export const feedsRouter = router({
  getConfig: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/feeds/config',
        tags,
        summary: "Retrieve the feed's settings",
        description:
          'Returns the settings of the product feed. Defaults, without id and dates, until they are first saved.',
      },
    })
    .output(schema.getConfigOutput)
    .query(({ ctx }) => getConfig(ctx.db)),

  updateConfig: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/feeds/config',
        tags,
        summary: "Update the feed's settings",
        description:
          'Changes only the fields you send; the first call stores the settings. Needs a plan with feeds: 403 `PLAN_LIMIT`.',
        errors: ['EDIT_CONFLICT', 'PLAN_LIMIT'],
      },
    })
    .input(ofVersion(schema.updateConfigInput))
    .output(schema.feedConfig)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'FeedConfig', id: ctx.db.accountId, ifUpdatedAt }, (db) => updateConfig(db, input)),
    ),

  putProducts: partnerProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/feeds/products',
        tags,
        summary: 'Create or replace products',
        description:
          'Stores up to 1,000 products by `externalRef`. Each is replaced whole: an optional field that is not sent becomes null. Safe to repeat.',
      },
    })
    .input(schema.putProductsInput)
    .output(schema.putProductsOutput)
    .mutation(({ ctx, input }) => putProducts(ctx.db, input.products)),

  importProducts: merchantProcedure
    .meta({ internal: 'A part of an imported file.' })
    .input(schema.importProductsInput)
    .output(schema.putProductsOutput)
    .mutation(({ ctx, input }) => putProducts(ctx.db, input.products)),

  knownProducts: merchantProcedure
    .meta({ need: 'read', internal: 'A check of the file before it is imported.' })
    .input(schema.knownProductsInput)
    .output(schema.knownProductsOutput)
    .mutation(({ ctx, input }) => knownProducts(ctx.db, input.externalRefs)),

  getCategoryRules: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/feeds/category-rules',
        tags,
        summary: 'List the category rules',
        description: 'Returns the rules in their order: the first that matches a product sets its Google category.',
      },
    })
    .output(schema.categoryRules)
    .query(({ ctx }) => getCategoryRules(ctx.db)),

  putCategoryRules: merchantProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/feeds/category-rules',
        tags,
        summary: 'Replace the category rules',
        description:
          'Maps the shop’s categories to Google’s. Replaces all rules; the first that matches wins. Safe to repeat.',
        errors: ['PLAN_LIMIT'],
      },
    })
    .input(schema.categoryRules)
    .output(schema.categoryRules)
    .mutation(({ ctx, input }) => putCategoryRules(ctx.db, input)),

  categoriesBy: merchantProcedure
    .meta({ internal: 'A preview of unsaved rules, beside the form.' })
    .input(schema.categoryRules)
    .output(schema.categoriesOutput)
    .query(({ ctx, input }) => categoriesBy(ctx.db, input)),

  listProducts: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/feeds/products',
        tags,
        summary: 'List products',
        description:
          'Returns products in pages, last updated first, each with its feed item and Google’s errors and warnings.',
      },
    })
    .input(schema.listProductsInput)
    .output(schema.listProductsOutput)
    .query(({ ctx, input }) => listProducts(ctx.db, ctx.services.settings, input)),

  issues: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/feeds/issues',
        tags,
        summary: 'Retrieve the problems of the feed',
        description: 'Returns the number of products in the feed, and how many break each rule of Google.',
      },
    })
    .output(schema.issuesOutput)
    .query(({ ctx }) => issues(ctx.db, ctx.services.settings)),
});
