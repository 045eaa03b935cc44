/** The HTML of other blogs as Markdown. It is only read: nothing of it runs or loads here. */
import Turndown from 'turndown';

const ADDRESSED = ['IFRAME', 'VIDEO', 'AUDIO', 'EMBED'];

const attribute = (node: Node, name: string): string => (node as Element).getAttribute(name)?.trim() ?? '';
const wordsOf = (node: Node | null): string => (node?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Returns the source of something that plays. A bare address becomes a link on the page. */
function sourceOf(node: Node): string {
  const source = attribute(node, 'src') || attribute((node as Element).querySelector('source') ?? node, 'src');
  return source.startsWith('//') ? `https:${source}` : source;
}

function tableOf(table: Element): string {
  const rows = Array.from(table.querySelectorAll('tr'), (row) =>
    Array.from(row.querySelectorAll('th, td'), (cell) => wordsOf(cell).replaceAll('|', '\\|')),
  );
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const [head, ...rest] = rows;
  if (head === undefined || width === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_none, at) => cells[at] ?? '').join(' | ')} |`;
  return [line(head), line(Array.from({ length: width }, () => '---')), ...rest.map(line)].join('\n');
}

function converter(): Turndown {
  const turndown = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  // An address in the text becomes a link only as it stands.
  const escape = turndown.escape.bind(turndown);
  turndown.escape = (text) =>
    text
      .split(/(https?:\/\/\S+)/)
      .map((part, at) => (at % 2 === 1 ? part : escape(part)))
      .join('');
  turndown.remove(['script', 'style', 'noscript', 'form', 'button', 'input', 'template']);
  turndown.addRule('struck', {
    filter: ['del', 's'],
    replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
  });
  turndown.addRule('table', {
    filter: 'table',
    replacement: (_content, node) => `\n\n${tableOf(node)}\n\n`,
  });
  turndown.addRule('caption', {
    filter: 'figcaption',
    replacement: (content) => (content.trim() === '' ? '' : `\n\n*${content.trim().replaceAll('*', '')}*\n\n`),
  });
  turndown.addRule('played', {
    filter: (node) => ADDRESSED.includes(node.nodeName),
    replacement: (_content, node) => `\n\n${sourceOf(node)}\n\n`,
  });
  // Ghost's card of a link has its title, a summary and pictures inside the link.
  turndown.addRule('card', {
    filter: (node) => node.nodeName === 'A' && /\bkg-bookmark-container\b/.test(node.className),
    replacement: (_content, node) => {
      const card = node as unknown as Element;
      const title = wordsOf(card.querySelector('.kg-bookmark-title')) || attribute(card, 'href');
      return `\n\n[${title.replace(/[[\]]/g, '\\$&')}](${attribute(card, 'href')})\n\n`;
    },
  });
  return turndown;
}

let made: Turndown | null = null;

/** @returns '' for HTML that says nothing */
export const markdownOf = (html: string): string => (html.trim() === '' ? '' : (made ??= converter()).turndown(html));
