/** The unsubscribe link that an e-mail must carry (4 §G): whether it has one, and the plain one that is added to it. */
import { escapeHtml } from '@/server/email/escape';

const WORDS = /unsubscri|opt[-_ ]?out|berhenti\s+(?:ber)?langganan|stop\s+langganan|abmelden|désabonn/i;
const ANCHOR = /<a\b[^>]*\bhref\s*=[^>]*>[\s\S]*?<\/a\s*>/gi;

/** An anchor whose address or words say so. Images and styles in it do not matter. */
export const hasUnsubscribeLink = (html: string): boolean => [...html.matchAll(ANCHOR)].some(([anchor]) => WORDS.test(anchor));

/** A text part says so beside an address. */
export const mentionsUnsubscribe = (text: string): boolean => text.split('\n').some((line, index, lines) => WORDS.test(line) && /https?:\/\//i.test(line + (lines[index + 1] ?? '')));

/** Words in the language of the workspace's country. */
const LABELS: Record<string, string> = { ID: 'Berhenti berlangganan' };
export const unsubscribeLabel = (country: string): string => LABELS[country] ?? 'Unsubscribe';

/** Where the link goes in: before the end of the body, or at the end. */
export function cutForLink(html: string): { before: string; after: string } {
  const at = html.toLowerCase().lastIndexOf('</body');
  return at === -1 ? { before: html, after: '' } : { before: html.slice(0, at), after: html.slice(at) };
}

export const linkHtml = (url: string, label: string): string =>
  `<div style="padding:16px;text-align:center;font-family:Arial,Helvetica,sans-serif;font-size:12px;line-height:18px;color:#57606a"><a href="${escapeHtml(url)}" class="s" style="color:#57606a;text-decoration:underline">${escapeHtml(label)}</a></div>`;

export const linkText = (url: string, label: string): string => `\n\n--\n${label}: ${url}\n`;
