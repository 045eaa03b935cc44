/**
 * Sanitises a post's HTML for the public: everything on these lists stays, and nothing else. Merchants write it, but
 * our own origin shows it, so it is treated as a stranger's. The pages' policy also allows no script, style or frame
 * (server/modules/content/blog/routes.ts), as a second protection.
 */
import sanitizeHtml from 'sanitize-html';
import { OverBudget, type Budget } from '@/server/platform/pages/budget';
import { isUrl } from '@/server/platform/lib/is-url';

/**
 * Text and its structure. Left out: elements that run, load, frame or style (script, style, link, iframe, object,
 * embed, video, audio), ask for input (form, input, button, select), or act for the whole page (base, meta, title);
 * also svg and math, whose content browsers parse by other rules (mutation XSS). Frequent elements come first, because
 * the library searches from the beginning for each element.
 */
const TAGS = [
  'p',
  'td',
  'tr',
  'li',
  'strong',
  'em',
  'a',
  'code',
  'th',
  'img',
  'br',
  'h2',
  'h3',
  'h1',
  'h4',
  'h5',
  'h6',
  'hr',
  'blockquote',
  'pre',
  'div',
  'figure',
  'figcaption',
  'details',
  'summary',
  'ul',
  'ol',
  'dl',
  'dt',
  'dd',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'b',
  'i',
  'u',
  's',
  'del',
  'ins',
  'sub',
  'sup',
  'mark',
  'small',
  'abbr',
  'cite',
  'q',
  'kbd',
  'samp',
  'var',
  'span',
  'time',
];

/**
 * Elements that are removed with their content: it is no text, or browsers would parse it differently than our parser.
 */
const WITH_CONTENT = [
  'script',
  'style',
  'textarea',
  'option',
  'select',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'frameset',
  'object',
  'embed',
  'applet',
  'svg',
  'math',
  'template',
  'title',
  'xmp',
  'plaintext',
  'annotation-xml',
];

/**
 * No id, name, style, class or data-*: we use none of them in posts, and a foreign id could replace one of ours.
 * `changes` writes all other attributes.
 */
const ATTRIBUTES: Record<string, sanitizeHtml.AllowedAttribute[]> = {
  a: ['href', 'title', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
  // Set by markdown.ts for what has a box to tick.
  li: [{ name: 'class', values: ['task'] }],
  ol: ['start', 'reversed', { name: 'type', values: ['1', 'a', 'A', 'i', 'I'] }],
  th: [
    'colspan',
    'rowspan',
    { name: 'align', values: ['left', 'center', 'right'] },
    { name: 'scope', values: ['col', 'row'] },
  ],
  td: ['colspan', 'rowspan', { name: 'align', values: ['left', 'center', 'right'] }],
  details: ['open'],
  abbr: ['title'],
  time: ['datetime'],
};

const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const IMAGE_SCHEMES = new Set(['http:', 'https:']);
const MAX_DEPTH = 200;

/**
 * Parses an address by the same rules as a browser, and returns it as the parser wrote it, so that `java\tscript:` is
 * judged as what it becomes.
 */
function addressIn(text: string | undefined, base: string, schemes: ReadonlySet<string>): URL | undefined {
  if (text === undefined || !isUrl(text, base)) return undefined;
  const url = new URL(text, base);
  return schemes.has(url.protocol) ? url : undefined;
}

/**
 * Matches width and height at the end of an image's address: `…/kopi.jpg#1600x1067`. Markdown has no other place for
 * them.
 */
const SIZE = /^#(\d{1,5})x(\d{1,5})$/;
const pixels = (text: string | undefined): string | undefined =>
  text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? text : undefined;
const small = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{1,3}$/.test(text) ? text : undefined;

type Attributes = Record<string, string>;
/** Removes the attributes that are undefined. */
function only(attributes: Record<string, string | undefined>): Attributes {
  const given: Attributes = {};
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined) given[name] = value;
  }
  return given;
}

function link({ href, title }: Attributes, base: string): Attributes {
  const url = addressIn(href, base, LINK_SCHEMES);
  if (url === undefined) return {};
  // Anybody can open a blog here; its links must not borrow the standing of this site.
  const elsewhere = url.origin !== new URL(base).origin;
  return only({ href: url.href, title, rel: elsewhere ? 'noopener nofollow ugc' : undefined });
}

function image({ src, alt, title, width, height }: Attributes, base: string): Attributes | undefined {
  // Empty, or a place on the page: that leads back to the page, which is no image. So does what the editor is still
  // uploading.
  const url = /^\s*(?:#|$)/.test(src ?? '') ? undefined : addressIn(src, base, IMAGE_SCHEMES);
  if (url === undefined) return undefined;
  const size = SIZE.exec(url.hash);
  if (size !== null) url.hash = '';
  const [wide, high] = [pixels(size?.[1] ?? width), pixels(size?.[2] ?? height)];
  // Only both together tell the browser how much room to keep.
  const room = wide !== undefined && high !== undefined ? { width: wide, height: high } : {};
  return only({ src: url.href, alt: alt ?? '', title, ...room, loading: 'lazy', decoding: 'async' });
}

const cell = (attributes: Attributes): Attributes =>
  only({ ...attributes, colspan: small(attributes.colspan), rowspan: small(attributes.rowspan) });

/** A name that is on no list: the element is dropped like any other that is not. */
const DROPPED: sanitizeHtml.Tag = { tagName: 'dropped', attribs: {} };

const LEVELS = [1, 2, 3, 4, 5, 6];

/** Returns the functions that change elements which are not kept as they are. */
function changes(base: string, headingShift: number): Record<string, sanitizeHtml.Transformer> {
  const heading = (level: number): sanitizeHtml.Transformer => {
    const tagName = `h${Math.min(Math.max(level + headingShift, 2), 6)}`;
    return (_, attribs) => ({ tagName, attribs });
  };
  return {
    a: (tagName, attributes) => ({ tagName, attribs: link(attributes, base) }),
    img: (tagName, attributes) => {
      const attribs = image(attributes, base);
      return attribs === undefined ? DROPPED : { tagName, attribs };
    },
    ol: (tagName, attributes) => ({ tagName, attribs: only({ ...attributes, start: small(attributes.start) }) }),
    th: (tagName, attributes) => ({ tagName, attribs: cell(attributes) }),
    td: (tagName, attributes) => ({ tagName, attribs: cell(attributes) }),
    ...Object.fromEntries(LEVELS.map((level) => [`h${level}`, heading(level)])),
  };
}

export interface SanitiseOptions {
  /** The absolute address to resolve relative addresses. */
  base: string;
  /** A number that is added to the level of every heading, so that the page's title is the only h1. */
  headingShift: number;
  budget: Budget;
}

/** @throws OverBudget also where elements are nested deeper than any text is */
export function sanitise(html: string, { base, headingShift, budget }: SanitiseOptions): string {
  let depth = 0;
  const clean = sanitizeHtml(html, {
    allowedTags: TAGS,
    nonTextTags: WITH_CONTENT,
    allowedAttributes: ATTRIBUTES,
    // Checked above by a real parser; this list is the second look.
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
    parseStyleAttributes: false,
    nestingLimit: MAX_DEPTH,
    onOpenTag: () => {
      budget.spend();
      if (++depth > 2 * MAX_DEPTH) throw new OverBudget();
    },
    onCloseTag: () => void depth--,
    transformTags: changes(base, headingShift),
  });
  // Wide tables scroll by themselves, by keyboard too. In clean HTML a table has no attributes, and text has no `<`.
  return clean.replaceAll('<table>', '<div class="wide" tabindex="0"><table>').replaceAll('</table>', '</table></div>');
}
