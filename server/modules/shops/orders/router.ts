/** Orders, checkouts and customers of shops, below /api/v1/integrations (docs/contract/integrations.md). */
import { getCheckout, getOrder, listCheckouts, listOrders } from '@/server/modules/shops/orders/list';
import { checkoutPage, orderPage } from '@/server/modules/shops/orders/pages';
import { putCheckouts } from '@/server/modules/shops/orders/put-checkouts';
import { putCustomers } from '@/server/modules/shops/orders/put-customers';
import { putOrders } from '@/server/modules/shops/orders/put-orders';
import * as schema from '@/server/modules/shops/orders/schema';
import { partnerShop } from '@/server/modules/shops/orders/shop';
import { merchantProcedure, partnerProcedure } from '@/server/platform/access/trpc';

const tags: [string] = ['Integrations'];

/** Procedures for the router of integrations, because both share their paths. */
export const orderProcedures = {
  putCustomers: partnerProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/integrations/customers',
        tags,
        summary: 'Report customers',
        description:
          'Creates a contact for each customer, or fills empty fields of an existing one; overwrites nothing. Up to 1,000 rows. Safe to repeat.',
      },
    })
    .input(schema.putCustomersInput)
    .output(schema.putOutput)
    .mutation(({ ctx, input }) => putCustomers(ctx.db, partnerShop(input.externalSource), input.rows)),

  putOrders: partnerProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/integrations/orders',
        tags,
        summary: 'Report orders',
        description:
          'Creates or updates orders by `externalSource` and `externalRef`, up to 1,000 rows. Safe to repeat, in any order: older data never replaces newer data.',
      },
    })
    .input(schema.putOrdersInput)
    .output(schema.putOutput)
    .mutation(({ ctx, input }) => putOrders(ctx.db, partnerShop(input.externalSource), input.rows)),

  putCheckouts: partnerProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/integrations/checkouts',
        tags,
        summary: 'Report checkouts',
        description:
          'Creates or updates checkouts, up to 1,000 rows. A checkout without a change for an hour is abandoned. Safe to repeat, in any order.',
      },
    })
    .input(schema.putCheckoutsInput)
    .output(schema.putOutput)
    .mutation(({ ctx, input }) => putCheckouts(ctx.db, partnerShop(input.externalSource), input.rows)),

  listOrders: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/integrations/orders',
        tags,
        summary: 'List orders',
        description: 'Returns orders in pages, last placed first.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOrdersOutput)
    .query(({ ctx, input }) => listOrders(ctx.db, input)),

  getOrder: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/integrations/orders/{oid}',
        tags,
        summary: 'Retrieve an order',
        description: 'Returns one order by its id in Laris, as it was last reported.',
      },
    })
    .input(schema.byId)
    .output(schema.order)
    .query(({ ctx, input }) => getOrder(ctx.db, input.oid)),

  listCheckouts: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/integrations/checkouts',
        tags,
        summary: 'List checkouts',
        description: 'Returns checkouts in pages, last reported first.',
      },
    })
    .input(schema.listInput)
    .output(schema.listCheckoutsOutput)
    .query(({ ctx, input }) => listCheckouts(ctx.db, input)),

  getCheckout: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/integrations/checkouts/{oid}',
        tags,
        summary: 'Retrieve a checkout',
        description:
          'Returns one checkout by its id in Laris, with its lines, its status and the order that completed it.',
      },
    })
    .input(schema.byId)
    .output(schema.checkout)
    .query(({ ctx, input }) => getCheckout(ctx.db, input.oid)),

  orderPage: merchantProcedure
    .meta({ internal: 'An order with its contact and its effects, for its page.' })
    .input(schema.byId)
    .output(schema.orderPage)
    .query(({ ctx, input }) => orderPage(ctx.db, input.oid)),

  checkoutPage: merchantProcedure
    .meta({ internal: 'A checkout with its contact and its outcome, for its page.' })
    .input(schema.byId)
    .output(schema.checkoutPage)
    .query(({ ctx, input }) => checkoutPage(ctx.db, input.oid)),
};
