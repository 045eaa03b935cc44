/** Combines all doors on one port: Fastify answers our own addresses, and Next (or the given `pages`) all others. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Services } from '@/server/platform/access/context';
import { registerDocs } from '@/server/doors/docs';
import { drain } from '@/server/doors/drain';
import { registerEmailFrame } from '@/server/doors/email-frame';
import { MAX_BODY } from '@/server/doors/body-limit';
import { pathOf } from '@/server/doors/authenticate';
import { apiHeaders } from '@/server/doors/headers';
import { registerHealth } from '@/server/doors/health';
import { httpServer } from '@/server/doors/http-server';
import { createMetrics, type Metrics } from '@/server/doors/metrics';
import type { MakeDocument } from '@/server/doors/next-documents';
import { answerBrokenRequest } from '@/server/doors/refuse';
import { partnerOf } from '@/server/doors/request';
import { requestIdOf } from '@/server/doors/request-id';
import { registerRaw } from '@/server/doors/raw';
import { registerRest } from '@/server/doors/rest';
import { registerScripts, SCRIPTS } from '@/server/doors/scripts';
import { fastifyError, sendError } from '@/server/doors/send-error';
import { registerTrpc } from '@/server/doors/trpc';
import { unknownRoute } from '@/server/doors/unknown';
import { registerUploads } from '@/server/doors/uploads';
import type { RawRoute } from '@/server/platform/access/route';
import { rawRoutes } from '@/server/modules';

/**
 * The largest body of a request to a page, in bytes. Next reads a body into memory before it checks the request, and
 * only next-auth's form ever needs one.
 */
const PAGE_BODY = 64 * 1024;

/** Refuses a request whose body is too large for a page, or whose size is not stated. @returns true when it refused */
export function refuseLargeBody({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const status =
    headers['transfer-encoding'] !== undefined ? 411 : Number(headers['content-length'] ?? 0) > PAGE_BODY ? 413 : null;
  if (status === null) return false;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(status === 411 ? 'Say how large the body is.\n' : 'The body is too large.\n');
  return true;
}

/** Answers the requests that no route of ours answers, and makes documents; next.ts makes this object. */
export interface Pages {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Absent: documents are made without Next. */
  document?: MakeDocument;
}

/**
 * The addresses that Fastify answers beside the declared routes, for operators and machines. `/api/auth` and every page
 * are Next's.
 */
const OWN = [
  'healthz',
  'readyz',
  'metrics',
  'docs',
  'uploads',
  'email-frame',
  ...SCRIPTS.map((name) => name.replace('.', '\\.')),
];

/** Returns a check of whether Fastify answers an address. */
function ours(routes: readonly RawRoute[]): (url: string) => boolean {
  const roots = routes.map(({ path }) => path.split('/')[1] ?? '').filter((root) => root !== 'api');
  const pattern = new RegExp(`^/(?:api/(?:v1|trpc)|${[...new Set([...OWN, ...roots])].join('|')})(?:[/?]|$)`);
  return (url) => pattern.test(url);
}

/** Routes our own addresses to Fastify and all others to the pages. */
function splitPages(
  handle: RequestListener,
  pages: Pages | undefined,
  isOurs: (url: string) => boolean,
  metrics: Metrics,
): RequestListener {
  return (request, response) => {
    if (pages === undefined || isOurs(request.url ?? '')) return handle(request, response);
    const started = performance.now();
    response.on('close', () =>
      metrics.observe({
        method: request.method ?? '',
        route: 'pages',
        status: response.statusCode,
        seconds: (performance.now() - started) / 1000,
      }),
    );
    if (!refuseLargeBody(request, response)) pages.handle(request, response);
  };
}

/** @param pages absent in tests of the API, where every other address is a 404. */
export async function createApp(services: Services, pages?: Pages): Promise<FastifyInstance> {
  const { settings } = services;
  const log: FastifyBaseLogger = services.log;
  const headers = apiHeaders(settings.baseUrl);
  const routes = rawRoutes(settings);
  const answerUnknown = unknownRoute(routes);
  const metrics = createMetrics(services.database);
  const app = fastify({
    loggerInstance: log,
    // One line a request, written below, instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY,
    // A child of its own for each request would cost more than the line that is written of it (see logOf).
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: 1000 },
    frameworkErrors: (error, request, reply) => void sendError(request, reply.headers(headers), fastifyError(error)),
    clientErrorHandler: answerBrokenRequest,
    return503OnClosing: false,
    serverFactory: (handle) => httpServer(splitPages(handle, pages, ours(routes), metrics)),
  });

  // The body of a GET is not read for its content, but it is signed like any other.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.addHttpMethod('HEAD', { hasBody: true, overrideExisting: true });
  app.decorateRequest('signedBy', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => sendError(request, reply, fastifyError(error)));
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    // Before the body is read: an unknown route is a 404 whatever was sent to it.
    // An empty last segment is another route, and no id.
    if (request.is404 || pathOf(request.raw.url ?? '').endsWith('/')) return void answerUnknown(request, reply);
    // Fastify would refuse it before anybody knows who asks; as bytes of no known kind it becomes a 415 in its turn.
    const type = request.headers['content-type'];
    if (type !== undefined && !MEDIA_TYPE.test(type)) request.headers['content-type'] = 'application/octet-stream';
    done();
  });
  recordRequests(app, services, metrics);
  app.addHook('preClose', () => drain(app.server));

  registerHealth(app, services, metrics);
  registerDocs(app, services);
  registerRest(app, services);
  registerRaw(app, services, routes, pages?.document);
  registerTrpc(app, services);
  registerUploads(app, services);
  registerEmailFrame(app);
  registerScripts(app);
  await app.ready();
  return app;
}

/** Writes one log line and one measurement a request. Failures of ours were logged where they happened. */
function recordRequests(app: FastifyInstance, { log, partnerCalls, keyCalls }: Services, metrics: Metrics): void {
  // Fields that hold no secret, so nothing has to be looked for in them.
  const requestLog = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const milliseconds = reply.elapsedTime;
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    metrics.observe({ method: request.method, route, status: reply.statusCode, seconds: milliseconds / 1000 });
    const signed = partnerOf(request);
    if (signed !== undefined) partnerCalls.note(signed.partnerId, signed.accountId, reply.statusCode);
    if (request.signedBy !== null)
      keyCalls.note(request.signedBy, request.method, route, reply.statusCode, milliseconds, request.id);
    if (reply.statusCode < 500)
      requestLog.info(
        {
          requestId: request.id,
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(milliseconds * 10) / 10,
        },
        'request',
      );
    done();
  });
}

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;.*)?$/;
