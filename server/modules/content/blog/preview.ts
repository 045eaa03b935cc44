/** The page of an unsaved post: the same document that the public would get. */
import { isWebAddress } from '@/server/platform/email/addresses';
import { postPage } from '@/server/modules/content/blog/pages/post-page';
import { renderBody } from '@/server/platform/pages/render-body';
import { postUrl } from '@/server/modules/content/blog/pages/site';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { siteOf } from '@/server/modules/content/blog/pages';
import type { Preview, PreviewInput } from '@/server/modules/content/blog/schema';
import type { UploadStore } from '@/server/platform/storage/store';

const findAccount = workspaceStatement<{ name: string; logoKey: string | null; country: string; timeZone: string }>(
  'blog.preview.account',
  `SELECT a.name, a."logoKey", a.country, a."timeZone" FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id`,
);

/** Renders the preview. A post without a date shows today's date, on which it would be published. */
export async function preview(
  db: WorkspaceDb,
  uploads: UploadStore,
  baseUrl: string,
  input: PreviewInput,
): Promise<Preview> {
  const site = siteOf(db.accountId, orNotFound((await db.rows(findAccount))[0]), uploads, baseUrl);
  const {
    title,
    body,
    slug = '',
    excerpt = null,
    coverImage = null,
    publishedAt,
    authorName = null,
    tags = [],
    metaTitle = null,
    metaDescription = null,
    locale,
  } = input;
  const cover = coverImage !== null && isWebAddress(coverImage) ? coverImage : null;
  const rendered = await renderBody(body, postUrl(site, slug), site.accountId);
  return {
    html: postPage(
      site,
      {
        title,
        body,
        slug,
        excerpt,
        coverImage: cover,
        publishedAt: publishedAt ?? db.now,
        authorName,
        tags,
        metaTitle,
        metaDescription,
        ...(typeof locale === 'string' && { locale }),
      },
      rendered,
      { inlineStyle: true },
    ),
    excerpt: rendered.firstParagraph,
  };
}
