/**
 * The public pages of a blog (docs/contract/blog.md#pages): the data in them, and the version that they depend on.
 * documents.ts makes documents of them.
 */
import { blogFeed, type FeedPost } from '@/server/modules/content/blog/pages/feed';
import { listPage } from '@/server/modules/content/blog/pages/list-page';
import { postPage, type FullPost } from '@/server/modules/content/blog/pages/post-page';
import { renderBody } from '@/server/platform/pages/render-body';
import {
  blogUrl,
  postUrl,
  type BlogSite,
  type PagePost,
  hreflangsOf,
  type PageAlternate,
} from '@/server/modules/content/blog/pages/site';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { PublicDb } from '@/server/platform/db/workspace';
import { languageIn } from '@/server/platform/lib/language';
import { AppError } from '@/server/platform/errors';
import { publicGet } from '@/server/modules/content/blog/public';
import { alternatesAt, inLanguages, LISTED, LIVE_VERSION, postColumns } from '@/server/modules/content/blog/rows';
import type { Alternate } from '@/server/modules/content/blog/schema';
import type { UploadStore } from '@/server/platform/storage/store';
import { XmlWriter } from '@/server/platform/lib/xml';

// The blog's sitemap (sitemaps.org): its first page and every post that is listed.

/** A sitemap may have 50,000 addresses; the first page is one of them. */
const SITEMAP_POSTS = 49_999;

interface SitemapPost {
  slug: string;
  /** The time when the post was last changed, or published if that was later. */
  changedAt: Date;
  locale?: string | undefined;
  alternates?: readonly PageAlternate[] | undefined;
}

const XHTML = 'http://www.w3.org/1999/xhtml';

export function blogSitemap(site: BlogSite, posts: readonly SitemapPost[]): string {
  const hasLanguages = posts.some((post) => hreflangsOf(site, post).length > 0);
  const xml = new XmlWriter(
    'urlset',
    {},
    { '': 'http://www.sitemaps.org/schemas/sitemap/0.9', ...(hasLanguages && { xhtml: XHTML }) },
  );
  xml.open('url').element('loc', blogUrl(site)).close();
  for (const post of posts) {
    xml.open('url').element('loc', postUrl(site, post.slug)).element('lastmod', post.changedAt.toISOString());
    for (const { hreflang, href } of hreflangsOf(site, post))
      xml.element('xhtml:link', '', { rel: 'alternate', hreflang, href });
    xml.close();
  }
  return xml.end();
}

interface SiteRow {
  name: string;
  logoKey: string | null;
  country: string;
  timeZone: string;
  version: string;
}

const findSite = workspaceStatement<SiteRow, [now: Date]>(
  'blog.site',
  `SELECT a.name, a."logoKey", a.country, a."timeZone", coalesce(${LIVE_VERSION}, '') AS version
   FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id LEFT JOIN "BlogRevision" r ON r."accountId" = a.id`,
  { isBrief: true },
);

/** A post as the columns have it. */
type Row = Omit<PagePost, 'locale'> & { locale: string | null };
type RowWithAlternates<Post> = Omit<Post, 'locale' | 'alternates'> & {
  locale: string | null;
  alternates: Alternate[] | null;
};

/** A post without an excerpt shows its first paragraph, which is somewhere in the beginning of its body. */
const listPosts = workspaceStatement<Row & { beginning: string | null }, [now: Date]>(
  'blog.page.list',
  `SELECT ${postColumns('listed')}, CASE
    WHEN coalesce(btrim(p.excerpt), '') = '' THEN left(p.body, 2000) END AS beginning
   FROM "BlogPost" p WHERE ${LISTED} ORDER BY p."publishedAt" DESC, p.id DESC LIMIT 100`,
);

const feedPosts = workspaceStatement<RowWithAlternates<FeedPost>, [now: Date]>(
  'blog.page.feed',
  `SELECT ${postColumns('listed')}, p.body, ${alternatesAt('$2')} FROM "BlogPost" p WHERE ${LISTED}
    ORDER BY p."publishedAt" DESC, p.id DESC LIMIT 30`,
);

const sitemapPosts = workspaceStatement<RowWithAlternates<SitemapPost>, [now: Date]>(
  'blog.page.sitemap',
  `SELECT p.slug, greatest(p."updatedAt", p."publishedAt") AS "changedAt", p.locale, ${alternatesAt('$2')}
    FROM "BlogPost" p WHERE ${LISTED} ORDER BY p."publishedAt" DESC, p.id DESC LIMIT ${SITEMAP_POSTS}`,
);

type Side = 'newer' | 'older';
const neighbour = (side: Side): string =>
  `(SELECT '${side}' AS side, ${postColumns('listed')} FROM "BlogPost" p
    WHERE ${LISTED} AND (p."publishedAt", p.id) ${side === 'newer' ? '>' : '<'} ($3::timestamptz, $4::text)
    ORDER BY p."publishedAt" ${side === 'newer' ? 'ASC' : 'DESC'}, p.id ${side === 'newer' ? 'ASC' : 'DESC'} LIMIT 1)`;
const findNeighbours = workspaceStatement<Row & { side: Side }, [now: Date, publishedAt: Date, id: string]>(
  'blog.page.neighbours',
  `SELECT * FROM (${neighbour('newer')} UNION ALL ${neighbour('older')}) n`,
);

export interface OpenedSite {
  site: BlogSite;
  /** Another text whenever a page may have changed; null for a workspace that does not exist. */
  version: string | null;
}

/** Reads a blog's site; every request makes this one read. */
export async function openSite(db: PublicDb, uploads: UploadStore, baseUrl: string): Promise<OpenedSite> {
  // What cannot be an id is in no table, and not every text may be compared with one.
  const [row] = /^[a-z0-9]{1,40}$/.test(db.accountId) ? await db.rows(findSite, db.now) : [];
  const site = siteOf(db.accountId, row ?? { name: '', logoKey: null, country: '', timeZone: 'UTC' }, uploads, baseUrl);
  return { site, version: row === undefined ? null : JSON.stringify(row) };
}

export const siteOf = (
  accountId: string,
  { name, logoKey, country, timeZone }: Omit<SiteRow, 'version'>,
  uploads: UploadStore,
  baseUrl: string,
): BlogSite => ({
  accountId,
  brand: name,
  logoUrl: logoKey === null ? null : uploads.publicUrl(logoKey),
  language: languageIn(country),
  timeZone,
  baseUrl: baseUrl.replace(/\/$/, ''),
});

/** Reads nothing for a workspace that does not exist, because it has no posts. */
const rowsOf = async <Row>(site: BlogSite, read: () => Promise<Row[]>): Promise<Row[]> =>
  site.brand === '' ? [] : await read();

export async function listDocument(db: PublicDb, site: BlogSite): Promise<string> {
  const posts = await rowsOf(site, () => db.rows(listPosts, db.now));
  const listed: PagePost[] = [];
  for (const { beginning, ...row } of posts) {
    const post = inLanguages(row);
    if (beginning === null) listed.push(post);
    else {
      const { firstParagraph } = await renderBody(beginning, blogUrl(site), site.accountId);
      listed.push({ ...post, excerpt: firstParagraph });
    }
  }
  return listPage(site, listed);
}

/** @throws AppError NOT_FOUND, also for drafts and scheduled posts */
export async function postDocument(db: PublicDb, site: BlogSite, slug: string): Promise<string> {
  // What no post can have as its slug never reaches the index.
  if (site.brand === '' || !/^[a-z0-9][a-z0-9-]{0,159}$/.test(slug)) throw new AppError('NOT_FOUND');
  const post: FullPost & { id: string } = await publicGet(db, slug);
  const beside = post.publishedAt === null ? [] : await db.rows(findNeighbours, db.now, post.publishedAt, post.id);
  const at = (side: Side): PagePost | undefined => {
    const row = beside.find((other) => other.side === side);
    return row && inLanguages(row);
  };
  const body = await renderBody(post.body, postUrl(site, slug), site.accountId);
  return postPage(site, post, body, { newer: at('newer'), older: at('older') });
}

export const feedDocument = async (db: PublicDb, site: BlogSite): Promise<string> =>
  await blogFeed(site, (await rowsOf(site, () => db.rows(feedPosts, db.now))).map(inLanguages));

export const sitemapDocument = async (db: PublicDb, site: BlogSite): Promise<string> =>
  blogSitemap(site, (await rowsOf(site, () => db.rows(sitemapPosts, db.now))).map(inLanguages));
