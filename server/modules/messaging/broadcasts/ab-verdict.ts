/**
 * The verdict on the figures of an A/B test (docs/contract/broadcasts.md#tests): one variant is better, or there is no
 * clear winner. Pure arithmetic.
 *
 * Fisher's exact test, two-sided, compares two rates. Of all ways to divide the same hits among the same people, p is
 * the share of the ways that are no more probable than the observed one. The test is exact for every number of people.
 * It never says "different" more often than its level, unlike the normal approximation.
 */
import { pairsOf } from '@/server/platform/lib/sample-size';

/** A difference counts when p is below this level, divided by the number of compared pairs (Bonferroni). */
const LEVEL = 0.05;
/** Probabilities that differ by no more than what arithmetic loses are the same. */
const SAME = 1 + 1e-7;
/** Standard errors of an interval at 95 %. */
const Z95 = 1.959964;

export interface Side {
  people: number;
  /** The number of these people who opened or clicked, as the test counts. */
  hits: number;
}

export interface Comparison {
  /** Places of the two. */
  variants: [number, number];
  p: number;
}

export interface Verdict {
  /** Better than each of the others; null: no clear winner. */
  winner: number | null;
  comparisons: Comparison[];
  /** The bound that p of a comparison must be below. */
  level: number;
}

export const rateOf = ({ people, hits }: Side): number => (people === 0 ? 0 : hits / people);

/** @returns p for the difference of two rates; 1 when one side has no people */
export function pOf(a: Side, b: Side): number {
  const hits = a.hits + b.hits;
  const lowest = Math.max(0, hits - b.people);
  const highest = Math.min(hits, a.people);
  /** Returns how much more probable it is that `x + 1` hits fall on `a` than that `x` do. */
  const step = (x: number): number => ((hits - x) / (x + 1)) * ((a.people - x) / (b.people - hits + x + 1));
  const mode = Math.min(
    highest,
    Math.max(lowest, Math.floor(((hits + 1) * (a.people + 1)) / (a.people + b.people + 2))),
  );
  // Probabilities as multiples of the largest one, so that neither factorials nor their logarithms are needed.
  let seen = 1;
  for (let x = mode; x < a.hits; x++) seen *= step(x);
  for (let x = mode; x > a.hits; x--) seen /= step(x - 1);
  let all = 0;
  let asExtreme = 0;
  const add = (weight: number): void => {
    all += weight;
    if (weight <= seen * SAME) asExtreme += weight;
  };
  for (let x = mode, weight = 1; x <= highest && weight > 0; x++) {
    add(weight);
    weight *= step(x);
  }
  for (let x = mode - 1, weight = 1; x >= lowest && weight > 0; x--) {
    weight /= step(x);
    add(weight);
  }
  return Math.min(1, asExtreme / all);
}

/**
 * Compares each pair of variants, because the best one is known only afterwards. A winner is better than every other
 * variant. So if the variants do not differ, at most one test in twenty names a winner.
 */
export function verdictOn(sides: readonly Side[]): Verdict {
  const level = LEVEL / pairsOf(sides.length);
  const comparisons = sides.flatMap((a, first) =>
    sides.slice(first + 1).map((b, offset): Comparison => ({ variants: [first, first + 1 + offset], p: pOf(a, b) })),
  );
  const rates = sides.map(rateOf);
  const best = rates.indexOf(Math.max(...rates));
  const isBetter = comparisons.every(({ variants, p }) => !variants.includes(best) || p < level);
  return { winner: isBetter ? best : null, comparisons, level };
}

/** Returns the confidence interval of a rate, at 95 % (Wilson); from 0 to 1 when there are no people. */
export function intervalOf({ people, hits }: Side): { low: number; high: number } {
  if (people === 0) return { low: 0, high: 1 };
  const rate = hits / people;
  const square = (Z95 * Z95) / people;
  const middle = rate + square / 2;
  const margin = Z95 * Math.sqrt((rate * (1 - rate)) / people + square / (4 * people));
  return {
    low: hits === 0 ? 0 : Math.max(0, (middle - margin) / (1 + square)),
    high: hits === people ? 1 : Math.min(1, (middle + margin) / (1 + square)),
  };
}
