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

/** Part of the router of integrations, whose paths they share. */
export const orderProcedures = {
  putCustomers: partnerProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/integrations/customers',
        tags,
        summary: 'Report customers',
        description: 'Each becomes a contact, or fills what is empty of the contact that it is. Overwrites nothing.',
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
        description: 'Upsert by externalSource and externalRef. Safe to send again and in any order.',
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
        description: 'As for orders. One that nobody goes on with for an hour is abandoned.',
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
        description: 'Last placed first.',
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
        description: 'One order by our id, as the shop or your own call gave it last.',
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
        description: 'Last reported first.',
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
        description: 'One checkout by our id, with its lines, its status and the order that completed it.',
      },
    })
    .input(schema.byId)
    .output(schema.checkout)
    .query(({ ctx, input }) => getCheckout(ctx.db, input.oid)),

  orderPage: merchantProcedure
    .meta({ internal: 'An order with whose it is and what it set off, for its page.' })
    .input(schema.byId)
    .output(schema.orderPage)
    .query(({ ctx, input }) => orderPage(ctx.db, input.oid)),

  checkoutPage: merchantProcedure
    .meta({ internal: 'A checkout with whose it is and what became of it, for its page.' })
    .input(schema.byId)
    .output(schema.checkoutPage)
    .query(({ ctx, input }) => checkoutPage(ctx.db, input.oid)),
};
