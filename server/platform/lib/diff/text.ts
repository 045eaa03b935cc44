/**
 * The difference between two texts: deleted and inserted lines, and the changed words of lines that were changed in
 * part.
 */
import { diffSequences, type Op, type Run } from '@/server/platform/lib/diff/sequences';
import { yielding } from '@/server/platform/lib/yield-to-others';

export interface DiffWord {
  op: Op;
  text: string;
}

export interface DiffLine {
  op: Op;
  text: string;
  /**
   * For a line that was changed in part: the words that stay, and those that are deleted from it or inserted into it.
   */
  words?: DiffWord[];
}

/** Lines that differ, with some equal lines around them. */
export interface DiffHunk {
  /** The number of the hunk's first line, before and after, counted from 1. */
  fromLine: number;
  toLine: number;
  lines: DiffLine[];
}

/** The number of equal lines shown around differences. */
const AROUND = 3;
/** The share of letters that two lines must have in common for one to count as a change of the other. */
const LEAST_IN_COMMON = 0.3;
/** The longest line, in letters, whose words are compared. */
const LONGEST_LINE = 50_000;

/** Matches words, white space, and every other sign by itself; scripts without spaces are split into letters. */
const PIECE =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}])[\p{L}\p{N}\p{M}_'’-])+|[^]/gu;
const piecesOf = (line: string): string[] => line.match(PIECE) ?? [];

const textOf = ({ items }: Run<string>): string => items.join('');

/** Returns the words of a line and of its changed form; null when they have too little in common. */
async function diffWords(before: string, after: string): Promise<{ before: DiffWord[]; after: DiffWord[] } | null> {
  if (Math.max(before.length, after.length) > LONGEST_LINE) return null;
  const runs = await diffSequences(piecesOf(before), piecesOf(after));
  const common = runs.reduce((sum, run) => sum + (run.op === 'equal' ? textOf(run).trim().length : 0), 0);
  if (common < LEAST_IN_COMMON * Math.min(before.length, after.length) || common === 0) return null;
  const side = (left: Op): DiffWord[] =>
    runs.filter(({ op }) => op !== left).map((run) => ({ op: run.op, text: textOf(run) }));
  return { before: side('insert'), after: side('delete') };
}

/** Pairs deleted lines with the lines in their place, the first with the first. */
async function changedLines(deleted: readonly string[], inserted: readonly string[]): Promise<DiffLine[]> {
  const gone: DiffLine[] = [];
  const come: DiffLine[] = inserted.map((text) => ({ op: 'insert', text }));
  const turn = yielding();
  for (const [at, text] of deleted.entries()) {
    const line = come[at];
    const words = line === undefined ? null : await diffWords(text, line.text);
    if (line !== undefined && words !== null) line.words = words.after;
    gone.push({ op: 'delete', text, ...(words !== null && { words: words.before }) });
    const wait = turn();
    if (wait !== undefined) await wait;
  }
  return [...gone, ...come];
}

/**
 * Compares two texts by lines, split at `\n`. Other requests get turns meanwhile.
 * @returns no hunks for equal texts. In a hunk, deleted lines come before the lines in their place.
 */
export async function diffTexts(before: string, after: string): Promise<DiffHunk[]> {
  if (before === after) return [];
  const runs = await diffSequences(before.split('\n'), after.split('\n'));
  const hunks: DiffHunk[] = [];
  let [fromLine, toLine] = [1, 1];
  let open: DiffHunk | undefined;
  for (const [at, { op, items }] of runs.entries()) {
    if (op === 'equal') {
      const isLast = at === runs.length - 1;
      const rest = isLast ? items.length : Math.max(0, items.length - AROUND);
      if (open !== undefined && !isLast && items.length <= 2 * AROUND) open.lines.push(...items.map(equal));
      else {
        open?.lines.push(...items.slice(0, AROUND).map(equal));
        open = undefined;
        if (!isLast) {
          open = { fromLine: fromLine + rest, toLine: toLine + rest, lines: items.slice(rest).map(equal) };
          hunks.push(open);
        }
      }
      fromLine += items.length;
      toLine += items.length;
      continue;
    }
    if (open === undefined) {
      open = { fromLine, toLine, lines: [] };
      hunks.push(open);
    }
    const next = runs[at + 1];
    // What comes in the place of what went is told with it.
    if (op === 'delete') {
      fromLine += items.length;
      const inserted = next?.op === 'insert' ? next.items : [];
      for (const line of await changedLines(items, inserted)) open.lines.push(line);
    } else {
      toLine += items.length;
      if (runs[at - 1]?.op !== 'delete') for (const text of items) open.lines.push({ op, text });
    }
  }
  return hunks;
}

const equal = (text: string): DiffLine => ({ op: 'equal', text });
