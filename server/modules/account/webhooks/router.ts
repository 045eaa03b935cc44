/** /api/v1/webhooks (docs/contract/webhooks.md). What sends anything needs EXTENSIONS=webhook-delivery. */
import { deleted } from '@/server/platform/lib/fields';
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { getDelivery, listDeliveries, recentEvents } from '@/server/modules/account/webhooks/deliveries';
import { catalogueOf } from '@/server/modules/account/webhooks/event-types-schema';
import { deliversEvents } from '@/server/modules/account/webhooks/deliveries';
import * as health from '@/server/modules/account/webhooks/health';
import * as schema from '@/server/modules/account/webhooks/schema';
import { recover } from '@/server/modules/account/webhooks/recover';
import { remove } from '@/server/modules/account/webhooks/remove';
import { rotate } from '@/server/modules/account/webhooks/rotate';
import { replay, sendTest } from '@/server/modules/account/webhooks/send-by-hand';
import * as webhooks from '@/server/modules/account/webhooks/service';
import { router, workspaceProcedure } from '@/server/platform/access/trpc';

const tags: [string] = ['Webhooks'];

export const webhooksRouter = router({
  list: workspaceProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhooks/endpoints',
        tags,
        summary: 'List endpoints',
        description: 'Newest first, without their secrets.',
      },
    })
    .output(schema.listOutput)
    .query(({ ctx }) => webhooks.list(ctx.db)),

  overview: workspaceProcedure
    .meta({
      internal:
        'The list with the health of each endpoint, for its page; GET /webhooks/endpoints/{id} has it for clients.',
    })
    .output(schema.overviewOutput)
    .query(({ ctx }) => health.overview(ctx.db, ctx.services.settings)),

  create: workspaceProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/endpoints',
        tags,
        status: 201,
        summary: 'Create an endpoint',
        description:
          'The only answer with the secret. A workspace has at most 20 endpoints where the operator has switched webhooks on.',
        errors: ['LIMIT_REACHED'],
      },
    })
    .input(schema.createInput)
    .output(schema.createOutput)
    .mutation(({ ctx, input }) => webhooks.create(ctx.db, ctx.services.settings, input)),

  get: workspaceProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhooks/endpoints/{id}',
        tags,
        summary: 'Retrieve an endpoint',
        description: 'With how its deliveries of the last 7 days went.',
      },
    })
    .input(schema.byId)
    .output(schema.getOutput)
    .query(({ ctx, input }) => health.get(ctx.db, ctx.services.settings, input.id)),

  update: workspaceProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/webhooks/endpoints/{id}',
        tags,
        summary: 'Update an endpoint',
        errors: ['EDIT_CONFLICT'],
        description:
          'Partial. `events` replaces the whole list. The secret does not change here: `POST …/rotate` gives a new one.',
      },
    })
    .input(ofVersion(schema.updateInput))
    .output(schema.updateOutput)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'WebhookEndpoint', id: input.id, ifUpdatedAt }, (db) => webhooks.update(db, input)),
    ),

  remove: workspaceProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/webhooks/endpoints/{id}',
        tags,
        summary: 'Delete an endpoint',
        description: 'For good, with its delivery rows.',
      },
    })
    .input(schema.byId)
    .output(deleted)
    .mutation(({ ctx, input }) => remove(ctx.db, input.id)),

  rotate: workspaceProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/endpoints/{id}/rotate',
        tags,
        summary: 'Rotate the secret of an endpoint',
        description: 'The only answer with the new secret. For 24 hours the one of before signs as well.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.rotateOutput)
    .mutation(({ ctx, input }) => rotate(ctx.db, ctx.services.settings, input.id)),

  recover: workspaceProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/endpoints/{id}/recover',
        tags,
        summary: 'Queue again what failed',
        description: 'Every delivery to this endpoint that was given up since then. The events keep their ids.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.recoverInput)
    .output(schema.recoverOutput)
    .mutation(({ ctx, input }) => recover(ctx.db, ctx.services.settings, input)),

  test: workspaceProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/endpoints/{id}/test',
        tags,
        status: 201,
        summary: 'Send a test event',
        description: 'One event of the type `svc.webhook.test.v1` for this endpoint alone, whatever it subscribes to.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.deliveryOutput)
    .mutation(({ ctx, input }) => sendTest(ctx.db, ctx.services.settings, input.id)),

  events: workspaceProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/webhooks/events',
        tags,
        summary: 'List recent delivery rows',
        description: 'The newest 50. Empty unless the operator has switched the delivery of webhooks on.',
      },
    })
    .output(schema.eventsOutput)
    .query(({ ctx }) => recentEvents(ctx.db, ctx.services.settings)),

  eventTypes: workspaceProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhooks/event-types',
        tags,
        summary: 'List event types',
        description: 'What there is to subscribe to.',
      },
    })
    .output(schema.eventTypesOutput)
    .query(({ ctx }) => ({ eventTypes: catalogueOf(deliversEvents(ctx.services.settings)) })),

  deliveries: workspaceProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/webhooks/deliveries',
        tags,
        summary: 'List delivery rows',
        description: 'Newest first, in pages. Kept for 30 days.',
      },
    })
    .input(schema.deliveriesInput)
    .output(schema.deliveriesOutput)
    .query(({ ctx, input }) => listDeliveries(ctx.db, input)),

  delivery: workspaceProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhooks/deliveries/{id}',
        tags,
        summary: 'Retrieve a delivery row',
        description: 'What was sent, the attempts, and the last answer of the endpoint.',
      },
    })
    .input(schema.byId)
    .output(schema.deliveryOutput)
    .query(({ ctx, input }) => getDelivery(ctx.db, input.id)),

  replay: workspaceProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/deliveries/{id}/replay',
        tags,
        summary: 'Send a delivery again',
        description: 'Whether it was taken or given up. The event keeps its id.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.deliveryOutput)
    .mutation(({ ctx, input }) => replay(ctx.db, ctx.services.settings, input.id)),
});
