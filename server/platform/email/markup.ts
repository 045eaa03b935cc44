/** Pieces of markup that every block of an e-mail is made of. */
import { escapeHtml, oneLine, paragraphs } from '@/server/platform/email/escape';

/** The attributes of a table that only lays out. */
export const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** A block as HTML and as text; an empty text adds nothing to the text part. */
export type Parts = [html: string, text: string];
export const NOTHING: Parts = ['', ''];

export const given = (value: string | null | undefined): string => value ?? '';
export const line = (value: string | null | undefined): string => oneLine(given(value));

/** Renders a block as a row of the e-mail's table. */
export const row = (style: string, classes: string, content: string): string =>
  `<tr><td class="${classes}" style="${style}">${content}</td></tr>`;

export function paragraphsHtml(text: string, style: string, lastStyle: string): string {
  const all = paragraphs(text);
  return all
    .map(
      (each, index) =>
        `<p style="${index === all.length - 1 ? lastStyle : style}">${each.map(escapeHtml).join('<br>')}</p>`,
    )
    .join('');
}

export const plain = (text: string): string =>
  paragraphs(text)
    .map((each) => each.join('\n'))
    .join('\n\n');

/** The lines that say something. */
export const filled = (texts: readonly string[], between = '\n'): string =>
  texts.filter((text) => text !== '').join(between);
