/** The blog's RSS 2.0 feed, with whole posts. */
import { renderBody } from '@/server/platform/pages/render-body';
import {
  blogUrl,
  feedUrl,
  given,
  postUrl,
  type BlogSite,
  type PageAlternate,
  type PagePost,
} from '@/server/modules/content/blog/pages/site';
import { BLOG_WORDS } from '@/server/modules/content/blog/pages/words';
import { XmlWriter } from '@/server/platform/lib/xml';

export interface FeedPost extends PagePost {
  id: string;
  alternates?: readonly PageAlternate[] | undefined;
  body: string;
  publishedAt: Date;
}

/** The most UTF-16 units of texts in one feed; later posts only have their first paragraph. */
const MAX_UNITS = 300_000;
/** The length of the beginning in which a first paragraph is looked for. */
const BEGINNING_UNITS = 2_000;

/** RFC 822, as RSS has dates. */
const rssDate = (instant: Date): string => instant.toUTCString();

/** @param posts newest first */
export async function blogFeed(site: BlogSite, posts: readonly FeedPost[]): Promise<string> {
  const words = BLOG_WORDS[site.language];
  const brand = given(site.brand) ?? words.blog;
  const xml = new XmlWriter(
    'rss',
    { version: '2.0' },
    {
      atom: 'http://www.w3.org/2005/Atom',
      content: 'http://purl.org/rss/1.0/modules/content/',
      dc: 'http://purl.org/dc/elements/1.1/',
      media: 'http://search.yahoo.com/mrss/',
    },
  );
  xml
    .open('channel')
    .element('title', brand)
    .element('link', blogUrl(site))
    .element('description', words.description(brand))
    .element('language', site.language);
  xml.element('atom:link', '', { href: feedUrl(site), rel: 'self', type: 'application/rss+xml' });
  if (posts[0] !== undefined) xml.element('lastBuildDate', rssDate(posts[0].publishedAt));
  let room = MAX_UNITS;
  for (const post of posts) {
    const url = postUrl(site, post.slug);
    const whole = post.body.length <= room;
    if (whole) room -= post.body.length;
    const body = whole ? post.body : post.body.slice(0, BEGINNING_UNITS);
    const { html, firstParagraph } = await renderBody(body, url, site.accountId);
    // The address may change, the id does not: nobody reads a post twice as new.
    xml
      .open('item')
      .element('title', post.title)
      .element('link', url)
      .element('guid', post.id, { isPermaLink: 'false' })
      .element('pubDate', rssDate(post.publishedAt));
    const [author, cover] = [given(post.authorName), given(post.coverImage)];
    if (author !== undefined) xml.element('dc:creator', author);
    if (post.locale !== undefined) xml.element('dc:language', post.locale);
    for (const { locale, slug } of post.alternates ?? [])
      xml.element('atom:link', '', { rel: 'alternate', hreflang: locale, href: postUrl(site, slug) });
    for (const tag of post.tags) if (given(tag) !== undefined) xml.element('category', given(tag));
    xml.element('description', given(post.excerpt) ?? firstParagraph);
    if (whole) xml.element('content:encoded', html);
    if (cover !== undefined) xml.element('media:content', '', { url: cover, medium: 'image' });
    xml.close();
  }
  return xml.end();
}
