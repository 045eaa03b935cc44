/**
 * /api/v1/api-keys (docs/contract/api-keys.md). Any principal of the workspace may call these; there is no admin gate.
 */
import { calls } from '@/server/modules/account/api-keys/calls';
import * as schema from '@/server/modules/account/api-keys/schema';
import * as apiKeys from '@/server/modules/account/api-keys/service';
import { managerProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['API keys'];

export const apiKeysRouter = router({
  create: managerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/api-keys',
        tags,
        status: 201,
        summary: 'Create a key',
        description: 'The secret is returned exactly once.',
      },
    })
    .input(schema.createInput)
    .output(schema.createOutput)
    .mutation(({ ctx, input }) => apiKeys.create(ctx.db, ctx.services.keys, input)),

  list: managerProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/api-keys',
        tags,
        summary: 'List keys',
        description: 'Every key, revoked ones too, newest first.',
      },
    })
    .output(schema.listOutput)
    .query(({ ctx }) => apiKeys.list(ctx.db)),

  update: managerProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/api-keys/{id}',
        tags,
        summary: 'Change the bounds of a key',
        description: 'When it ends, and where it may be used. An expired one works again once its end is moved.',
        errors: ['ALREADY_REVOKED'],
      },
    })
    .input(schema.updateInput)
    .output(schema.updateOutput)
    .mutation(({ ctx, input }) => apiKeys.update(ctx.db, ctx.services.keys, input)),

  calls: managerProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/api-keys/{id}/calls',
        tags,
        summary: 'List what a key has called',
        description:
          'The last 100 requests of 24 hours that it signed, refused ones too, newest first; a few seconds late.',
      },
    })
    .input(schema.callsInput)
    .output(schema.callsOutput)
    .query(({ ctx, input }) => calls(ctx.db, input)),

  revoke: managerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/api-keys/{id}/revoke',
        tags,
        summary: 'Revoke a key',
        description: 'Irreversible. Requests signed with it are refused within seconds.',
        errors: ['ALREADY_REVOKED'],
      },
    })
    .input(schema.revokeInput)
    .output(schema.revokeOutput)
    .mutation(({ ctx, input }) => apiKeys.revoke(ctx.db, ctx.services.keys, input.id)),
});
