/**
 * The unsubscribe link that an e-mail must have (docs/contract/broadcasts.md#unsubscribe-links): finds it, or adds a
 * plain one.
 */
import { escapeHtml } from '@/server/platform/email/escape';

const WORDS =
  /unsubscri|opt[-_ ]?out|berhenti(?:\s|&nbsp;)+(?:(?:ber)?langganan|menerima)|batal(?:kan)?(?:\s|&nbsp;)+(?:ber)?langganan|stop(?:\s|&nbsp;)+langganan|abmelden|désabonn/i;
/** Matches an address that leads somewhere, or a tag that becomes one. */
const LEADS = /\shref\s*=\s*(?:["']\s*)?(?:https?:|mailto:|\{)/i;
/** The longest anchor that is read, in characters; a longer one is no link with words. */
const LONGEST_ANCHOR = 5_000;
const ANCHOR = /<a(?=[\s/>])/gi;

/** Removes comments, because they are not shown. */
function withoutComments(html: string): string {
  let kept = '';
  for (let at = 0; ;) {
    const begins = html.indexOf('<!--', at);
    if (begins === -1) return kept + html.slice(at);
    kept += html.slice(at, begins);
    const ends = html.indexOf('-->', begins);
    if (ends === -1) return kept;
    at = ends + 3;
  }
}

/**
 * Checks for an anchor that leads somewhere, and whose address or words speak of unsubscribing. Ignores images and
 * styles inside. Reads the HTML once from front to back, because it may be megabytes of anything.
 */
export function hasUnsubscribeLink(html: string): boolean {
  const shown = withoutComments(html);
  // One anchor ends where the next begins, so that nothing is looked at twice.
  const anchors = shown.split(ANCHOR).slice(1);
  const last = anchors.findLastIndex((rest) => /<\/a/i.test(rest));
  return anchors.slice(0, last + 1).some((rest) => {
    const opened = rest.indexOf('>');
    return opened !== -1 && LEADS.test(rest.slice(0, Math.min(opened, LONGEST_ANCHOR))) && isWayOut(rest);
  });
}

/**
 * Returns the text from an element's attributes to its end tag, or to the next element of its kind, so that a page of
 * unclosed tags is read only once.
 */
function withinElement(element: string, name: string): string {
  const begun = element.slice(0, LONGEST_ANCHOR);
  // A name is whatever stands between `<` and a space.
  const escaped = name.replaceAll(/[^\w:]/g, '\\$&');
  const ends = begun.search(new RegExp(`</${escaped}|<${escaped}(?=[\\s/>])`, 'i'));
  return ends === -1 ? begun : begun.slice(0, ends);
}

/**
 * Checks whether an element (from its name on), an address or a line speaks of unsubscribing; such a link is never
 * changed.
 * @param name of the element, in lower case
 */
export function isWayOut(text: string, name = 'a'): boolean {
  const within = withinElement(text, name);
  // Tags between two words do not part them; what an attribute says, as that of a picture, counts too.
  return WORDS.test(within) || WORDS.test(within.replaceAll(/<[^<>]*>/g, ''));
}

/** Checks whether a text part speaks of unsubscribing on the line of an address. */
export const mentionsUnsubscribe = (text: string): boolean =>
  text
    .split('\n')
    .some((line, index, lines) => WORDS.test(line) && /https?:\/\//i.test(line + (lines[index + 1] ?? '')));

/** Words in the language of the workspace's country. */
const LABELS: Record<string, string> = { ID: 'Berhenti berlangganan' };
export const unsubscribeLabel = (country: string): string => LABELS[country] ?? 'Unsubscribe';

/** Returns the unsubscribe link of a preview; its page says that it belongs to a preview. */
export const previewLink = (baseUrl: string, label: string): { url: string; label: string } => ({
  url: `${baseUrl}/u/preview`,
  label,
});

/** Cuts the HTML where the link goes in: before the end of the body, or at the end. */
export function cutForLink(html: string): { before: string; after: string } {
  // Not in the lower case of it, which may be longer: İ becomes two characters.
  const at = [...html.matchAll(/<\/body/gi)].at(-1)?.index ?? html.length;
  return { before: html.slice(0, at), after: html.slice(at) };
}

export const linkHtml = (url: string, label: string): string =>
  `<div style="padding:16px;text-align:center;font-family:Arial,Helvetica,sans-serif;font-size:12px;line-height:18px;color:#57606a"><a href="${escapeHtml(url)}" class="s" style="color:#57606a;text-decoration:underline">${escapeHtml(label)}</a></div>`;

export const linkText = (url: string, label: string): string => `\n\n--\n${label}: ${url}\n`;
