/** Measures what code costs the processor, so that a slow or busy machine is not taken for slow code. */
import { expect } from 'vitest';

/** Milliseconds of CPU of this process, the least of three runs: a collection of garbage only adds to it. */
export const cpuMs = (work: () => void): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    }),
  );

/**
 * Fails where the cost of a text grows faster than its length: eight times the length costs a linear reader eight times
 * as much, and one that walks back sixty-four times as much.
 * @param piece what the text repeats
 * @param length characters of the longer text
 */
export function expectLinear(read: (text: string) => void, piece: string, length: number): void {
  const cost = (characters: number): number => {
    const text = piece.repeat(Math.ceil(characters / piece.length));
    return cpuMs(() => read(text));
  };
  const short = cost(length / 8);
  // A few milliseconds say more of the machine than of the code. What is quadratic takes longer for these lengths.
  expect(cost(length), `CPU of ${length} characters; an eighth takes ${short} ms`).toBeLessThan(
    30 * Math.max(short, 5),
  );
}
