/**
 * /api/v1/api-keys (docs/contract/api-keys.md). Any principal of the workspace may call these; there is no admin gate.
 */
import type { Tag } from '@/server/tags';
import { createInput, createOutput, listOutput, revokeInput, revokeOutput } from '@/server/resources/api-keys/schema';
import * as apiKeys from '@/server/resources/api-keys/service';
import { managerProcedure, router } from '@/server/trpc';

const tags: [Tag] = ['API keys'];

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
    .input(createInput)
    .output(createOutput)
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
    .output(listOutput)
    .query(({ ctx }) => apiKeys.list(ctx.db)),

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
    .input(revokeInput)
    .output(revokeOutput)
    .mutation(({ ctx, input }) => apiKeys.revoke(ctx.db, ctx.services.keys, input.id)),
});
