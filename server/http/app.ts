/** Puts the doors together: Fastify for what is ours, Next (or whatever `pages` is) for the rest, on one port. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Services } from '@/server/context';
import { AppError } from '@/server/errors';
import { AUDIT_EXPORT_ROUTES, registerAuditExport } from '@/server/http/audit-export';
import { BILLING_CALLBACK_ROUTES, registerBillingCallbacks } from '@/server/http/billing-callbacks';
import { isBlogAddress, registerBlogPages, unknownBlogPage } from '@/server/http/blog-pages';
import { CART_UNSUBSCRIBE_ROUTES, registerCartUnsubscribe } from '@/server/http/cart-unsubscribe';
import { CHANNEL_ROUTES, registerChannels } from '@/server/http/channels';
import { registerDocs } from '@/server/http/docs';
import { drain } from '@/server/http/drain';
import { registerEmailFrame } from '@/server/http/email-frame';
import { MAX_BODY } from '@/server/http/body-limit';
import { pathOf } from '@/server/http/authenticate';
import { apiHeaders } from '@/server/http/headers';
import { registerHealth } from '@/server/http/health';
import { createMetrics } from '@/server/http/metrics';
import { answerBrokenRequest, refuse } from '@/server/http/refuse';
import { refuseLargeBody } from '@/server/http/page-body';
import { requestIdOf } from '@/server/http/request-id';
import { fastifyError, registerRest, sendError, unknownRoute } from '@/server/http/rest';
import { registerSandboxCheckout } from '@/server/http/sandbox-checkout';
import { FEED_ROUTES, registerShoppingFeed } from '@/server/http/shopping-feed';
import { endStalledReaders } from '@/server/http/stalled-readers';
import { registerTrpc } from '@/server/http/trpc';
import { registerUnsubscribe } from '@/server/http/unsubscribe';
import { registerUploads } from '@/server/http/uploads';

/** Answers what no route of ours does; next.ts makes one. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => void;

/** Whether Fastify answers this address. `/api/auth` and every page are Next's. */
const isOurs = (url: string): boolean =>
  /^\/(?:api\/(?:v1|trpc)|healthz|readyz|metrics|docs|b|u|uploads|email-frame|sandbox-checkout)(?:[/?]|$)/.test(url);

/** @param pages absent in tests of the API, where every other address is a 404. */
export async function createApp(services: Services, pages?: Pages): Promise<FastifyInstance> {
  const { settings } = services;
  const log: FastifyBaseLogger = services.log;
  // Fields that hold no secret, so nothing has to be looked for in them.
  const requestLog = services.log.child({}, { redact: [] });
  const headers = apiHeaders(settings.baseUrl);
  const answerUnknown = unknownRoute([
    ...CHANNEL_ROUTES,
    ...CART_UNSUBSCRIBE_ROUTES,
    ...FEED_ROUTES,
    ...BILLING_CALLBACK_ROUTES,
    ...AUDIT_EXPORT_ROUTES,
  ]);
  const metrics = createMetrics(services.database.pool);
  const app = fastify({
    loggerInstance: log,
    // One line a request, written below, instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: MAX_BODY,
    // One proxy: its own entry is the last of X-Forwarded-For; what stands before it is the client's word.
    trustProxy: settings.trustProxy ? (_address, hop) => hop === 0 : false,
    requestIdHeader: false,
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: 1000 },
    frameworkErrors: (error, request, reply) => void sendError(request, reply.headers(headers), fastifyError(error)),
    clientErrorHandler: answerBrokenRequest,
    return503OnClosing: false,
    serverFactory: (handle) => {
      const server = http.createServer({ requireHostHeader: false }, (request, response) => {
        request.url = originForm(request.url ?? '/');
        if (pages === undefined || isOurs(request.url)) return handle(request, response);
        const started = performance.now();
        response.on('close', () =>
          metrics.observe({
            method: request.method ?? '',
            route: 'pages',
            status: response.statusCode,
            seconds: (performance.now() - started) / 1000,
          }),
        );
        if (!refuseLargeBody(request, response)) pages(request, response);
      });
      // Expect: something nobody offers; left alone, Node would answer without the envelope.
      server.on('checkExpectation', (_request, response: ServerResponse) =>
        refuse(
          response,
          new AppError('VALIDATION', { message: 'Expect names something that this server does not offer.' }),
        ),
      );
      endStalledReaders(server);
      // A client that trickles its headers or body does not hold a connection for ever.
      server.headersTimeout = 15_000;
      server.requestTimeout = 60_000;
      server.keepAliveTimeout = 30_000;
      return server;
    },
  });

  // The body of a GET is not read for its content, but it is signed like any other.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.addHttpMethod('HEAD', { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => sendError(request, reply, fastifyError(error)));
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    // Before the body is read: an unknown route is a 404 whatever was sent to it.
    // An empty last segment is another route, and no id.
    if (request.is404 || pathOf(request.raw.url ?? '').endsWith('/'))
      return void (isBlogAddress(request.raw.url ?? '') ? unknownBlogPage : answerUnknown)(request, reply);
    // Fastify would refuse it before anybody knows who asks; as bytes of no known kind it becomes a 415 in its turn.
    const type = request.headers['content-type'];
    if (type !== undefined && !MEDIA_TYPE.test(type)) request.headers['content-type'] = 'application/octet-stream';
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const milliseconds = reply.elapsedTime;
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    metrics.observe({ method: request.method, route, status: reply.statusCode, seconds: milliseconds / 1000 });
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

  app.addHook('preClose', () => drain(app.server));

  registerHealth(app, services, metrics);
  registerDocs(app, services);
  registerRest(app, services);
  registerChannels(app, services);
  registerShoppingFeed(app, services);
  registerBillingCallbacks(app, services);
  if (settings.payments.mode === 'sandbox') registerSandboxCheckout(app, services);
  registerAuditExport(app, services);
  registerBlogPages(app, services);
  registerTrpc(app, services);
  registerUnsubscribe(app, services);
  registerCartUnsubscribe(app, services);
  registerUploads(app, services);
  registerEmailFrame(app);
  await app.ready();
  return app;
}

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;.*)?$/;

/** A request target in absolute form (RFC 9112 §3.2.2) names the same path; its encoding stays as it was sent. */
function originForm(target: string): string {
  const authority = /^https?:\/\/[^/?#]*/i.exec(target);
  if (authority === null) return target;
  const rest = target.slice(authority[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
