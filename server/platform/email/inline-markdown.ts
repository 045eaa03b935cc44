/**
 * Formats one line of text: `**bold**`, `*italic*` (or with `_`), `[words](address)`, and `\*` for the character
 * itself. All other text stays as written. A single pass: open marks wait on a stack until something closes them, so no
 * text is read twice.
 */
import { isLink } from '@/server/platform/email/addresses';
import { escapeHtml } from '@/server/platform/email/escape';

interface Piece {
  html: string;
  text: string;
}

/** An open mark that a later mark may close. */
interface Opened {
  mark: string;
  /** The position of the mark among the pieces. */
  at: number;
}

const SPECIAL = /[\\*_[\]{]/g;
/** A merge tag is one unit: marks in its fallback are not read as formatting. */
const MERGE_TAG = /\{[A-Za-z]+(?:\|[^{}]*)?\}/y;
/** The end of a link with its address, which may contain parentheses in pairs. */
const LINK_END = /\]\(([^\s()]*(?:\([^\s()]*\)[^\s()]*)*)\)/y;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/;
/** No run of marks is longer. */
const LONGEST_RUN = 3;

const NAMES: Readonly<Record<string, string>> = { '*': 'em', _: 'em', '**': 'strong', __: 'strong' };
/** Splits a run of marks into single marks, in the order in which it opens them. */
const marksOf = (run: string): string[] => (run.length === LONGEST_RUN ? [run.slice(0, 1), run.slice(0, 2)] : [run]);

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function runAt(source: string, at: number): string {
  let end = at + 1;
  while (source[end] === source[at]) end++;
  return source.slice(at, end);
}

class LineOfText {
  readonly pieces: Piece[] = [];
  private readonly opened: Opened[] = [];
  /** The number of waiting marks of each kind. */
  private readonly waiting = new Map<string, number>();

  constructor(private readonly linkAttributes: string) {}

  add(written: string): void {
    if (written !== '') this.pieces.push({ html: escapeHtml(written), text: written });
  }

  open(mark: string): void {
    this.opened.push({ mark, at: this.pieces.length });
    this.waiting.set(mark, (this.waiting.get(mark) ?? 0) + 1);
    this.add(mark);
  }

  /** Removes the newest such mark from the stack; marks above it stay as written. */
  private take(mark: string): Opened | undefined {
    if ((this.waiting.get(mark) ?? 0) === 0) return undefined;
    for (;;) {
      const top = this.opened.pop();
      if (top === undefined) return undefined;
      this.waiting.set(top.mark, (this.waiting.get(top.mark) ?? 0) - 1);
      if (top.mark === mark) return top;
    }
  }

  /** @returns whether there was something to close */
  close(mark: string): boolean {
    const name = NAMES[mark];
    const from = name === undefined ? undefined : this.take(mark);
    if (from === undefined) return false;
    this.pieces[from.at] = { html: `<${name}>`, text: '' };
    this.pieces.push({ html: `</${name}>`, text: '' });
    return true;
  }

  /** Ends a link, if a bracket was opened before and the address is permitted. */
  link(address: string): boolean {
    const from = this.take('[');
    if (from === undefined || !isLink(address)) return false;
    const words = this.pieces
      .slice(from.at + 1)
      .map(({ text }) => text)
      .join('');
    if (words.trim() === '') return false;
    this.pieces[from.at] = { html: `<a href="${escapeHtml(address)}" ${this.linkAttributes}>`, text: '' };
    this.pieces.push({ html: '</a>', text: words === address ? '' : ` (${address})` });
    // A link holds no other.
    this.waiting.set('[', 0);
    for (const each of this.opened) if (each.mark === '[') each.mark = '';
    return true;
  }

  /** Handles a run of marks: it closes what it can, else opens, else is plain text. */
  run(run: string, before: string, after: string): void {
    const underscore = run.startsWith('_');
    const opens = after !== '' && !SPACE.test(after) && !(underscore && WORD.test(before));
    const closes = before !== '' && !SPACE.test(before) && !(underscore && WORD.test(after));
    if (run.length > LONGEST_RUN) return this.add(run);
    const marks = marksOf(run);
    if (closes) {
      const left = this.closeAll(marks);
      if (left.length < marks.length) return left.forEach((mark) => this.add(mark));
    }
    if (opens) marks.forEach((mark) => this.open(mark));
    else this.add(run);
  }

  /** Closes marks, the newest first. @returns the marks that closed nothing */
  private closeAll(marks: readonly string[]): string[] {
    if (!marks.some((mark) => (this.waiting.get(mark) ?? 0) > 0)) return [...marks];
    const newest = this.opened.findLast(({ mark }) => marks.includes(mark))?.mark;
    if (newest === undefined) return [...marks];
    const others = marks.filter((mark) => mark !== newest);
    this.close(newest);
    return others.filter((mark) => !this.close(mark));
  }
}

/** @param linkAttributes the class and style of every link */
export function inlineMarkdown(source: string, linkAttributes: string): Piece {
  const result = new LineOfText(linkAttributes);
  let at = 0;
  while (at < source.length) {
    const special = matchAt(SPECIAL, source, at)?.index ?? source.length;
    result.add(source.slice(at, special));
    if (special === source.length) break;
    at = special + step(result, source, special);
  }
  return {
    html: result.pieces.map(({ html }) => html).join(''),
    text: result.pieces.map(({ text }) => text).join(''),
  };
}

/** Handles the text at a special character. @returns how many units it has read */
function step(result: LineOfText, source: string, at: number): number {
  const character = source.charAt(at);
  switch (character) {
    case '\\': {
      const next = source.charAt(at + 1);
      const escaped = next !== '' && PUNCTUATION.test(next);
      result.add(escaped ? next : character);
      return escaped ? 2 : 1;
    }
    case '{': {
      const tag = matchAt(MERGE_TAG, source, at)?.[0] ?? character;
      result.add(tag);
      return tag.length;
    }
    case '[':
      result.open(character);
      return 1;
    case ']': {
      const end = matchAt(LINK_END, source, at);
      if (end !== null && result.link(end[1] ?? '')) return end[0].length;
      result.add(character);
      return 1;
    }
    default: {
      const run = runAt(source, at);
      result.run(run, source.charAt(at - 1), source.charAt(at + run.length));
      return run.length;
    }
  }
}
