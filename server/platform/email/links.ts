/** Finds the links in the HTML and the text of an e-mail, so that each can be replaced and everything else stays. */
import { QuoteType } from 'htmlparser2';
import { isWebAddress } from '@/server/platform/email/addresses';
import { tagsIn } from '@/server/platform/email/merge-tags';
import { tokenize } from '@/server/platform/email/tokenize';
import { isWayOut } from '@/server/platform/email/unsubscribe-link';

/** A link's address in a text. */
export interface LinkPlace {
  /** The range of the address in the text, from `start` up to `end`. */
  start: number;
  end: number;
  /** The address that a reader would follow: without HTML entities and surrounding spaces. */
  address: string;
  /** True for an attribute without quotes; the replacement then brings its own quotes. */
  bare: boolean;
  /** True when the address contains merge tags, so that it differs for each recipient. */
  hasTags: boolean;
}

/** The largest number of links that are changed; no e-mail for people has more, and further links stay as written. */
const MOST_PLACES = 1_000;
/** The longest address that is changed, in characters. Browsers and mail programs do not reliably open longer ones. */
export const LONGEST_ADDRESS = 2_048;

const CONDITIONAL = /^\[if\s/i;

const hasTags = (address: string): boolean => tagsIn(address).known.length > 0;
const isChanged = (address: string): boolean =>
  address.length <= LONGEST_ADDRESS && (isWebAddress(address) || hasTags(address));

/** An attribute while the tokenizer reads it. */
interface Attribute {
  /** The position where the attribute's name ends. */
  named: number;
  value: string;
}

/**
 * Returns the position where an attribute's value begins, after its quote. @param named where the attribute's name ends
 */
function beginOfValue(html: string, named: number): number {
  let start = html.indexOf('=', named) + 1;
  while (/\s/.test(html.charAt(start))) start++;
  return /["']/.test(html.charAt(start)) ? start + 1 : start;
}

/** Links of HTML: of anchors, of areas of a picture, and of the shapes that Outlook has in place of buttons. */
export function linksInHtml(html: string): LinkPlace[] {
  const places: LinkPlace[] = [];
  walk(html, 0, places);
  return places;
}

/** @param from where `html` begins in the whole text; a comment's content is walked too, but no comment inside it */
function walk(html: string, from: number, places: LinkPlace[], inComment = false): void {
  let tag = { name: '', start: 0 };
  let attribute: Attribute | null = null;
  let done = false;
  const isLink = (): boolean => tag.name === 'a' || tag.name === 'area' || tag.name.startsWith('v:');
  // An area has no words of its own.
  const leaves = (address: string): boolean =>
    isWayOut(address) || (tag.name !== 'area' && isWayOut(html.slice(tag.start), tag.name));
  tokenize(html, {
    onopentagname(start, end) {
      tag = { name: html.slice(start, end).toLowerCase(), start };
      done = !isLink();
    },
    onattribname(start, end) {
      // Of two attributes of a name the first counts.
      if (done || places.length >= MOST_PLACES || html.slice(start, end).toLowerCase() !== 'href') return;
      done = true;
      attribute = { named: end, value: '' };
    },
    onattribdata(start, end) {
      if (attribute !== null) attribute.value += html.slice(start, end);
    },
    onattribentity(codepoint) {
      if (attribute !== null) attribute.value += String.fromCodePoint(codepoint);
    },
    onattribend(quote, end) {
      if (attribute === null) return;
      const bare = quote === QuoteType.Unquoted;
      const { named, value } = attribute;
      attribute = null;
      const address = value.trim();
      if (!isChanged(address) || leaves(address)) return;
      places.push({
        start: from + beginOfValue(html, named),
        end: from + (bare ? end : end - 1),
        address,
        bare,
        hasTags: hasTags(address),
      });
    },
    // What only Outlook reads stands in comments.
    oncomment(start, end, offset) {
      const comment = html.slice(start, end - offset);
      if (!inComment && CONDITIONAL.test(comment)) walk(comment, from + start, places, true);
    },
  });
}

/** Decodes the value of an attribute in double quotes. */
export function decodedAttribute(written: string): string {
  const html = `<a href="${written.replaceAll('"', '&quot;')}">`;
  let value = '';
  tokenize(html, {
    onattribdata: (start, end) => void (value += html.slice(start, end)),
    onattribentity: (codepoint) => void (value += String.fromCodePoint(codepoint)),
  });
  return value.trim();
}

/** Matches an address in plain text, or a tag that becomes one. */
const IN_TEXT = /(?:https?:\/\/|\{(?:cartUrl|productUrl)(?:\|[^{}\s]*)?\})[^\s<>"'`]*/gi;
/** The characters that end a sentence, not an address. */
const ENDS = /[.,;:!?*_~\])]/;

/** Removes the punctuation after an address in a sentence; a closing parenthesis stays if the address opened it. */
function withoutEnd(found: string): string {
  let kept = found;
  const isOwn = (): boolean => kept.endsWith(')') && kept.split('(').length >= kept.split(')').length;
  while (ENDS.test(kept.slice(-1)) && !isOwn()) kept = kept.slice(0, -1);
  return kept;
}

/** Finds links in plain text, except those on a line about unsubscribing and on the line after it. */
export function linksInText(text: string): LinkPlace[] {
  const places: LinkPlace[] = [];
  let from = 0;
  let before = '';
  for (const line of text.split('\n')) {
    if (!isWayOut(line) && !isWayOut(before))
      for (const match of line.matchAll(IN_TEXT)) {
        const address = match[0].length > LONGEST_ADDRESS ? '' : withoutEnd(match[0]);
        if (!isChanged(address)) continue;
        const start = from + match.index;
        places.push({ start, end: start + address.length, address, bare: false, hasTags: hasTags(address) });
      }
    from += line.length + 1;
    before = line;
    if (places.length >= MOST_PLACES) break;
  }
  return places.slice(0, MOST_PLACES);
}
