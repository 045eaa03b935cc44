/** The blog's sitemap (sitemaps.org): its first page and every post that is listed. */
import {
  blogUrl,
  hreflangsOf,
  postUrl,
  type BlogSite,
  type PageAlternate,
} from '@/server/modules/content/blog/pages/site';
import { XmlWriter } from '@/server/platform/lib/xml';

/** A sitemap may have 50,000 addresses; the first page is one of them. */
export const SITEMAP_POSTS = 49_999;

export interface SitemapPost {
  slug: string;
  /** The time when it was last changed, or went live where that was later. */
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
