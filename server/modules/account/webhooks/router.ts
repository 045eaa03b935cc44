/** /api/v1/webhooks (docs/contract/webhooks.md). Calls that send something need EXTENSIONS=webhook-delivery. */
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
        summary: 'List webhook endpoints',
        description: 'Returns all endpoints, newest first, without secrets.',
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
        summary: 'Create a webhook endpoint',
        description:
          'Returns the secret, which is never shown again. Where this server delivers webhooks, a workspace has at most 20 endpoints: one more is 409 LIMIT_REACHED.',
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
        summary: 'Retrieve a webhook endpoint',
        description: 'Returns the endpoint with figures of its deliveries of the last 7 days.',
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
        summary: 'Update a webhook endpoint',
        errors: ['EDIT_CONFLICT'],
        description:
          'Changes the fields that are sent; `events` is replaced as a whole. `POST …/rotate` makes a new secret.',
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
        summary: 'Delete a webhook endpoint',
        description: 'Deletes the endpoint and its deliveries for good.',
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
        summary: 'Rotate a webhook secret',
        description:
          'Returns the new secret, which is never shown again. Deliveries are also signed with the previous secret for 24 hours. 409 BAD_STATE when this server delivers no webhooks.',
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
        summary: 'Retry failed deliveries',
        description:
          'Queues every delivery to this endpoint that failed at `since` or later. Events keep their ids. Safe to repeat. 409 BAD_STATE when the endpoint is switched off or this server delivers no webhooks.',
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
        description:
          'Queues one `svc.webhook.test.v1` for this endpoint alone, whatever it subscribes to, and returns the delivery. 409 BAD_STATE when the endpoint is switched off or this server delivers no webhooks.',
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
        summary: 'List recent deliveries',
        description: 'Returns the newest 50 deliveries. Empty when this server delivers no webhooks.',
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
        description: 'Returns every event type that an endpoint can subscribe to.',
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
        summary: 'List deliveries',
        description: 'Returns deliveries, newest first. They are kept for at least 30 days.',
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
        summary: 'Retrieve a delivery',
        description: 'Returns the payload, every attempt, and the last answer of the endpoint.',
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
        summary: 'Replay a delivery',
        description:
          'Sends a delivery again, whether it succeeded or failed. The event keeps its id. 409 BAD_STATE with `details.reason` PENDING, ENDPOINT_OFF or DELIVERY_OFF.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.deliveryOutput)
    .mutation(({ ctx, input }) => replay(ctx.db, ctx.services.settings, input.id)),
});
