/**
 * `/b/…` (4 §I): the public blog for people, feed readers and crawlers. Documents without any JavaScript, under a policy
 * that allows none. Their ETag is made of the version that the one read of each request gives, so that whoever has a page
 * already is told so before it is made.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '@/server/context';
import { failurePage } from '@/server/documents/blog/failure-page';
import type { BlogSite } from '@/server/documents/blog/site';
import { BLOG_STYLE, BLOG_STYLE_PATH } from '@/server/documents/blog/style';
import type { BlogFailure } from '@/server/documents/blog/words';
import { languageOf } from '@/server/documents/language';
import { publicWorkspace, type PublicDb } from '@/server/db/workspace';
import { AppError, toAppError } from '@/server/errors';
import { KeptPayloads } from '@/server/http/kept-payloads';
import { allowAnyOrigin, matchesTag, sendPublic, weakTag } from '@/server/http/public-answer';
import { fastifyError } from '@/server/http/rest';
import { now } from '@/server/lib/clock';
import { feedDocument, listDocument, openSite, postDocument, sitemapDocument } from '@/server/resources/blog/pages';

/** Images may come from anywhere, styles from us, and nothing else at all. */
const POLICY =
  "default-src 'none'; img-src http: https:; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HTML = 'text/html; charset=utf-8';
const METHODS = 'GET, HEAD, OPTIONS';
const STYLE_MAX_AGE_S = 31_536_000;

/** Raised when the same posts are shown differently: part of the ETag of every page. */
const FORMAT = 2;

const BLOG_STYLE_TAG = weakTag(BLOG_STYLE);

interface Page {
  path: string;
  type: string;
  document: (db: PublicDb, site: BlogSite, slug: string) => Promise<string>;
}

const PAGES: readonly Page[] = [
  { path: '/b/:accountId', type: HTML, document: listDocument },
  { path: '/b/:accountId/feed.xml', type: 'application/rss+xml; charset=utf-8', document: feedDocument },
  { path: '/b/:accountId/sitemap.xml', type: 'application/xml; charset=utf-8', document: sitemapDocument },
  { path: '/b/:accountId/:slug', type: HTML, document: postDocument },
];

const FAILURES: Partial<Record<number, BlogFailure>> = { 404: 'missing', 405: 'method', 400: 'missing' };

/** A page, whatever went wrong: these addresses are opened by people. @param site where it is known */
function fail(request: FastifyRequest, reply: FastifyReply, thrown: unknown, site?: BlogSite): FastifyReply {
  const { status, cause, appCode } = toAppError(fastifyError(thrown));
  if (status >= 500) request.log.error({ err: cause ?? thrown, code: appCode }, 'a page of the blog failed');
  if (appCode === 'UNAVAILABLE') void reply.header('retry-after', '1');
  allowAnyOrigin(reply);
  const nobody: BlogSite = {
    accountId: '',
    brand: '',
    logoUrl: null,
    language: languageOf(request.headers['accept-language']),
    timeZone: 'UTC',
    baseUrl: '',
  };
  return reply
    .code(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
    .type(HTML)
    .send(failurePage(site ?? nobody, FAILURES[status] ?? 'failed'));
}

/** An address below /b that no page has: a slash too many is taken off, everything else is a 404. */
export function unknownBlogPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [, page, query = ''] = /^(\/b\/[^/?]+(?:\/[^/?]+)?)\/(\?.*)?$/.exec(request.raw.url ?? '') ?? [];
  return page === undefined ? fail(request, reply, new AppError('NOT_FOUND')) : reply.redirect(page + query, 308);
}

export const isBlogAddress = (url: string): boolean => /^\/b(?:[/?]|$)/.test(url);

export function registerBlogPages(app: FastifyInstance, { database, uploads, settings: { baseUrl } }: Services): void {
  const kept = new KeptPayloads();

  const answer = async (page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { accountId = '', slug = '' } = request.params as { accountId?: string; slug?: string };
    const db = publicWorkspace(database, accountId, now());
    let opened: BlogSite | undefined;
    try {
      const { site, version } = await openSite(db, uploads, baseUrl);
      if (site.brand !== '') opened = site;
      const known = request.headers['if-none-match'];
      const tag = weakTag(JSON.stringify([FORMAT, BLOG_STYLE_TAG, page.path, accountId, slug, version]));
      void reply.header('content-security-policy', POLICY);
      // `*` fits whatever exists, and only the document itself says whether it does.
      if (version !== null && known !== undefined && !known.includes('*') && matchesTag(known, tag))
        return await sendPublic(request, reply, { tag, body: '', type: page.type });
      const { text } = await kept.get(JSON.stringify([page.path, accountId, slug]), version, () =>
        page.document(db, site, slug),
      );
      return await sendPublic(request, reply, { tag, body: text, type: page.type });
    } catch (error) {
      return fail(request, reply, error, opened);
    }
  };

  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
    void fail(request, reply, error);
  app.get(BLOG_STYLE_PATH, (request, reply) =>
    sendPublic(request, reply, {
      tag: BLOG_STYLE_TAG,
      body: BLOG_STYLE,
      maxAge: STYLE_MAX_AGE_S,
      type: 'text/css; charset=utf-8',
    }),
  );
  for (const page of PAGES) {
    app.get(page.path, { errorHandler }, (request, reply) => answer(page, request, reply));
    app.options(page.path, (request, reply) => {
      allowAnyOrigin(reply);
      return reply
        .code(204)
        .headers({
          allow: METHODS,
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
          'access-control-max-age': '86400',
          vary: 'Access-Control-Request-Headers',
        })
        .send();
    });
    app.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url: page.path,
      errorHandler,
      handler: (request, reply) => fail(request, reply.header('allow', METHODS), new AppError('METHOD_NOT_ALLOWED')),
    });
  }
}
