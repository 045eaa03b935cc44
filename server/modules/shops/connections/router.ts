/** /api/v1/integrations (docs/contract/integrations.md). */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { inSandbox } from '@/server/platform/vendors/sandbox-mode';
import { calls } from '@/server/modules/shops/connections/calls';
import { listCodes } from '@/server/modules/shops/connections/codes-list';
import * as integration from '@/server/modules/shops/connections/schema';
import { orderProcedures } from '@/server/modules/shops/orders/router';
import { integrationPage } from '@/server/modules/shops/connections/pages';
import { closePrivacyRequest, listPrivacyRequests } from '@/server/modules/shops/connections/compliance/requests';
import * as privacy from '@/server/modules/shops/connections/compliance/requests-schema';
import { cancelRun, getRun, listRuns, sync } from '@/server/modules/shops/connections/runs';
import * as integrations from '@/server/modules/shops/connections/service';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Integrations'];

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
          'Pending until the worker has looked at it. The secret of http_generic is answered here and never again.',
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
          'Changes displayName, config (which replaces the one before) and the credentials of the same shop.',
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

  ...orderProcedures,
});
