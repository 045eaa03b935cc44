/**
 * `/docs` (docs/site): guides for merchants in both languages, the reference of every route, a page to try each route,
 * the debugger of signatures, the Postman collection. All are plain files, and Swagger UI comes from its package, not
 * from a CDN.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '@/server/platform/access/context';
import { AppError } from '@/server/platform/errors';
import { guidePages } from '@/server/doors/guides';
import { sendPublic, weakTag } from '@/server/platform/pages/public-answer';
import { queryOf } from '@/server/doors/request';
import { packageRoot } from '@/server/platform/lib/package-root';
import { openApiDocument } from '@/server/doors/openapi/document';
import { partOf } from '@/server/doors/openapi/part';
import { postmanCollection } from '@/server/doors/openapi/postman';
import { deliversEvents } from '@/server/modules/account/webhooks/deliveries';

const SITE = path.join(packageRoot, 'docs', 'site');
const swaggerUi = (): string => path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const TYPES = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;

/** Address below `/docs` → file. */
const PAGES = { '': 'reference.html', '/signature': 'signature.html' };
const FILES = ['page.css', 'theme.js', 'reference.js', 'signature.js', 'signing.js', 'search.js'];
const OF_SWAGGER_UI = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Swagger UI sets style attributes and data: images; it runs nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'";

const HOUR_SECONDS = 3600;

const DOCUMENT = '/api/v1/openapi.json';

/** Makes a value at its first use and keeps it. */
function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Makes the API document, which takes a second, before a client asks for it.
 * @throws Error when a declaration is wrong
 */
export async function makeDocument(app: FastifyInstance): Promise<void> {
  const { statusCode } = await app.inject(DOCUMENT);
  if (statusCode !== 200) throw new Error('The API document cannot be made.');
}

export function registerDocs(app: FastifyInstance, services: Services): void {
  const serve = (address: string, body: string, type: keyof typeof TYPES, maxAge?: number): void => {
    const tag = weakTag(body);
    app.get(address, (request, reply) => {
      if (type === 'html') void reply.header('content-security-policy', POLICY);
      return sendPublic(request, reply, { tag, body, maxAge, type: TYPES[type] });
    });
  };
  const document = lazy(() =>
    openApiDocument(services.settings.baseUrl, { delivers: deliversEvents(services.settings) }),
  );
  const whole = lazy(() => JSON.stringify(document()));
  const postman = lazy(() => JSON.stringify(postmanCollection(document())));
  const sendJson = (request: FastifyRequest, reply: FastifyReply, body: string) =>
    sendPublic(request, reply, { tag: weakTag(body), body, maxAge: undefined, type: TYPES.json });
  app.get(DOCUMENT, (request, reply) => {
    const { tag } = queryOf(request);
    if (tag === undefined) return sendJson(request, reply, whole());
    const part = partOf(document(), typeof tag === 'string' ? tag : '');
    if (part === undefined) throw new AppError('NOT_FOUND', { message: 'No tag has this name.' });
    return sendJson(request, reply, JSON.stringify(part));
  });
  app.get('/docs/laris.postman_collection.json', (request, reply) => sendJson(request, reply, postman()));
  for (const [address, file] of Object.entries(PAGES))
    serve(`/docs${address}`, readFileSync(path.join(SITE, file), 'utf8'), 'html');
  for (const { address, body, type } of guidePages(services.settings.baseUrl)) serve(`/docs${address}`, body, type);
  for (const [folder, files] of [
    [SITE, FILES],
    [swaggerUi(), OF_SWAGGER_UI],
  ] as const)
    for (const file of files)
      serve(
        `/docs/${file}`,
        readFileSync(path.join(folder, file), 'utf8'),
        file.endsWith('.css') ? 'css' : 'js',
        HOUR_SECONDS,
      );
}
