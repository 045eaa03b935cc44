/** A diff is right when it leads from one text to the other, and short when nothing goes that could have stayed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffSequences } from './sequences';
import { diffTexts, type DiffHunk } from './text';

/** What a reader of the diff does: goes by its line numbers, takes out what goes and puts in what comes. */
function applied(before: string, hunks: readonly DiffHunk[]): string {
  const old = before.split('\n');
  const made: string[] = [];
  let at = 0;
  for (const { fromLine, toLine, lines } of hunks) {
    made.push(...old.slice(at, fromLine - 1));
    at = fromLine - 1;
    expect(made.length).toBe(toLine - 1);
    for (const { op, text } of lines) {
      if (op !== 'insert') expect(old[at++]).toBe(text);
      if (op !== 'delete') made.push(text);
    }
  }
  return [...made, ...old.slice(at)].join('\n');
}

/** The length of the longest common subsequence, by the table that everybody knows. */
function commonOf(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const item of before) {
    const next = [0];
    for (const [at, other] of after.entries())
      next.push(item === other ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!));
    row = next;
  }
  return row.at(-1)!;
}

/** Few letters, so that much is alike. */
const items = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 40 });
const line = fc.array(fc.constantFrom('kopi', 'teh', ' ', ' ', ', ', '**gula**', '咖', '🙂', 'é'), { maxLength: 8 });
const text = fc
  .array(
    line.map((words) => words.join('')),
    { maxLength: 25 },
  )
  .map((lines) => lines.join('\n'));
/** A text and what an editor makes of it: lines go, come and change their words. */
const edited = fc
  .tuple(text, fc.array(fc.tuple(fc.nat(30), fc.nat(3), text), { maxLength: 4 }))
  .map(([before, edits]) => {
    const lines = before.split('\n');
    for (const [at, gone, come] of edits) lines.splice(at, gone, ...come.split('\n'));
    return [before, lines.join('\n')] as const;
  });

describe('a diff of sequences', () => {
  it('leads from one to the other, with as little as can be', async () => {
    await fc.assert(
      fc.asyncProperty(items, items, async (before, after) => {
        const runs = await diffSequences(before, after);
        const side = (left: string) => runs.filter(({ op }) => op !== left).flatMap((run) => run.items);
        expect(side('insert')).toEqual(before);
        expect(side('delete')).toEqual(after);
        expect(runs.filter(({ op }) => op === 'equal').flatMap((run) => run.items)).toHaveLength(
          commonOf(before, after),
        );
        for (const [at, { op, items: own }] of runs.entries()) {
          expect(own.length).toBeGreaterThan(0);
          expect(runs[at + 1]?.op).not.toBe(op);
          if (op === 'insert') expect(runs[at + 1]?.op).not.toBe('delete');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('of what has nothing in common takes its time from nobody, and is right', async () => {
    const numbered = (mark: string) => Array.from({ length: 100_000 }, (_, n) => `${mark}${n}`);
    const began = performance.now();
    let turns = 0;
    const others = setInterval(() => turns++, 1);
    const runs = await diffSequences(numbered('a'), numbered('b'));
    clearInterval(others);
    expect(runs.map(({ op, items: own }) => [op, own.length])).toEqual([
      ['delete', 100_000],
      ['insert', 100_000],
    ]);
    expect(turns).toBeGreaterThan(0);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('a diff of texts', () => {
  it.each([
    ['any two', fc.tuple(text, text)],
    ['one that was edited', edited],
  ])('applied to the old one gives the new one: %s', async (_, pairs) => {
    await fc.assert(
      fc.asyncProperty(pairs, async ([before, after]) => {
        const hunks = await diffTexts(before, after);
        expect(applied(before, hunks)).toBe(after);
        expect(hunks.length === 0).toBe(before === after);
        for (const { op, text: whole, words } of hunks.flatMap(({ lines }) => lines)) {
          if (words === undefined) continue;
          expect(words.map((word) => word.text).join('')).toBe(whole);
          expect(new Set(words.map((word) => word.op)).has(op === 'delete' ? 'insert' : 'delete')).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('says the words of a paragraph that was changed in part', async () => {
    expect(await diffTexts('Satu\n\nAir panas 92 derajat.\n\nTiga', 'Satu\n\nAir panas 94 derajat.\n\nTiga')).toEqual([
      {
        fromLine: 1,
        toLine: 1,
        lines: [
          { op: 'equal', text: 'Satu' },
          { op: 'equal', text: '' },
          {
            op: 'delete',
            text: 'Air panas 92 derajat.',
            words: [
              { op: 'equal', text: 'Air panas ' },
              { op: 'delete', text: '92' },
              { op: 'equal', text: ' derajat.' },
            ],
          },
          {
            op: 'insert',
            text: 'Air panas 94 derajat.',
            words: [
              { op: 'equal', text: 'Air panas ' },
              { op: 'insert', text: '94' },
              { op: 'equal', text: ' derajat.' },
            ],
          },
          { op: 'equal', text: '' },
          { op: 'equal', text: 'Tiga' },
        ],
      },
    ]);
  });

  it('leaves out what is far from any change', async () => {
    const lines = Array.from({ length: 100 }, (_, n) => `Baris ${n + 1}`);
    const after = lines.with(9, 'Lain').with(79, 'Lain lagi');
    const hunks = await diffTexts(lines.join('\n'), after.join('\n'));
    expect(hunks.map(({ fromLine, toLine, lines: own }) => [fromLine, toLine, own.length])).toEqual([
      [7, 7, 8],
      [77, 77, 8],
    ]);
    expect(applied(lines.join('\n'), hunks)).toBe(after.join('\n'));
  });
});
