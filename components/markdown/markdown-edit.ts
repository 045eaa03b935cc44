/**
 * The actions of the Markdown editor's buttons: each an edit of one stretch of the text, so that it can be put in as if
 * it were typed and taken back with Ctrl-Z.
 */
import { withoutTrailing } from '@/server/platform/lib/text';

/** A text with what is chosen in it; both ends are the same where the caret stands. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** `insert` takes the place of the text from `from` to `to`; then `start` to `end` is chosen. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  start: number;
  end: number;
}

export type LineStyle = 'heading' | 'subheading' | 'bullets' | 'numbers' | 'quote';

/** The action of a button. */
export type Act = 'bold' | 'italic' | 'link' | LineStyle;

/** The edit of a button. @param words what stands where nothing was chosen */
export function editOf(from: Selected, act: Act, words: string): Edit {
  switch (act) {
    case 'bold':
      return wrap(from, '**', words);
    case 'italic':
      return wrap(from, '*', words);
    case 'link':
      return link(from, words);
    default:
      return lines(from, act);
  }
}

/** Puts marks around the words, or takes them off: `**bold**`, `*italic*`. */
export function wrap({ text, start, end }: Selected, mark: string, placeholder: string): Edit {
  const chosen = text.slice(start, end);
  const size = mark.length;
  // Spaces at the ends would leave the marks without effect.
  const before = chosen.length - chosen.trimStart().length;
  const after = chosen.trim() === '' ? 0 : chosen.length - chosen.trimEnd().length;
  const [from, to] = chosen.trim() === '' ? [start, end] : [start + before, end - after];
  const words = text.slice(from, to);
  if (isMarked(text, from, to, mark))
    return { from: from - size, to: to + size, insert: words, start: from - size, end: to - size };
  if (words.length > 2 * size && isMarked(text, from + size, to - size, mark)) {
    const inner = words.slice(size, -size);
    return { from, to, insert: inner, start: from, end: from + inner.length };
  }
  const inner = words.trim() === '' ? placeholder : words;
  return { from, to, insert: mark + inner + mark, start: from + size, end: from + size + inner.length };
}

/**
 * Checks whether exactly these marks stand around the stretch: the `*` of italics is not one half of the `**` of bold.
 */
function isMarked(text: string, from: number, to: number, mark: string): boolean {
  const before = text.slice(0, Math.max(0, from));
  const left = before.length - withoutTrailing(before, /\*/).length;
  const right = /^\**/.exec(text.slice(to))?.[0].length ?? 0;
  return from < to && left === right && (left === mark.length || left === 3);
}

/** `[words](address)`; the address is chosen, to be typed over, or the words where none were. */
export function link({ text, start, end }: Selected, words: string, address = 'https://'): Edit {
  const chosen = text.slice(start, end);
  if (/^https?:\/\/\S+$/.test(chosen))
    return { from: start, to: end, insert: `[${words}](${chosen})`, start: start + 1, end: start + 1 + words.length };
  const shown = chosen === '' ? words : chosen;
  const at = start + shown.length + 3;
  return { from: start, to: end, insert: `[${shown}](${address})`, start: at, end: at + address.length };
}

const ITEM = /^(\s*)(?:([-*+])|(\d+)([.)])|(>+)) /;
const HEADING = /^#{1,6} /;
const MARKS: Readonly<Record<LineStyle, RegExp>> = {
  heading: /^## /,
  subheading: /^### /,
  bullets: /^[-*+] /,
  numbers: /^\d+[.)] /,
  quote: /^> ?/,
};

/** Makes lines a heading, a list or a quotation, and takes it off again where all of them are. */
export function lines({ text, start, end }: Selected, style: LineStyle): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(end - (end > start && text[end - 1] === '\n' ? 1 : 0), start));
  const to = next === -1 ? text.length : next;
  const old = text.slice(from, to).split('\n');
  const filled = (line: string): boolean => line.trim() !== '' || old.length === 1;
  const off = old.filter(filled).every((line) => MARKS[style].test(line));
  let number = 0;
  const fresh = old.map((line) => {
    if (!filled(line)) return line;
    if (off) return line.replace(MARKS[style], '');
    // A quotation may hold a list; a list is no heading and no other list.
    const bare =
      style === 'quote' ? line : line.replace(HEADING, '').replace(MARKS.bullets, '').replace(MARKS.numbers, '');
    return { heading: '## ', subheading: '### ', bullets: '- ', numbers: `${++number}. `, quote: '> ' }[style] + bare;
  });
  // A list needs an empty line before it, or it becomes part of the paragraph above.
  const above = text.slice(0, from).split('\n').at(-2) ?? '';
  const gap = !off && above.trim() !== '' && !MARKS[style].test(above) ? '\n' : '';
  const insert = gap + fresh.join('\n');
  if (start !== end) return { from, to, insert, start: from + gap.length, end: from + insert.length };
  const caret = Math.max(from + gap.length, start + insert.length - (to - from));
  return { from, to, insert, start: caret, end: caret };
}

/** Enter in a list or a quotation begins the next item; in an empty one it ends the list. Null: a plain new line. */
export function newLine({ text, start, end }: Selected): Edit | null {
  if (start !== end) return null;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const [mark, indent = '', bullet, number, dot = '.', quote] = ITEM.exec(text.slice(from, start)) ?? [];
  if (mark === undefined) return null;
  if (text.slice(from + mark.length, start).trim() === '')
    return { from, to: start, insert: '', start: from, end: from };
  const insert = `\n${indent}${bullet ?? quote ?? `${Number(number) + 1}${dot}`} `;
  return { from: start, to: start, insert, start: start + insert.length, end: start + insert.length };
}

/** A block of its own, with an empty line before and after where there is text. */
export function block({ text, start, end }: Selected, words: string): Edit {
  const [above, below] = [text.slice(0, start), text.slice(end)];
  const before = above === '' || above.endsWith('\n\n') ? '' : above.endsWith('\n') ? '\n' : '\n\n';
  const after = below === '' || below.startsWith('\n\n') ? '' : below.startsWith('\n') ? '\n' : '\n\n';
  const caret = start + before.length + words.length;
  return { from: start, to: end, insert: before + words + after, start: caret, end: caret };
}

/** As the browser does it; for tests, and for a field that has not the focus. */
export const edited = (text: string, { from, to, insert }: Edit): string =>
  text.slice(0, from) + insert + text.slice(to);
