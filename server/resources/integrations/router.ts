/** /api/v1/integrations (docs/contract/integrations.md). */
import { ofVersion, saveEdit } from '@/server/db/edits';
import { inSandbox } from '@/server/providers/sandbox-mode';
import { calls } from '@/server/resources/integrations/calls';
import { listCodes } from '@/server/resources/integrations/codes-list';
import * as integration from '@/server/resources/integrations/integration-schema';
import { getCheckout, getOrder, listCheckouts, listOrders } from '@/server/resources/integrations/list';
import { checkoutPage, integrationPage, orderPage } from '@/server/resources/integrations/pages';
import { closePrivacyRequest, listPrivacyRequests } from '@/server/resources/integrations/privacy-requests';
import * as privacy from '@/server/resources/integrations/privacy-requests-schema';
import { putCheckouts } from '@/server/resources/integrations/put-checkouts';
import { putCustomers } from '@/server/resources/integrations/put-customers';
import { putOrders } from '@/server/resources/integrations/put-orders';
import { cancelRun, getRun, listRuns, sync } from '@/server/resources/integrations/runs';
import * as schema from '@/server/resources/integrations/schema';
import * as integrations from '@/server/resources/integrations/service';
import { partnerShop } from '@/server/resources/integrations/shop';
import type { Tag } from '@/server/tags';
import { merchantProcedure, partnerProcedure, router } from '@/server/trpc';

const tags: [Tag] = ['Integrations'];

export const integrationsRouter = router({
  catalog: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/integrations/catalog',
        tags,
        summary: 'List the shops that can be connected',
        description: 'With what each of them brings, and what config takes.',
      },
    })
    .output(integration.catalogOutput)
    .query(() => integrations.catalog()),

  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/integrations',
        tags,
        summary: 'List integrations',
        description: 'Newest first, revoked ones only when asked for.',
      },
    })
    .input(integration.listInput)
    .output(integration.listOutput)
    .query(({ ctx, input }) => integrations.list(ctx.db, ctx.services.settings.baseUrl, input)),

  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/integrations',
        tags,
        status: 201,
        summary: 'Connect a shop',
        description:
          'Pending until the worker has looked at it. What a shop of http_generic signs with is answered here and never again.',
        errors: ['PLAN_LIMIT', 'ALREADY_CONNECTED', 'SOURCE_TAKEN'],
      },
    })
    .input(integration.createInput)
    .output(integration.createOutput)
    .mutation(({ ctx, input }) => integrations.create(ctx.db, ctx.services.settings, input)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/integrations/{id}',
        tags,
        summary: 'Retrieve an integration',
        description: 'One connected shop or sheet by its id. Credentials are never returned.',
      },
    })
    .input(integration.byId)
    .output(integration.integration)
    .query(({ ctx, input }) => integrations.get(ctx.db, ctx.services.settings.baseUrl, input.id)),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/integrations/{id}',
        tags,
        summary: 'Update an integration',
        description:
          'displayName, credentials of the same shop, and config, which replaces the one before; anything else is ignored.',
        errors: ['BAD_STATE', 'SOURCE_TAKEN'],
      },
    })
    .input(ofVersion(integration.updateInput))
    .output(integration.integration)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'Integration', id: input.id, ifUpdatedAt }, (db) =>
        integrations.update(db, ctx.services.settings, input),
      ),
    ),

  revoke: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/integrations/{id}',
        tags,
        summary: 'Disconnect a shop',
        description: 'Nothing is taken from it any more, and its credentials are wiped. What it brought stays.',
      },
    })
    .input(integration.byId)
    .output(integration.revokeOutput)
    .mutation(({ ctx, input }) => integrations.revoke(ctx.db, input.id)),

  sync: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/integrations/{id}/sync',
        tags,
        summary: 'Read a shop again',
        description: 'What changed since the last time, or all of it. What failed goes on where it was.',
        errors: ['BAD_STATE', 'SYNC_RUNNING'],
      },
    })
    .input(integration.syncInput)
    .output(integration.syncOutput)
    .mutation(({ ctx, input }) => sync(ctx.db, input)),

  listRuns: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/integrations/{id}/runs',
        tags,
        summary: 'List runs',
        description: 'Last asked for first.',
      },
    })
    .input(integration.listRunsInput)
    .output(integration.listRunsOutput)
    .query(({ ctx, input }) => listRuns(ctx.db, input)),

  getRun: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/integrations/{id}/runs/{runId}',
        tags,
        summary: 'Retrieve a run',
        description: 'One synchronisation by its id: what it read, what it wrote, and what it refused.',
      },
    })
    .input(integration.runById)
    .output(integration.run)
    .query(({ ctx, input }) => getRun(ctx.db, input)),

  cancelRun: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/integrations/{id}/runs/{runId}/cancel',
        tags,
        summary: 'Cancel a run',
        description: 'What it brought stays.',
        errors: ['BAD_STATE'],
      },
    })
    .input(integration.runById)
    .output(integration.run)
    .mutation(({ ctx, input }) => cancelRun(ctx.db, input)),

  listCodes: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/integrations/{id}/codes',
        tags,
        summary: 'List codes in a shop',
        description: 'Your discount codes as they stand there. Last added first.',
      },
    })
    .input(integration.listCodesInput)
    .output(integration.listCodesOutput)
    .query(({ ctx, input }) => listCodes(ctx.db, input)),

  connectSetup: merchantProcedure
    .meta({ internal: 'What the operator has set up for connecting a shop.' })
    .output(integration.connectSetup)
    .query(async ({ ctx: { db, services } }) => ({
      shopifyApp: services.settings.oauthClients.has('storefront_p1'),
      sandbox: inSandbox(services.settings, 'storefront_p1'),
      productsFrom: await integrations.productsFrom(db),
    })),

  page: merchantProcedure
    .meta({ internal: 'An integration with what its page shows beside what everybody is told.' })
    .input(integration.byId)
    .output(integration.integrationPage)
    .query(({ ctx, input }) => integrationPage(ctx.db, ctx.services.settings.baseUrl, input.id)),

  calls: merchantProcedure
    .meta({ internal: 'How the webhooks of a shop fare, for its page.' })
    .input(integration.byId)
    .output(integration.callsOutput)
    .query(({ ctx, input }) => calls(ctx.db, input.id)),

  privacyRequests: merchantProcedure
    .meta({
      internal: 'What people asked about themselves by way of a shop and nobody has answered, for the dashboard.',
    })
    .output(privacy.privacyRequestsOutput)
    .query(({ ctx }) => listPrivacyRequests(ctx.db)),

  closePrivacyRequest: merchantProcedure
    .meta({ internal: 'Says that a request was answered, for the dashboard.' })
    .input(privacy.closePrivacyRequestInput)
    .output(privacy.closePrivacyRequestOutput)
    .mutation(({ ctx, input }) => closePrivacyRequest(ctx.db, input.id)),

  putCustomers: partnerProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/integrations/customers',
        tags,
        summary: 'Tell of customers',
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
        summary: 'Tell of orders',
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
        summary: 'Tell of checkouts',
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
        description: 'Last told of first.',
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
});
