/** GET /whoami (docs/contract/whoami.md): shows how the service reads a request's credentials, for integrators. */
import * as z from 'zod';
import { authenticatedProcedure, router } from '@/server/platform/access/trpc';

export const whoamiRouter = router({
  get: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/whoami',
        tags: ['Who am I'],
        summary: 'Identify the caller',
        description:
          'Returns who signed this request and for which workspace. Needs credentials but no workspace, so it is a good first call to test a signature.',
      },
    })
    .output(
      z.object({
        accountId: z.string().nullable(),
        principal: z.enum(['session', 'key', 'platform']),
        keyId: z.string().nullable(),
        scopes: z
          .array(z.string())
          .nullable()
          .meta({ description: 'Scopes of the key; null for a session, which scopes do not limit.' }),
        onBehalfOf: z.string().nullable(),
      }),
    )
    .query(({ ctx: { principal } }) => ({
      accountId: principal.accountId,
      principal: principal.kind,
      keyId: principal.kind === 'session' ? null : principal.keyId,
      scopes: principal.kind === 'session' ? null : [...principal.scopes],
      onBehalfOf: principal.kind === 'platform' ? principal.accountId : null,
    })),
});
