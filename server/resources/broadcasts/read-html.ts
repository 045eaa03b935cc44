/** What an e-mail's HTML holds that a person would try or look at: its links and its images. */
import { tokenize } from '@/server/email/tokenize';
import { isWayOut } from '@/server/resources/broadcasts/unsubscribe-link';

export interface HtmlParts {
  /** Addresses of links as they are written, each once, in their order; those that would unsubscribe are left out. */
  links: string[];
  /** Sources of images without an alt text; an empty one says that the image only decorates. */
  undescribed: string[];
}

export function partsOf(html: string): HtmlParts {
  const links = new Set<string>();
  const leaving = new Set<string>();
  const undescribed: string[] = [];
  let from = 0;
  let tag = '';
  let attributes = new Map<string, string>();
  let name = '';
  let value = '';
  const opened = (): void => {
    if (tag === 'img' && !attributes.has('alt')) undescribed.push(attributes.get('src') ?? '');
    const href = tag === 'a' || tag === 'area' ? attributes.get('href')?.trim() : undefined;
    if (href === undefined) return;
    const leaves = isWayOut(href) || (tag === 'a' && isWayOut(html.slice(from)));
    (leaves ? leaving : links).add(href);
  };
  tokenize(html, {
    onopentagname(start, end) {
      from = start;
      tag = html.slice(start, end).toLowerCase();
      attributes = new Map();
    },
    onattribname(start, end) {
      name = html.slice(start, end).toLowerCase();
      value = '';
    },
    onattribdata: (start, end) => void (value += html.slice(start, end)),
    onattribentity: (codepoint) => void (value += String.fromCodePoint(codepoint)),
    onattribend() {
      // Of an attribute that stands twice the first one counts, as in browsers.
      if (!attributes.has(name)) attributes.set(name, value);
    },
    onopentagend: opened,
    onselfclosingtag: opened,
  });
  return { links: [...links].filter((link) => !leaving.has(link)), undescribed };
}
