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
        summary: 'List the shop systems that can be connected',
        description: 'Returns each shop system with its resources, its credentials and its config fields.',
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
        description: 'Returns integrations, newest first (at most 500). Revoked ones only when `status` names them.',
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
          'Stores the connection as `pending`; the worker then checks it. The `secret` of http_generic is returned only here. 409 `ALREADY_CONNECTED` for the same shop; 403 `PLAN_LIMIT` when the plan has no room.',
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
        description: 'Returns one connected shop or sheet. Credentials are never returned.',
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
          'Changes only the fields you send; `config` is replaced whole. New `credentials` must be of the same shop and are checked again. 409 `BAD_STATE` for a revoked integration.',
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
        description: 'Stops reading from the shop and deletes its credentials. Imported data stays. Safe to repeat.',
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
        summary: 'Sync a shop',
        description:
          'Starts a run for each resource: changes since the last run, or everything with `full`. 409 `SYNC_RUNNING` while one is under way.',
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
        summary: 'List the runs of an integration',
        description: 'Returns runs in pages, last requested first. Kept for 90 days.',
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
        description: 'Returns one run with the number of rows read, written and refused.',
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
        description:
          'Stops the run. Imported rows stay. Safe to repeat. 409 `BAD_STATE` for a run that has ended otherwise.',
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
        summary: 'List the discount codes in a shop',
        description: 'Returns your discount codes with their state in the shop, in pages, last added first.',
      },
    })
    .input(integration.listCodesInput)
    .output(integration.listCodesOutput)
    .query(({ ctx, input }) => listCodes(ctx.db, input)),

  connectSetup: merchantProcedure
    .meta({ internal: 'The operator’s setup for connecting a shop.' })
    .output(integration.connectSetup)
    .query(async ({ ctx: { db, services } }) => ({
      shopifyApp: services.settings.oauthClients.has('storefront_p1'),
      sandbox: inSandbox(services.settings, 'storefront_p1'),
      productsFrom: await integrations.productsFrom(db),
    })),

  page: merchantProcedure
    .meta({ internal: 'An integration with more fields, for its page.' })
    .input(integration.byId)
    .output(integration.integrationPage)
    .query(({ ctx, input }) => integrationPage(ctx.db, ctx.services.settings.baseUrl, input.id)),

  calls: merchantProcedure
    .meta({ internal: 'The latest webhooks of a shop, for its page.' })
    .input(integration.byId)
    .output(integration.callsOutput)
    .query(({ ctx, input }) => calls(ctx.db, input.id)),

  privacyRequests: merchantProcedure
    .meta({
      internal: 'Open privacy requests from shops, for the dashboard.',
    })
    .output(privacy.privacyRequestsOutput)
    .query(({ ctx }) => listPrivacyRequests(ctx.db)),

  closePrivacyRequest: merchantProcedure
    .meta({ internal: 'Marks a privacy request as answered, for the dashboard.' })
    .input(privacy.closePrivacyRequestInput)
    .output(privacy.closePrivacyRequestOutput)
    .mutation(({ ctx, input }) => closePrivacyRequest(ctx.db, input.id)),

  ...orderProcedures,
});
