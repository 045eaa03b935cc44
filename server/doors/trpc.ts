/** `/api/trpc`: the dashboard's typed calls, through tRPC's own Fastify adapter. People only: no signatures here. */
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rememberDevice } from '@/server/platform/auth/known-devices';
import { ANONYMOUS, type SessionPrincipal } from '@/server/platform/auth/principal';
import { WORKSPACE_HEADER } from '@/server/doors/bridge';
import type { Context, Services } from '@/server/platform/access/context';
import { AppError, toAppError } from '@/server/platform/errors';
import { isSameOrigin } from '@/server/doors/authenticate';
import { countryOf } from '@/server/doors/edge-country';
import { addressOf, paramsOf, queryOf } from '@/server/doors/request';
import { sendError, fastifyError } from '@/server/doors/send-error';
import { now } from '@/server/platform/lib/clock';
import { appRouter, type AppRouter } from '@/server/modules';
import { Transform } from 'node:stream';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { SessionStore } from '@/server/platform/auth/session';
import { bodyLimitOf, MAX_BODY, USUAL_BODY } from '@/server/doors/body-limit';
import { requireReadable } from '@/server/platform/lib/json-in-portions';
import { procedures } from '@/server/doors/rest-routes';

// The checks before tRPC reads a body: who sends it, how large it may be, how deep it nests. tRPC parses a body in one
// go and before it knows who calls, so anybody could make everybody wait.

/** The largest number of calls in one batch; no page of the dashboard has half as many. */
const MAX_CALLS = 50;
/** The largest body without a session, in bytes; signing up or resetting a password needs a thousandth of that. */
const LIMIT_WITHOUT_SESSION = 64 * 1024;

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

interface Caller {
  session: SessionPrincipal | null;
  limit: number;
}

const namesOf = (request: FastifyRequest): string[] => paramsOf(request).path?.split(',') ?? [];

/**
 * Refuses in tRPC's format, so that the dashboard can read the error. Node discards the rest of the body as it arrives.
 */
function refuse(request: FastifyRequest, reply: FastifyReply, error: AppError): void {
  const answerOf = (path: string): object => ({
    error: {
      message: error.message,
      code: TRPC_ERROR_CODES_BY_KEY[error.code],
      data: {
        code: error.code,
        httpStatus: error.status,
        path,
        appCode: error.appCode,
        details: error.details ?? null,
        requestId: request.id,
      },
    },
  });
  const answers = namesOf(request).slice(0, MAX_CALLS).map(answerOf);
  const isBatch = queryOf(request).batch === '1';
  void reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(isBatch ? answers : answers[0]);
}

/**
 * Limits the requests of this scope before their body is read. The session is read only to choose the limits; access is
 * checked once the body is there.
 */
function guardCalls(scope: FastifyInstance, sessions: Pick<SessionStore, 'read'>): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const known = new Map(
    procedures().map(({ name, meta, procedure }) => [
      name,
      { limit: bodyLimitOf(procedure), isPublic: meta.accessLevel === 'public' },
    ]),
  );

  const tooLarge = (request: FastifyRequest, { session, limit }: Caller): AppError =>
    session === null && namesOf(request).every((name) => known.get(name)?.isPublic !== true)
      ? new AppError('UNAUTHENTICATED')
      : new AppError('VALIDATION', { message: `The body must not have more than ${limit} bytes.` });

  scope.addHook('onRequest', async (request, reply) => {
    const session = await sessions.read(request.headers.cookie);
    const needed = namesOf(request)
      .slice(0, MAX_CALLS)
      .reduce((sum, name) => sum + (known.get(name)?.limit ?? 0), 0);
    const caller = {
      session,
      limit: session === null ? LIMIT_WITHOUT_SESSION : Math.min(MAX_BODY, Math.max(USUAL_BODY, needed)),
    };
    callers.set(request, caller);
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > MAX_BODY) refuse(request, reply.header('connection', 'close'), new AppError('PAYLOAD_TOO_LARGE'));
    else if (!JSON_TYPE.test(request.headers['content-type'] ?? 'application/json'))
      refuse(request, reply, new AppError('UNSUPPORTED_MEDIA_TYPE'));
    else if (length > caller.limit) refuse(request, reply, tooLarge(request, caller));
    return reply.sent ? reply : undefined;
  });

  // A body that does not say how long it is.
  scope.addHook('preParsing', (request, _reply, payload, done) => {
    const caller = callers.get(request);
    if (caller === undefined || request.headers['transfer-encoding'] === undefined) return done(null, payload);
    let received = 0;
    done(
      null,
      payload.pipe(
        new Transform({
          transform(chunk: Buffer, _encoding, next) {
            received += chunk.length;
            next(received > caller.limit ? tooLarge(request, caller) : null, chunk);
          },
        }),
      ),
    );
  });

  scope.addHook('preHandler', (request, reply, done) => {
    try {
      if (typeof request.body === 'string') requireReadable(Buffer.from(request.body));
      done();
    } catch (error) {
      refuse(request, reply, toAppError(fastifyError(error)));
    }
  });
}

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
