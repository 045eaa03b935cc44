/** The blog's sitemap (sitemaps.org): its first page and every post that is listed. */
import { blogUrl, postUrl, type BlogSite } from '@/server/documents/blog/site';
import { XmlWriter } from '@/server/lib/xml';

/** A sitemap may have 50,000 addresses; the first page is one of them. */
export const SITEMAP_POSTS = 49_999;

export interface SitemapPost {
  slug: string;
  /** When it was last changed, or went live where that was later. */
  changedAt: Date;
}

export function blogSitemap(site: BlogSite, posts: readonly SitemapPost[]): string {
  const xml = new XmlWriter('urlset', {}, { '': 'http://www.sitemaps.org/schemas/sitemap/0.9' });
  xml.open('url').element('loc', blogUrl(site)).close();
  for (const { slug, changedAt } of posts)
    xml.open('url').element('loc', postUrl(site, slug)).element('lastmod', changedAt.toISOString()).close();
  return xml.end();
}
