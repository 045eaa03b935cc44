/** /api/v1/feeds (docs/contract/feeds.md). The feed itself is XML and is a raw route (routes.ts). */
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
        summary: "Get the feed's config",
        description: 'A workspace that never saved one gets the defaults, without id and dates.',
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
        summary: "Update the feed's config",
        description: 'Partial; the first call makes the config.',
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
        summary: 'Mirror products',
        description:
          'Upsert by externalRef, up to 1,000 a call. Each product replaces what was mirrored of it: an optional field that is not sent becomes null.',
      },
    })
    .input(schema.putProductsInput)
    .output(schema.putProductsOutput)
    .mutation(({ ctx, input }) => putProducts(ctx.db, input.products)),

  importProducts: merchantProcedure
    .meta({ internal: "A piece of the file that a person brings; what putProducts does for the shop's server." })
    .input(schema.importProductsInput)
    .output(schema.putProductsOutput)
    .mutation(({ ctx, input }) => putProducts(ctx.db, input.products)),

  knownProducts: merchantProcedure
    .meta({ need: 'read', internal: 'What the file would do, before it does.' })
    .input(schema.knownProductsInput)
    .output(schema.knownProductsOutput)
    .mutation(({ ctx, input }) => knownProducts(ctx.db, input.externalRefs)),

  getCategoryRules: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/feeds/category-rules',
        tags,
        summary: 'Get the category rules',
        description: 'In their order: the first that fits a product gives its category.',
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
        description: "Which of Google's categories the shop's own ones are. The first rule that matches wins.",
        errors: ['PLAN_LIMIT'],
      },
    })
    .input(schema.categoryRules)
    .output(schema.categoryRules)
    .mutation(({ ctx, input }) => putCategoryRules(ctx.db, input)),

  categoriesBy: merchantProcedure
    .meta({ internal: 'What rules that are not saved yet would do, beside the form.' })
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
        summary: 'List mirrored products',
        description:
          'Last updated first, each with what a crawler sees of it and what Google would refuse or warn about.',
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
        summary: 'What Google would refuse or warn about',
        description: 'How many products are in the feed and how many of them break each rule.',
      },
    })
    .output(schema.issuesOutput)
    .query(({ ctx }) => issues(ctx.db, ctx.services.settings)),
});
