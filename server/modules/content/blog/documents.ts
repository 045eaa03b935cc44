/** The pages of a blog as documents. Errors are pages too, because people open these addresses. */
import { failurePage } from '@/server/modules/content/blog/pages/failure-page';
import type { BlogSite } from '@/server/modules/content/blog/pages/site';
import type { BlogFailure } from '@/server/modules/content/blog/pages/words';
import type { Document, DocumentCall } from '@/server/platform/pages/document';
import { languageOf } from '@/server/platform/lib/language';
import { publicWorkspace, type PublicDb } from '@/server/platform/db/workspace';
import { toAppError, type AppError } from '@/server/platform/errors';
import * as pages from '@/server/modules/content/blog/pages';
import { previewDocument } from '@/server/modules/content/blog/preview-link';
import type { RawAnswer } from '@/server/platform/access/route';

/** Images may come from anywhere, styles only from us; everything else is forbidden. */
export const BLOG_POLICY =
  "default-src 'none'; connect-src 'self'; img-src http: https:; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
export const HTML = 'text/html; charset=utf-8';

const FAILURES: Partial<Record<number, BlogFailure>> = { 404: 'missing', 405: 'method', 400: 'missing' };

/** @param site the blog, if it is known */
export function blogFailure(
  { headers }: Pick<DocumentCall, 'headers'>,
  { status }: AppError,
  site?: BlogSite,
): RawAnswer {
  const nobody: BlogSite = {
    accountId: '',
    brand: '',
    logoUrl: null,
    language: languageOf(headers['accept-language']),
    timeZone: 'UTC',
    baseUrl: '',
  };
  return {
    status,
    headers: { 'content-type': HTML, 'content-security-policy': BLOG_POLICY, 'cache-control': 'no-store' },
    body: failurePage(site ?? nobody, FAILURES[status] ?? 'failed'),
  };
}

const workspaceOf = ({ services, params, now }: DocumentCall): PublicDb =>
  publicWorkspace(services.database, params.accountId ?? '', now);

/** Reads the blog's site; every request makes this one read. */
export const openBlog = (call: DocumentCall): Promise<pages.OpenedSite> =>
  pages.openSite(workspaceOf(call), call.services.uploads, call.services.settings.baseUrl);

const page =
  (make: (db: PublicDb, site: BlogSite, slug: string) => Promise<string>): Document =>
  async (call) => {
    const { site } = await openBlog(call);
    try {
      return { body: await make(workspaceOf(call), site, call.params.slug ?? '') };
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.status >= 500) throw thrown;
      return blogFailure(call, error, site.brand === '' ? undefined : site);
    }
  };

/** Headers of a page for people who have the link: no cache stores the page, and no search engine lists it. */
export const PRIVATE = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

export const previewPage: Document = async (call) => {
  const { site } = await openBlog(call);
  const body = await previewDocument(workspaceOf(call), call.services.settings, site, call.params.token ?? '');
  return { headers: { 'content-type': HTML, 'content-security-policy': BLOG_POLICY, ...PRIVATE }, body };
};

export const listDocument = page(pages.listDocument);
export const postDocument = page(pages.postDocument);
export const feedDocument = page(pages.feedDocument);
export const sitemapDocument = page(pages.sitemapDocument);
