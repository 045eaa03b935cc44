/**
 * /api/v1/api-keys (docs/contract/api-keys.md). Any principal of the workspace may call them; no admin role is needed.
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
        summary: 'Create an API key',
        description:
          'Creates a key and returns its secret, which is never shown again. By default it has the scopes read and write and does not expire.',
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
        summary: 'List API keys',
        description: 'Returns all keys, newest first, including revoked ones. Secrets are never returned.',
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
        summary: 'Update an API key',
        description:
          'Changes when the key expires and which networks may use it, within 2 seconds. An expired key works again once its expiry is moved. 409 ALREADY_REVOKED for a revoked key.',
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
        summary: 'List a key’s recent requests',
        description:
          'Returns up to 100 requests that the key signed in the last 24 hours, newest first, including refused ones. At most 5 seconds late.',
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
        summary: 'Revoke an API key',
        description:
          'Cannot be undone. Requests signed with the key get 401 REVOKED_KEY within 2 seconds. 409 ALREADY_REVOKED when repeated.',
        errors: ['ALREADY_REVOKED'],
      },
    })
    .input(schema.revokeInput)
    .output(schema.revokeOutput)
    .mutation(({ ctx, input }) => apiKeys.revoke(ctx.db, ctx.services.keys, input.id)),
});
