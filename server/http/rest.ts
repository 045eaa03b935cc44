/**
 * `/api/v1`: one Fastify route per procedure that declares one (architecture.md, "the way of a request"). Fastify
 * reads the raw body once; the signature is checked over it before anything is parsed; the procedure's rung and
 * schemas do the rest; the answer is written with one JSON.stringify.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS, type Principal } from '@/server/auth/principal';
import type { Context, Services } from '@/server/context';
import { AppError, toAppError } from '@/server/errors';
import { once, ReplayedError } from '@/server/extensions/idempotency';
import { limitRate } from '@/server/extensions/rate-limit';
import { authenticate, pathOf } from '@/server/http/authenticate';
import { callOf, type Call } from '@/server/http/call';
import { countryOf } from '@/server/http/edge-country';
import { failure, success } from '@/server/http/envelope';
import { readJson } from '@/server/http/read-json';
import { KeptPayloads, payloadOf } from '@/server/http/kept-payloads';
import { allowAnyOrigin, sendPublic } from '@/server/http/public-answer';
import { fastifyPath, methodTable, restRoutes, type Route } from '@/server/http/routes';
import { now } from '@/server/lib/clock';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const JSON_ANSWER = 'application/json; charset=utf-8';
const EMPTY = Buffer.alloc(0);

/** The body as an object, or of a large one the promise of it; nothing sent is an object without keys. @throws AppError UNSUPPORTED_MEDIA_TYPE, VALIDATION */
function parseBody({ bodyLimit }: Route, body: Buffer, contentType: string | undefined): ReturnType<typeof readJson> {
  if (body.length === 0) return {};
  if (contentType === undefined || !JSON_TYPE.test(contentType)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  return readJson(body, bodyLimit);
}

/** What the input schema sees: the path's parameters over the query or the body. */
function rawInput(route: Route, request: FastifyRequest): Record<string, unknown> | Promise<Record<string, unknown>> {
  const source =
    route.type === 'query'
      ? (request.query as Record<string, unknown>)
      : parseBody(route, bodyOf(request), request.headers['content-type']);
  if (route.parameters.length === 0) return source;
  const parameters = request.params as Record<string, string>;
  return source instanceof Promise ? source.then((body) => ({ ...body, ...parameters })) : { ...source, ...parameters };
}

const bodyOf = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : EMPTY);

/** The principal of a request; a public route looks at no credentials at all. */
function principalOf(services: Services, route: Route, request: FastifyRequest): Promise<Principal> | Principal {
  if (route.rung === 'public') return ANONYMOUS;
  return authenticate(services, {
    method: request.method,
    url: request.raw.url ?? '',
    headers: request.headers,
    body: bodyOf(request),
  });
}

/** Key of what a public route answers: its decoded parameters, which is all that a kept answer may depend on besides its version. */
const keyOf = (route: Route, parameters: Record<string, string>): string =>
  JSON.stringify([route.name, ...Object.values(parameters)]);

async function answer(
  services: Services,
  kept: KeptPayloads,
  route: Route,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const principal = await principalOf(services, route, request);
  const ctx: Context = {
    services,
    principal,
    requestId: request.id,
    clientAddress: request.ip,
    country: countryOf(request.headers, services.settings.edgeCountryHeader),
    head: request.method === 'HEAD',
    now: now(),
  };
  // Read only after the rung has let the caller in, so that 415 and schema failures come after 401 and 403.
  const make = async (): Promise<string> => JSON.stringify((await call(ctx, () => rawInput(route, request))) ?? null);
  if (route.rung === 'public' && route.isPrivate !== true) {
    const parameters = request.params as Record<string, string>;
    const { text, tag } =
      route.version === undefined
        ? payloadOf(await make())
        : await kept.get(keyOf(route, parameters), await route.version(ctx, parameters), make);
    return await sendPublic(request, reply, { tag, body: success(text, request.id), maxAge: route.maxAge });
  }
  if (services.settings.extensions.has('rate-limit')) await limitRate(services, principal, reply, ctx.now);
  const body = success(
    await (route.type === 'mutation' ? makeOnce(services, ctx, request, reply, make) : make()),
    request.id,
  );
  if (route.rung === 'public') {
    allowAnyOrigin(reply);
    return reply.header('cache-control', 'private, no-store').type(JSON_ANSWER).send(body);
  }
  return reply
    .code(route.status ?? 200)
    .header('cache-control', 'no-store')
    .type(JSON_ANSWER)
    .send(body);
}

/** What changes something runs once for an Idempotency-Key, where the extension is on (server/extensions/idempotency.ts). */
async function makeOnce(
  services: Services,
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<string>,
): Promise<string> {
  const key = request.headers['idempotency-key'];
  if (!services.settings.extensions.has('idempotency') || typeof key !== 'string' || key === '') return make();
  const { payload, replayed } = await once(
    services,
    ctx.principal,
    { key, method: request.method, url: request.raw.url ?? '', body: bodyOf(request) },
    ctx.now,
    make,
  );
  if (replayed) void reply.header('idempotency-replayed', 'true');
  return payload;
}

/** Sends an error in the envelope. 5xx are logged with what really happened; the client never reads that. */
export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = toAppError(thrown);
  if (error.status >= 500) request.log.error({ err: error.cause ?? error, code: error.appCode }, 'request failed');
  if (error.appCode === 'UNAVAILABLE' || error.appCode === 'IDEMPOTENCY_IN_PROGRESS')
    void reply.header('retry-after', '1');
  if (error instanceof ReplayedError) void reply.header('idempotency-replayed', 'true');
  return reply
    .code(error.status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type(JSON_ANSWER)
    .send(failure(error, request.id));
}

/** Registers the routes of `/api/v1`. */
export function registerRest(app: FastifyInstance, services: Services): void {
  const kept = new KeptPayloads();
  for (const route of restRoutes()) {
    const call = callOf(route.name, route.procedure);
    app.route({
      method: route.method,
      url: fastifyPath(route),
      handler: async (request, reply) => {
        try {
          return await answer(services, kept, route, call, request, reply);
        } catch (error) {
          if (route.rung === 'public') allowAnyOrigin(reply);
          return sendError(request, reply, error);
        }
      },
    });
  }
}

/**
 * Answers paths that do not exist (404), known ones with another method (405), and OPTIONS of public ones.
 * @param others routes of /api/v1 that no procedure declares
 */
export function unknownRoute(
  others: readonly Pick<Route, 'method' | 'path' | 'rung'>[],
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const methodsOf = methodTable([...restRoutes(), ...others, { method: 'GET', path: '/openapi.json', rung: 'public' }]);
  return (request, reply) => {
    const { methods, isPublic } = methodsOf(pathOf(request.raw.url ?? ''));
    if (methods.length === 0)
      return sendError(request, reply, new AppError('NOT_FOUND', { message: 'There is no such route.' }));
    void reply.header('allow', methods.join(', '));
    if (!isPublic || request.method !== 'OPTIONS') return sendError(request, reply, new AppError('METHOD_NOT_ALLOWED'));
    allowAnyOrigin(reply);
    return reply
      .code(204)
      .header('access-control-allow-methods', methods.join(', '))
      .header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
      .header('access-control-max-age', '86400')
      .header('vary', 'Access-Control-Request-Headers')
      .send();
  };
}

/** What Fastify itself refuses, in the service's own codes. */
export function fastifyError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('code' in error)) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('PAYLOAD_TOO_LARGE');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('NOT_FOUND');
    case 'FST_ERR_BAD_URL':
      return new AppError('VALIDATION', {
        message: 'The path is not well-formed: a % must be followed by two hex digits of UTF-8.',
      });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new AppError('VALIDATION', { message: 'The body did not arrive as its headers announced it.' });
    default:
      return error;
  }
}
