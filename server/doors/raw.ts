/**
 * Serves the raw routes (server/platform/access/route.ts), and does here once what follows from their declarations. A
 * Next route handler makes a document. Before that, the version is checked, so that a client with the current version
 * gets 304, and kept bytes are sent without making the document.
 */
import { Readable, addAbortSignal } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS, type Principal } from '@/server/platform/auth/principal';
import type { Context, Services } from '@/server/platform/access/context';
import { documentOf } from '@/server/modules';
import { AppError, toAppError } from '@/server/platform/errors';
import { limitRate } from '@/server/doors/extensions/rate-limit';
import { pathOf } from '@/server/doors/authenticate';
import { success } from '@/server/doors/envelope';
import { KeptPayloads } from '@/server/doors/kept-payloads';
import type { MadeAnswer, MakeDocument } from '@/server/doors/next-documents';
import { fastifyPath } from '@/server/doors/paths';
import { allowAnyOrigin, matchesTag, sendPieces, sendPublic, weakTag } from '@/server/platform/pages/public-answer';
import { bodyOf, contextOf, logOf, principalOf, paramsOf, queryOf } from '@/server/doors/request';
import { fastifyError, sendError } from '@/server/doors/send-error';
import type { RawAnswer, RawCall, RawRoute } from '@/server/platform/access/route';

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** An answer that a document gives in place of the requested content, with a status of its own. */
class OtherAnswer extends Error {
  constructor(readonly answer: MadeAnswer) {
    super('The document gave another answer.');
  }
}

function callerOf(services: Services, route: RawRoute, request: FastifyRequest): Promise<Principal> | Principal {
  switch (route.looksAt) {
    case 'nothing':
      return ANONYMOUS;
    case 'session':
      return services.sessions.read(request.headers.cookie).then((session) => session ?? ANONYMOUS);
    case 'credentials':
      return principalOf(services, request);
  }
}

const callOf = (context: Context, request: FastifyRequest): RawCall => ({
  ...context,
  method: request.method,
  url: request.raw.url ?? '',
  headers: request.headers,
  params: paramsOf(request),
  query: queryOf(request),
  body: bodyOf(request),
  reader: { address: context.clientAddress, socket: request.raw.socket },
  log: logOf(request),
});

/** Sends the answer of a route or a document. */
async function send(route: RawRoute, request: FastifyRequest, reply: FastifyReply, answer: MadeAnswer): Promise<void> {
  const { status = 200, headers = {}, body, data, signal } = answer;
  const { etag } = headers;
  if (status === 200 && etag !== undefined && matchesTag(request.headers['if-none-match'], etag))
    return void reply.code(304).headers(headers).removeHeader('content-type').send();
  void reply.code(status).header('cache-control', 'no-store').headers(headers);
  if (headers['content-type'] === undefined && (body !== undefined || data !== undefined))
    void reply.type(data === undefined ? (route.type ?? TEXT_TYPE) : JSON_TYPE);
  if (data !== undefined) return void reply.send(success(JSON.stringify(data), request.id));
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return void reply.send(body);
  const pieces = body instanceof Readable ? body : piecesOf(body, signal);
  // A look at the headers makes nothing.
  if (request.method === 'HEAD') {
    pieces.destroy();
    return void reply.send('');
  }
  await sendPieces(request, reply, pieces, { compress: route.accessLevel === 'public' });
}

/** Returns the pieces of a body; they end with an error once the signal aborts. */
function piecesOf(body: AsyncGenerator<string | Uint8Array, void>, signal: AbortSignal | undefined): Readable {
  const source = Readable.from(body, { objectMode: false });
  return signal === undefined ? source : addAbortSignal(signal, source);
}

/** Sends a document that is kept while its version stays. */
async function sendKept(
  route: RawRoute,
  version: string | null,
  kept: KeptPayloads,
  make: () => Promise<MadeAnswer>,
  { params }: RawCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { page, type } = route;
  void reply.headers(page?.headers ?? {});
  const key = JSON.stringify([route.path, ...Object.values(params)]);
  const known = request.headers['if-none-match'];
  const tag = version === null ? undefined : weakTag(`${key} ${version}`);
  const typed = type === undefined ? {} : { type };
  // `*` fits whatever exists, and only the document itself says whether it does.
  if (tag !== undefined && known !== undefined && !known.includes('*') && matchesTag(known, tag))
    return void (await sendPublic(request, reply, { tag, body: '', maxAge: page?.maxAge, ...typed }));
  const made = await kept.get(key, version, async () => {
    const answer = await make();
    if ((answer.status ?? 200) !== 200 || typeof answer.body !== 'string') throw new OtherAnswer(answer);
    return answer.body;
  });
  await sendPublic(request, reply, { tag: tag ?? made.tag, body: made.text, maxAge: page?.maxAge, ...typed });
}

/** Sends a document that is made for each client; a client that has the current version already gets 304. */
async function sendStreamed(
  route: RawRoute,
  version: string | null,
  make: () => Promise<MadeAnswer>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { page, type = TEXT_TYPE } = route;
  void reply.header('vary', 'Accept-Encoding');
  if (version !== null) {
    const etag = weakTag(version);
    const headers = { etag, 'cache-control': `public, max-age=${page?.maxAge ?? 0}`, ...page?.headers };
    if (matchesTag(request.headers['if-none-match'], etag)) return void reply.code(304).headers(headers).send();
    if (request.method === 'HEAD') return void reply.headers(headers).type(type).send('');
  }
  const answer = await make();
  if ((answer.status ?? 200) !== 200) void reply.removeHeader('vary');
  await send(route, request, reply, answer);
}

/** Answers a refusal in the form that the route's readers understand. 5xx are logged with their real cause. */
export function refuseRaw(route: RawRoute, request: FastifyRequest, reply: FastifyReply, thrown: unknown): unknown {
  if (route.accessLevel === 'public') allowAnyOrigin(reply);
  const error = limited(route, toAppError(fastifyError(thrown)));
  const isForProgram = route.answers !== 'html' && route.answers !== 'text';
  if (isForProgram || route.wantsData?.({ query: queryOf(request) }) === true) return sendError(request, reply, error);
  if (error.status >= 500 && error.appCode !== 'OAUTH_NOT_CONFIGURED')
    logOf(request).error({ err: error.cause ?? error, code: error.appCode }, 'request failed');
  if (error.appCode === 'UNAVAILABLE') void reply.header('retry-after', '1');
  const answer =
    route.failure?.({ headers: request.headers }, error) ??
    ({ status: error.status, headers: { 'content-type': TEXT_TYPE }, body: `${error.message}\n` } satisfies RawAnswer);
  return reply
    .code(answer.status ?? error.status)
    .header('cache-control', 'no-store')
    .headers(answer.headers ?? {})
    .send(answer.body);
}

/** Adds the limit to the error of a route whose body limit is smaller than usual. */
const limited = ({ bodyLimit }: RawRoute, error: AppError): AppError =>
  error.appCode === 'PAYLOAD_TOO_LARGE' && bodyLimit !== undefined
    ? new AppError('PAYLOAD_TOO_LARGE', { message: `The body has at most ${bodyLimit / 1024} KiB.` })
    : error;

/** @param viaNext makes documents by their Next route handlers; absent in tests of the API, which run without Next */
export function registerRaw(
  app: FastifyInstance,
  services: Services,
  routes: readonly RawRoute[],
  viaNext?: MakeDocument,
): void {
  const kept = new KeptPayloads();

  const answer = async (route: RawRoute, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (route.accessLevel === 'public') allowAnyOrigin(reply);
    const principal = await callerOf(services, route, request);
    const call = callOf(contextOf(services, request, principal), request);
    if (route.looksAt === 'credentials' && services.settings.extensions.has('rate-limit'))
      await limitRate(services, principal, reply, call.now);
    const { page } = route;
    const own = await route.answer(call);
    if (page === undefined) return await send(route, request, reply, own);

    // Next would take such a name for a step in the path, or for no part of it.
    if (Object.values(call.params).some((value) => ['', '.', '..'].includes(value))) throw new AppError('NOT_FOUND');
    const isKept = page.version !== undefined && page.streams !== true;
    // What is kept is everybody's, whatever else stands in an address: it cannot depend on what it is not given.
    const asked = isKept ? { ...call, url: pathOf(call.url), query: {} } : call;
    const make = (): Promise<MadeAnswer> =>
      viaNext === undefined ? documentOf(page.document)(asked) : viaNext(route, asked);
    if (page.version === undefined) return await send(route, request, reply, await make());
    const version = await page.version(call);
    if (page.streams === true) return await sendStreamed(route, version, make, request, reply);
    await sendKept(route, version, kept, make, call, request, reply);
  };

  for (const route of routes) {
    app.route({
      method: route.method === 'GET' && route.noHead !== true ? ['GET', 'HEAD'] : route.method,
      url: fastifyPath(route.path),
      // Fastify's own would make the whole answer to measure it.
      exposeHeadRoute: false,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      errorHandler: (error, request, reply) => void refuseRaw(route, request, reply, error),
      // Not an async handler: Fastify would wait for the last byte, and take a client that goes away for a failure of
      // ours.
      handler: (request, reply) => {
        answer(route, request, reply).catch((error: unknown) => {
          if (error instanceof OtherAnswer) return void send(route, request, reply, error.answer);
          const own = toAppError(error);
          if (own.appCode === 'METHOD_NOT_ALLOWED') void reply.header('allow', othersOf(routes, route));
          return void refuseRaw(route, request, reply.removeHeader('content-disposition'), error);
        });
      },
    });
  }
}

/** The other methods of a route's path. */
const othersOf = (routes: readonly RawRoute[], { path, method }: RawRoute): string =>
  routes.flatMap((other) => (other.path === path && other.method !== method ? [other.method] : [])).join(', ');
