/**
 * Turns one sequence into another with few deletions and insertions: Myers, “An O(ND) difference algorithm and its
 * variations” (1986), after removing common ends. Sequences with more differences than anybody reads count as replaced
 * as a whole, which is correct too.
 */
import { yielding } from '@/server/platform/lib/yield-to-others';

export type Op = 'equal' | 'delete' | 'insert';
export interface Run<Item> {
  op: Op;
  items: Item[];
}

/** The most deletions and insertions that are searched; memory grows with the square, here 16 MB. */
const MOST_EDITS = 2_000;
/** Comparisons, some hundredths of a second. */
const MOST_STEPS = 20_000_000;

/** A list of runs. Adjacent runs differ in kind; in a replacement the deletion comes before the insertion. */
class Runs<Item> {
  readonly all: Run<Item>[] = [];

  add(op: Op, items: readonly Item[]): void {
    if (items.length === 0) return;
    const last = this.all.at(-1);
    if (last?.op === op) for (const item of items) last.items.push(item);
    else this.all.push({ op, items: [...items] });
  }
}

/** One deleted or inserted item, and the positions in both sequences. */
interface Edit {
  op: 'delete' | 'insert';
  x: number;
  y: number;
}

/** Returns the shortest list of edits, in order; null when it would be too long. */
async function shortestWay(before: readonly string[], after: readonly string[]): Promise<Edit[] | null> {
  const most = Math.min(before.length + after.length, MOST_EDITS);
  const turn = yielding();
  // furthest[k + middle]: how far the best way of d edits comes on the diagonal k.
  const middle = most + 1;
  const furthest = new Int32Array(2 * middle + 1);
  const trace: Int32Array[] = [];
  let steps = 0;
  for (let d = 0; d <= most; d++) {
    trace.push(furthest.slice(middle - d, middle + d + 1));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (furthest[middle + k - 1] ?? 0) < (furthest[middle + k + 1] ?? 0));
      let x = down ? (furthest[middle + k + 1] ?? 0) : (furthest[middle + k - 1] ?? 0) + 1;
      let y = x - k;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x++;
        y++;
        steps++;
      }
      furthest[middle + k] = x;
      if (x >= before.length && y >= after.length) return wayBack(trace, d, k);
    }
    steps += d;
    if (steps > MOST_STEPS) return null;
    const wait = turn();
    if (wait !== undefined) await wait;
  }
  return null;
}

/** Follows the shortest way from its end to its beginning, with the state saved before each step. */
function wayBack(trace: readonly Int32Array[], edits: number, diagonal: number): Edit[] {
  const way: Edit[] = [];
  let k = diagonal;
  for (let d = edits; d > 0; d--) {
    // The diagonals −(d−1)…d−1, as they were before this step; those beyond were not reached.
    const reached = trace[d] ?? new Int32Array();
    const at = (of: number): number => reached[of + d] ?? 0;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    k = down ? k + 1 : k - 1;
    way.push({ op: down ? 'insert' : 'delete', x: at(k), y: at(k) - k });
  }
  return way.reverse();
}

/**
 * Returns runs: without insertions they are `before`, without deletions `after`. Other requests get turns meanwhile.
 * @returns no runs for two empty sequences
 */
export async function diffSequences(before: readonly string[], after: readonly string[]): Promise<Run<string>[]> {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const [old, young] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];

  const runs = new Runs<string>();
  runs.add('equal', before.slice(0, start));
  const way = await shortestWay(old, young);
  if (way === null) {
    runs.add('delete', old);
    runs.add('insert', young);
  } else {
    let [x, y] = [0, 0];
    for (const edit of way) {
      runs.add('equal', old.slice(x, edit.x));
      [x, y] = [edit.x, edit.y];
      if (edit.op === 'delete') runs.add('delete', old.slice(x, ++x));
      else runs.add('insert', young.slice(y, ++y));
    }
    runs.add('equal', old.slice(x));
  }
  runs.add('equal', before.slice(before.length - end));
  return deletionsFirst(runs.all);
}

/** Merges the runs between two equal runs into at most one deletion and one insertion, in this order. */
function deletionsFirst(runs: readonly Run<string>[]): Run<string>[] {
  const sorted = new Runs<string>();
  let [deleted, inserted]: [string[], string[]] = [[], []];
  const settle = (): void => {
    sorted.add('delete', deleted);
    sorted.add('insert', inserted);
    [deleted, inserted] = [[], []];
  };
  for (const { op, items } of runs) {
    if (op === 'equal') {
      settle();
      sorted.add('equal', items);
    } else if (op === 'delete') deleted = deleted.concat(items);
    else inserted = inserted.concat(items);
  }
  settle();
  return sorted.all;
}
