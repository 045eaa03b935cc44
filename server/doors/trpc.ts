/** `/api/trpc`: the dashboard's typed calls, through tRPC's own Fastify adapter. People only: no signatures here. */
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import type { FastifyInstance } from 'fastify';
import { rememberDevice } from '@/server/platform/auth/known-devices';
import { ANONYMOUS } from '@/server/platform/auth/principal';
import { WORKSPACE_HEADER } from '@/server/doors/bridge';
import type { Context, Services } from '@/server/platform/access/context';
import { AppError, toAppError } from '@/server/platform/errors';
import { isSameOrigin } from '@/server/doors/authenticate';
import { countryOf } from '@/server/doors/edge-country';
import { addressOf } from '@/server/doors/request';
import { sendError } from '@/server/doors/send-error';
import { guardCalls, MAX_CALLS } from '@/server/doors/trpc-guard';
import { now } from '@/server/platform/lib/clock';
import { appRouter, type AppRouter } from '@/server/modules';

/** Returns the workspace that the calling page was drawn for. */
const pageOf = (header: string | string[] | undefined): Pick<Context, 'pageAccountId'> =>
  typeof header === 'string' && header !== '' ? { pageAccountId: header } : {};

export function registerTrpc(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendError(request, reply, error));
    // Signed in or not: signing up changes things as well, so nobody's page but ours may post here.
    scope.addHook('onRequest', (request, reply, done) => {
      if (request.method !== 'GET' && !isSameOrigin(request.headers, services.settings.baseUrl)) {
        sendError(
          request,
          reply,
          new AppError('FORBIDDEN', { message: 'The dashboard changes things from its own origin only.' }),
        );
        return;
      }
      void reply.header('cache-control', 'no-store');
      done();
    });
    guardCalls(scope, services.sessions);
    await scope.register(fastifyTRPCPlugin, {
      prefix: '/api/trpc',
      trpcOptions: {
        router: appRouter,
        // A query that does not fit into an address comes as a POST; the hook above has looked at its origin.
        allowMethodOverride: true,
        maxBatchSize: MAX_CALLS,
        createContext: async ({ req, res }): Promise<Context> => ({
          services,
          // Asked once more now that the body is there: who holds it back is by then what they are by then.
          principal: (await services.sessions.read(req.headers.cookie)) ?? ANONYMOUS,
          requestId: req.id,
          clientAddress: addressOf(services, req),
          country: countryOf(req.headers, services.settings.edgeCountryHeader),
          head: req.method === 'HEAD',
          now: now(),
          ...pageOf(req.headers[WORKSPACE_HEADER]),
          startSession: async (token) => void res.header('set-cookie', await services.sessions.cookie(token)),
          rememberDevice: async (userId) =>
            void res.header('set-cookie', await rememberDevice(services, userId, req.headers.cookie, now())),
        }),
        // tRPC calls whatever it does not know an internal error; a database that is away is 503 here too.
        responseMeta: ({ errors, info }) =>
          errors[0] !== undefined && info?.calls.length === 1 ? { status: toAppError(errors[0]).status } : {},
        onError({ error, req, path }) {
          const appError = toAppError(error);
          if (appError.status >= 500)
            req.log.error({ err: appError.cause ?? error, path, code: appError.appCode }, 'call failed');
        },
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>);
  });
}
