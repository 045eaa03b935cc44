/**
 * One line of formatted text: `**bold**`, `*italic*` (or with `_`), `[words](address)`, and `\*` for the character
 * itself. Whatever is none of these stays as it is written. One walk: marks wait on a stack until something closes
 * them, so that no text, however strange, is looked at twice.
 */
import { isLink } from '@/server/platform/email/addresses';
import { escapeHtml } from '@/server/platform/email/escape';

interface Piece {
  html: string;
  text: string;
}

/** A mark that may still be closed. */
interface Opened {
  mark: string;
  /** Its place among the pieces. */
  at: number;
}

const SPECIAL = /[\\*_[\]{]/g;
/** A merge tag is one thing: no mark in what stands in for a missing value. */
const MERGE_TAG = /\{[A-Za-z]+(?:\|[^{}]*)?\}/y;
/** The end of a link, with its address, which may hold parentheses in pairs. */
const LINK_END = /\]\(([^\s()]*(?:\([^\s()]*\)[^\s()]*)*)\)/y;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/;
/** No run of marks is longer. */
const LONGEST_RUN = 3;

const NAMES: Readonly<Record<string, string>> = { '*': 'em', _: 'em', '**': 'strong', __: 'strong' };
/** Returns the marks that a run is made of, in the order in which it opens. */
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

  /** Takes the newest such mark off the stack; those above it stay as they are written. */
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

  /** The end of a link: of words before it that begin with a bracket, to an address that may be linked to. */
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

  /** A run of marks: closes what it can, else opens, else is what it is. */
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

  /** The newest first. @returns the marks that closed nothing */
  private closeAll(marks: readonly string[]): string[] {
    if (!marks.some((mark) => (this.waiting.get(mark) ?? 0) > 0)) return [...marks];
    const newest = this.opened.findLast(({ mark }) => marks.includes(mark))?.mark;
    if (newest === undefined) return [...marks];
    const others = marks.filter((mark) => mark !== newest);
    this.close(newest);
    return others.filter((mark) => !this.close(mark));
  }
}

/** @param linkAttributes of every link: its class and style */
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

/** Takes what stands at a special character. @returns how many units that was */
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
