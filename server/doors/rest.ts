/**
 * `/api/v1`: one Fastify route for each procedure that declares one (docs/architecture.md, "the way of a request").
 * Fastify reads the raw body once, and the signature is checked over these bytes before anything is parsed. The
 * procedure's access level and schemas check the rest; one JSON.stringify writes the answer.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { ANONYMOUS } from '@/server/platform/auth/principal';
import type { Context, Services } from '@/server/platform/access/context';
import { AppError } from '@/server/platform/errors';
import { once } from '@/server/doors/extensions/idempotency';
import { limitRate } from '@/server/doors/extensions/rate-limit';
import { callOf, type Call } from '@/server/doors/call';
import { success } from '@/server/doors/envelope';
import { readJson } from '@/server/doors/read-json';
import { KeptPayloads, payloadOf } from '@/server/doors/kept-payloads';
import { allowAnyOrigin, sendPublic } from '@/server/platform/pages/public-answer';
import { fastifyPath } from '@/server/doors/paths';
import { bodyOf, contextOf, principalOf, queryOf, paramsOf } from '@/server/doors/request';
import { API_PREFIX, restRoutes, type Route } from '@/server/doors/rest-routes';
import { sendError } from '@/server/doors/send-error';
import { ACCESS_LEVELS } from '@/server/platform/access/procedures';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const JSON_ANSWER = 'application/json; charset=utf-8';

/**
 * Returns the body as an object, for a large body as a promise of it; an empty body is an object without keys. @throws
 * AppError UNSUPPORTED_MEDIA_TYPE, VALIDATION
 */
function parseBody({ bodyLimit }: Route, body: Buffer, contentType: string | undefined): ReturnType<typeof readJson> {
  if (body.length === 0) return {};
  if (contentType === undefined || !JSON_TYPE.test(contentType)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  return readJson(body, bodyLimit);
}

/** Returns the input that the schema sees: the path's parameters over the query or the body. */
function rawInput(route: Route, request: FastifyRequest): Record<string, unknown> | Promise<Record<string, unknown>> {
  const source =
    route.type === 'query' ? queryOf(request) : parseBody(route, bodyOf(request), request.headers['content-type']);
  if (route.parameters.length === 0) return source;
  const parameters = paramsOf(request);
  return source instanceof Promise ? source.then((body) => ({ ...body, ...parameters })) : { ...source, ...parameters };
}

/**
 * Returns the key of a public route's kept answer: the decoded path parameters, and the query fields that its schema
 * reads. Other parts of the address do not change the answer.
 */
function keyOf(route: Route, parameters: Record<string, string>, query: Record<string, unknown>): string {
  const read = Object.keys(route.input?.shape ?? {}).filter((name) => !route.parameters.includes(name));
  return JSON.stringify([route.name, ...Object.values(parameters), ...read.map((name) => query[name] ?? null)]);
}

async function answer(
  services: Services,
  kept: KeptPayloads,
  route: Route,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // A public route looks at no credentials at all.
  const principal = route.accessLevel === 'public' ? ANONYMOUS : await principalOf(services, request);
  const ctx = contextOf(services, request, principal);
  // Read only after the access level has let the caller in, so that 415 and schema failures come after 401 and 403.
  const make = async (): Promise<string> => JSON.stringify((await call(ctx, () => rawInput(route, request))) ?? null);
  if (route.accessLevel === 'public' && route.isPrivate !== true) {
    const parameters = paramsOf(request);
    const { text, tag } =
      route.version === undefined
        ? payloadOf(await make())
        : await kept.get(keyOf(route, parameters, queryOf(request)), await route.version(ctx, parameters), make);
    return await sendPublic(request, reply, { tag, body: success(text, request.id), maxAge: route.maxAge });
  }
  if (services.settings.extensions.has('rate-limit')) await limitRate(services, principal, reply, ctx.now);
  const payload = await (route.type === 'mutation' ? makeOnce(services, route, ctx, request, reply, make) : make());
  const body = success(payload, request.id);
  if (route.accessLevel === 'public') {
    allowAnyOrigin(reply);
    return reply.header('cache-control', 'private, no-store').type(JSON_ANSWER).send(body);
  }
  return reply.code(statusOf(route, payload)).header('cache-control', 'no-store').type(JSON_ANSWER).send(body);
}

/**
 * Returns the status of an answer. Where a thing may have existed before, the answer itself says whether it was
 * created; a stored reply gives the same status again.
 */
const statusOf = ({ status, reportsCreated }: Route, payload: string): number =>
  reportsCreated === true && !z.object({ created: z.boolean() }).parse(JSON.parse(payload)).created
    ? 200
    : (status ?? 200);

/** Runs a change once for an Idempotency-Key, where the extension is on (server/doors/extensions/idempotency.ts). */
async function makeOnce(
  services: Services,
  { accessLevel, need }: Route,
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<string>,
): Promise<string> {
  const key = request.headers['idempotency-key'];
  if (!services.settings.extensions.has('idempotency') || typeof key !== 'string' || key === '') return make();
  // First: whoever is not let in is given no reply of others, and leaves none to them.
  ACCESS_LEVELS[accessLevel].enter(ctx, need);
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

/** Registers the routes of `/api/v1`. */
export function registerRest(app: FastifyInstance, services: Services): void {
  const kept = new KeptPayloads();
  for (const route of restRoutes()) {
    const call = callOf(route.name, route.procedure);
    app.route({
      method: route.method,
      url: fastifyPath(API_PREFIX + route.path),
      handler: (request, reply) =>
        answer(services, kept, route, call, request, reply).catch((error: unknown) => {
          if (route.accessLevel === 'public') allowAnyOrigin(reply);
          return sendError(request, reply, error);
        }),
    });
  }
}
