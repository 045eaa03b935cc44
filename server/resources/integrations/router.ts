/** /api/v1/integrations (docs/contract/integrations.md). */
import { getCheckout, getOrder, listCheckouts, listOrders } from '@/server/resources/integrations/list';
import { putCheckouts } from '@/server/resources/integrations/put-checkouts';
import { putOrders } from '@/server/resources/integrations/put-orders';
import * as schema from '@/server/resources/integrations/schema';
import type { Tag } from '@/server/tags';
import { merchantProcedure, partnerProcedure, router } from '@/server/trpc';

const tags: [Tag] = ['Integrations'];

export const integrationsRouter = router({
  putOrders: partnerProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/integrations/orders',
        tags,
        summary: 'Tell of orders',
        description: 'Upsert by externalSource and externalRef. Safe to send again and in any order.',
      },
    })
    .input(schema.putOrdersInput)
    .output(schema.putOutput)
    .mutation(({ ctx, input }) => putOrders(ctx.db, input.externalSource, input.rows)),

  putCheckouts: partnerProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/integrations/checkouts',
        tags,
        summary: 'Tell of checkouts',
        description: 'As for orders. One that nobody goes on with for an hour is abandoned.',
      },
    })
    .input(schema.putCheckoutsInput)
    .output(schema.putOutput)
    .mutation(({ ctx, input }) => putCheckouts(ctx.db, input.externalSource, input.rows)),

  listOrders: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/integrations/orders',
        tags,
        summary: 'List orders',
        description: 'Last placed first.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOrdersOutput)
    .query(({ ctx, input }) => listOrders(ctx.db, input)),

  getOrder: merchantProcedure
    .meta({ openapi: { method: 'GET', path: '/integrations/orders/{oid}', tags, summary: 'Retrieve an order' } })
    .input(schema.byId)
    .output(schema.order)
    .query(({ ctx, input }) => getOrder(ctx.db, input.oid)),

  listCheckouts: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/integrations/checkouts',
        tags,
        summary: 'List checkouts',
        description: 'Last told of first.',
      },
    })
    .input(schema.listInput)
    .output(schema.listCheckoutsOutput)
    .query(({ ctx, input }) => listCheckouts(ctx.db, input)),

  getCheckout: merchantProcedure
    .meta({ openapi: { method: 'GET', path: '/integrations/checkouts/{oid}', tags, summary: 'Retrieve a checkout' } })
    .input(schema.byId)
    .output(schema.checkout)
    .query(({ ctx, input }) => getCheckout(ctx.db, input.oid)),
});
