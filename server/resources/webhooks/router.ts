/** /api/v1/webhooks (1 §4.2). */
import { recentEvents } from '@/server/resources/webhooks/deliveries';
import * as schema from '@/server/resources/webhooks/schema';
import * as webhooks from '@/server/resources/webhooks/service';
import { router, workspaceProcedure } from '@/server/trpc';

const tag = 'Webhooks';

export const webhooksRouter = router({
  list: workspaceProcedure
    .meta({ openapi: { method: 'GET', path: '/webhooks/endpoints', tag, summary: 'List endpoints', description: 'Newest first, without their secrets.' } })
    .output(schema.listOutput)
    .query(({ ctx }) => webhooks.list(ctx.db)),

  create: workspaceProcedure
    .meta({ openapi: { method: 'POST', path: '/webhooks/endpoints', tag, status: 201, summary: 'Create an endpoint', description: 'The only answer that holds the secret.' } })
    .input(schema.createInput)
    .output(schema.createOutput)
    .mutation(({ ctx, input }) => webhooks.create(ctx.db, ctx.services.settings.appSecrets, input)),

  update: workspaceProcedure
    .meta({ openapi: { method: 'PATCH', path: '/webhooks/endpoints/{id}', tag, summary: 'Update an endpoint', description: 'Partial. `events` replaces the whole list. The secret cannot change: delete the endpoint and create it anew.' } })
    .input(schema.updateInput)
    .output(schema.updateOutput)
    .mutation(({ ctx, input }) => webhooks.update(ctx.db, input)),

  remove: workspaceProcedure
    .meta({ openapi: { method: 'DELETE', path: '/webhooks/endpoints/{id}', tag, summary: 'Delete an endpoint', description: 'For good, with its delivery rows.' } })
    .input(schema.byId)
    .output(schema.removeOutput)
    .mutation(({ ctx, input }) => webhooks.remove(ctx.db, input.id)),

  events: workspaceProcedure
    .meta({ openapi: { method: 'GET', path: '/webhooks/events', tag, summary: 'List recent delivery rows', description: 'The newest 50. Empty unless the operator has switched the delivery of webhooks on.' } })
    .output(schema.eventsOutput)
    .query(({ ctx }) => recentEvents(ctx.db, ctx.services.settings)),
});
