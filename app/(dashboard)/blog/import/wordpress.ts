/**
 * The export of WordPress, Tools → Export: an RSS feed with more, WXR
 * (https://wordpress.org/documentation/article/tools-export-screen). Pages, comments and what is in the bin are no
 * posts.
 */
import { resolved, withAddresses } from './addresses';
import type { ExportedPost, Hidden } from './exported-post';

// Below: the changes that WordPress makes to a post's text when it shows it. It reads codes in brackets, and turns empty
// lines into paragraphs.

/** Elements that are no part of a paragraph. */
const BLOCK =
  /^<\/?(?:address|article|aside|blockquote|dd|details|div|dl|dt|figure|figcaption|h[1-6]|hr|iframe|li|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul|video|audio|!--)\b/i;

const attributeOf = (code: string, name: string): string =>
  new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)'|([^\\s\\]]+))`, 'i').exec(code)?.slice(1).find(Boolean) ?? '';

const quoted = (address: string): string => address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * @param files addresses of uploads by their ids
 * @param absolute gives an address that leads to the old blog from anywhere
 */
export function withoutShortcodes(
  content: string,
  files: ReadonlyMap<string, string>,
  absolute: (address: string) => string,
): string {
  return content
    .replace(
      /\[caption\b[^\]]*\]\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([^[]*)\[\/caption\]/gi,
      (_all, picture: string, words: string) =>
        `<figure>${picture}${words.trim() === '' ? '' : `<figcaption>${words.trim()}</figcaption>`}</figure>`,
    )
    .replace(/\[embed\b[^\]]*\]([^[]*)\[\/embed\]/gi, (_all, address: string) => `\n\n${absolute(address.trim())}\n\n`)
    .replace(/\[gallery\b([^\]]*)\]/gi, (_all, code: string) =>
      attributeOf(code, 'ids')
        .split(',')
        .map((id) => files.get(id.trim()) ?? '')
        .filter((address) => address !== '')
        .map((address) => `\n\n<img src="${quoted(address)}" alt="">\n\n`)
        .join(''),
    )
    .replace(/\[(?:audio|video)\b([^\]]*)\](?:\s*\[\/(?:audio|video)\])?/gi, (_all, code: string) => {
      const source = ['src', 'mp4', 'mp3', 'm4a', 'webm', 'ogg'].map((name) => attributeOf(code, name)).find(Boolean);
      return source === undefined ? '' : `\n\n${absolute(source)}\n\n`;
    });
}

/**
 * A text of the old editor, where an empty line ends a paragraph and a line's end is one. That of blocks says so
 * itself.
 */
export function paragraphed(content: string): string {
  if (content.includes('<!-- wp:')) return content;
  // Inside <pre> every line is as it stands.
  return content
    .split(/(<pre\b[\s\S]*?<\/pre>)/i)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part
            .split(/\r?\n[ \t]*\r?\n\s*/)
            .map((words) => words.trim())
            .filter((words) => words !== '')
            .map((words) => (BLOCK.test(words) ? words : `<p>${words.replace(/\r?\n/g, '<br>\n')}</p>`))
            .join('\n'),
    )
    .join('\n');
}

/** Its namespaces end in a version, so elements are told by their prefix. */
const child = (of: Element, name: string): string =>
  [...of.children].find(({ nodeName }) => nodeName === name)?.textContent.trim() ?? '';

/**
 * The words of HTML as a person reads them. WordPress stores titles, excerpts and the names of terms and authors as
 * HTML: it escapes what authors and contributors write (kses), and its exporter puts the stored text into the file
 * (7.0).
 */
const wordsOf = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replace(/<(?:br|\/(?:p|div|li|h\d))\b/gi, ' $&'), 'text/html')
    .body.textContent.replace(/\s+/g, ' ')
    .trim();
const words = (of: Element, name: string): string => wordsOf(child(of, name));

const STATES = ['publish', 'future', 'draft', 'pending', 'private'];

/** “2024-03-01 09:30:00”, in UTC; zeroes: never. */
function momentOf(text: string): Date | null {
  const date = new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : NaN);
  return Number.isNaN(date.getTime()) || date.getTime() < 0 ? null : date;
}

/**
 * The facts about a post that plugins for search engines keep. A text with %%variables%% or %variables% is a pattern,
 * and left out.
 */
const SEO = {
  title: ['_yoast_wpseo_title', 'rank_math_title', '_aioseo_title'],
  description: ['_yoast_wpseo_metadesc', 'rank_math_description', '_aioseo_description'],
};
const firstOf = (meta: ReadonlyMap<string, string>, keys: readonly string[]): string =>
  keys.map((key) => meta.get(key) ?? '').find((text) => text !== '' && !/%\w+%|#\w+_/.test(text)) ?? '';

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function hiddenBecause(item: Element): Hidden | null {
  if (child(item, 'wp:status') === 'private') return 'private';
  return child(item, 'wp:post_password') === '' ? null : 'password';
}

function tagsOf(item: Element): string[] {
  return [...item.children]
    .filter(
      (element) =>
        element.nodeName === 'category' &&
        ['category', 'post_tag'].includes(element.getAttribute('domain') ?? '') &&
        element.getAttribute('nicename') !== 'uncategorized',
    )
    .map(({ textContent }) => wordsOf(textContent));
}

/** @returns null: this is no export of WordPress */
export function wordpressPosts(text: string): ExportedPost[] | null {
  const document = new DOMParser().parseFromString(text, 'text/xml');
  const channel = document.querySelector('rss > channel');
  if (channel === null || child(channel, 'wp:wxr_version') === '') return null;
  const elements = [...channel.children];
  const blog = `${child(channel, 'wp:base_blog_url') || child(channel, 'wp:base_site_url') || child(channel, 'link')}/`;
  const items = elements.filter(({ nodeName }) => nodeName === 'item');
  const authors = new Map(
    elements
      .filter(({ nodeName }) => nodeName === 'wp:author')
      .map((author) => [child(author, 'wp:author_login'), words(author, 'wp:author_display_name')]),
  );
  const files = new Map(
    items
      .filter((item) => child(item, 'wp:post_type') === 'attachment')
      .map((item) => [child(item, 'wp:post_id'), child(item, 'wp:attachment_url')]),
  );
  return items
    .filter((item) => child(item, 'wp:post_type') === 'post' && STATES.includes(child(item, 'wp:status')))
    .map((item) => {
      const meta = new Map(
        [...item.children]
          .filter(({ nodeName }) => nodeName === 'wp:postmeta')
          .map((entry) => [child(entry, 'wp:meta_key'), child(entry, 'wp:meta_value')]),
      );
      const login = child(item, 'dc:creator');
      const page = resolved(child(item, 'link') || './', blog);
      const absolute = (address: string) => resolved(address, page);
      const isPublished = ['publish', 'future', 'private'].includes(child(item, 'wp:status'));
      return {
        title: words(item, 'title'),
        slug: decoded(child(item, 'wp:post_name')),
        html: withAddresses(paragraphed(withoutShortcodes(child(item, 'content:encoded'), files, absolute)), absolute),
        excerpt: words(item, 'excerpt:encoded'),
        coverImage: absolute(files.get(meta.get('_thumbnail_id') ?? '') ?? ''),
        isPublished,
        publishedAt: momentOf(child(item, 'wp:post_date_gmt')),
        hidden: isPublished ? hiddenBecause(item) : null,
        authorName: authors.get(login) || login,
        tags: tagsOf(item),
        metaTitle: wordsOf(firstOf(meta, SEO.title)),
        metaDescription: wordsOf(firstOf(meta, SEO.description)),
      };
    });
}
