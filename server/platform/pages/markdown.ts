/** Renders a post's Markdown as HTML that is safe on our own pages. */
import MarkdownIt, { type Env, type Token } from 'markdown-it';
import { escapeHtml } from '@/server/platform/email/escape';
import { OverBudget, type Budget } from '@/server/platform/pages/budget';
import { sanitise } from '@/server/platform/pages/sanitise';
import { withoutTrailing } from '@/server/platform/lib/text';

/** The longest post in UTF-16 units; the beginning of a longer text is shown unformatted. */
export const MAX_UNITS = 300_000;
/** The largest rendered HTML in UTF-16 units. */
const MAX_HTML_UNITS = 5 * MAX_UNITS;
/** The length of a paragraph's excerpt in a list or a search. */
const EXCERPT_UNITS = 300;

export interface RenderedBody {
  /** Clean, with absolute addresses. */
  html: string;
  /** Plain; '' when there is none. */
  firstParagraph: string;
  /** The number of words; markup may count too. */
  words: number;
}

const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: 100 });
// What looks like a name with a dot is a link only with its scheme: `kopi.id` in a sentence is none.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// Sanitising decides about addresses, with a real parser. Those that this would leave as text would show as broken
// Markdown.
markdown.validateLink = () => true;

/** Both parsers come by here at each step. */
const spend = (env: unknown): false => {
  (env as { budget: Budget }).budget.spend();
  return false;
};
markdown.block.ruler.before('table', 'budget', (state) => spend(state.env));
markdown.inline.ruler.before('text', 'budget', (state) => spend(state.env));

const TASK = /^\[([ xX])\][ \t]/;

/** Turns `- [x] done` into a ballot box character, because pages without forms need no input for it. */
markdown.core.ruler.push('tasks', ({ tokens }) => {
  tokens.forEach((token, index) => {
    const first = token.children?.[0];
    if (
      token.type !== 'inline' ||
      first?.type !== 'text' ||
      tokens[index - 1]?.type !== 'paragraph_open' ||
      tokens[index - 2]?.type !== 'list_item_open'
    )
      return;
    if (!TASK.test(first.content)) return;
    tokens[index - 2]?.attrSet('class', 'task');
    first.content = first.content.replace(TASK, (_mark, state: string) => (state === ' ' ? '☐ ' : '☑ '));
  });
});

/** The parser writes a style for the columns' alignment, which the pages' policy would not apply. */
markdown.core.ruler.push('alignment', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type !== 'th_open' && token.type !== 'td_open') continue;
    const align = /text-align:(left|center|right)/.exec(String(token.attrGet('style') ?? ''))?.[1];
    token.attrs = align === undefined ? null : [['align', align]];
  }
});

/** Cuts a text at a word, and adds an ellipsis. */
export function shorten(text: string, units: number): string {
  if (text.length <= units) return text;
  const cut = text.slice(0, units).toWellFormed();
  const word = cut.lastIndexOf(' ');
  return `${withoutTrailing(word > units / 2 ? cut.slice(0, word) : cut, /[\s\uFFFD.,;:–-]/)}…`;
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Returns the words of clean HTML, where `<` always begins an element and only these four characters are escaped. */
const wordsOf = (clean: string): string =>
  clean
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?)])/g, '')
    .trim();

/** Returns the first paragraph with words that is not inside another block. */
function firstParagraphOf(tokens: readonly Token[], env: Env, clean: (html: string) => string): string {
  for (const [index, token] of tokens.entries()) {
    const inline = token.type === 'paragraph_open' && token.level === 0 ? tokens[index + 1] : undefined;
    const html =
      inline === undefined
        ? token.type === 'html_block' && /^<p\b/i.test(token.content) && token.content
        : markdown.renderer.renderInline(inline.children ?? [], markdown.options, env);
    const words = typeof html === 'string' ? wordsOf(clean(html)) : '';
    if (words !== '') return shorten(words, EXCERPT_UNITS);
  }
  return '';
}

/** The level of the highest heading in a piece of the author's own HTML; Infinity: there is none. */
function highestIn(html: string): number {
  let highest = Infinity;
  for (const [, level] of html.matchAll(/<h([1-6])\b/gi)) highest = Math.min(highest, Number(level));
  return highest;
}

/**
 * Returns the shift that puts the highest heading of a text right below the page's title, whichever the author began
 * with.
 */
function headingShiftOf(tokens: readonly Token[]): number {
  let highest = Infinity;
  for (const { type, tag, content, children } of tokens) {
    if (type === 'heading_open') highest = Math.min(highest, Number(tag.slice(1)));
    else if (type === 'html_block') highest = Math.min(highest, highestIn(content));
    else if (children?.some((child) => child.type === 'html_inline') === true) {
      const html = children.filter((child) => child.type === 'html_inline').map((child) => child.content);
      highest = Math.min(highest, highestIn(html.join('')));
    }
  }
  return highest === Infinity ? 0 : 2 - highest;
}

const beginningOf = (body: string): string =>
  body.length > MAX_UNITS ? `${body.slice(0, MAX_UNITS).toWellFormed()}…` : body;

const wordCountOf = (text: string): number => text.split(/\s+/).length;

/** Returns the text unformatted, for one that is too long or takes too long. */
export function asWritten(body: string): RenderedBody {
  const shown = beginningOf(body);
  return {
    html: `<pre>${escapeHtml(shown)}</pre>`,
    firstParagraph: shorten(
      shown
        .slice(0, 10 * EXCERPT_UNITS)
        .replace(/\s+/g, ' ')
        .trim(),
      EXCERPT_UNITS,
    ),
    words: wordCountOf(shown),
  };
}

/**
 * Renders without a pause, so everything else in this thread waits (render-body.ts).
 * @param body at most MAX_UNITS
 * @param base absolute address of the page, to resolve relative addresses
 * @throws OverBudget
 */
export function renderMarkdown(body: string, base: string, budget: Budget): RenderedBody {
  const env = { budget };
  const tokens = markdown.parse(body, env);
  const html = markdown.renderer.render(tokens, markdown.options, env);
  if (html.length > MAX_HTML_UNITS) throw new OverBudget();
  const headingShift = headingShiftOf(tokens);
  const clean = (dirty: string): string => sanitise(dirty, { base, headingShift, budget });
  return {
    html: clean(html),
    firstParagraph: firstParagraphOf(tokens, env, clean),
    words: wordCountOf(body),
  };
}
