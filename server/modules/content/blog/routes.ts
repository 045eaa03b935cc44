/**
 * `/b/…`: the public blog for people, feed readers and crawlers. Documents without JavaScript, under a policy that
 * forbids it. Their ETag comes from the version that each request reads first, so a client that has the current page
 * gets 304 before the page is rendered.
 */
import { BLOG_STYLE, BLOG_STYLE_PATH } from '@/server/modules/content/blog/pages/style';
import { weakTag } from '@/server/platform/pages/public-answer';
import { productRedirect } from '@/server/modules/content/blog/product-redirect';
import { BLOG_POLICY, blogFailure, HTML, openBlog } from '@/server/modules/content/blog/documents';
import { defineDocument, defineRoute, type RawRoute } from '@/server/platform/access/route';
import { anybody } from '@/server/platform/access/procedures';

const STYLE_MAX_AGE_S = 31_536_000;

/** Raised when the same posts are shown differently: part of the ETag of every page. */
const FORMAT = 3;

const BLOG_STYLE_TAG = weakTag(BLOG_STYLE);

const page = (path: string, type: string, document: 'blogList' | 'blogPost' | 'blogFeed' | 'blogSitemap') =>
  defineDocument(['GET'], {
    path,
    access: anybody,
    answers: 'html',
    failure: blogFailure,
    type,
    document,
    headers: { 'content-security-policy': BLOG_POLICY },
    async version(call) {
      const { version } = await openBlog(call);
      return version === null ? null : JSON.stringify([FORMAT, BLOG_STYLE_TAG, version]);
    },
  });

export const blogRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: BLOG_STYLE_PATH,
    access: anybody,
    answers: 'text',
    type: 'text/css; charset=utf-8',
    read: () => ({
      headers: { etag: BLOG_STYLE_TAG, 'cache-control': `public, max-age=${STYLE_MAX_AGE_S}` },
      body: BLOG_STYLE,
    }),
  }),
  ...page('/b/{accountId}', HTML, 'blogList'),
  ...page('/b/{accountId}/feed.xml', 'application/rss+xml; charset=utf-8', 'blogFeed'),
  ...page('/b/{accountId}/sitemap.xml', 'application/xml; charset=utf-8', 'blogSitemap'),
  ...page('/b/{accountId}/{slug}', HTML, 'blogPost'),
  ...defineDocument(['GET'], {
    path: '/b/{accountId}/preview/{token}',
    access: anybody,
    answers: 'html',
    failure: blogFailure,
    type: HTML,
    document: 'blogPreview',
  }),
  productRedirect,
];
