/** /api/v1/feeds (3 §4.6). The feed itself is XML and stands in server/http/shopping-feed.ts. */
import type { Tag } from '@/server/openapi/tags';
import { getConfig, updateConfig } from '@/server/resources/feeds/config';
import { issues } from '@/server/resources/feeds/issues';
import { listProducts } from '@/server/resources/feeds/list';
import { putProducts } from '@/server/resources/feeds/put-products';
import * as schema from '@/server/resources/feeds/schema';
import { merchantProcedure, partnerProcedure, router } from '@/server/trpc';

const tags: [Tag] = ['Product feed'];

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
        errors: ['PLAN_LIMIT'],
      },
    })
    .input(schema.updateConfigInput)
    .output(schema.feedConfig)
    .mutation(({ ctx, input }) => updateConfig(ctx.db, input)),

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

  listProducts: merchantProcedure
    .meta({
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
    .query(({ ctx, input }) => listProducts(ctx.db, ctx.services.settings.storefrontBaseUrl, input)),

  issues: merchantProcedure
    .meta({
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
