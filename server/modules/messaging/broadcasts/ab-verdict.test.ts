/** The arithmetic of tests: against exact fractions, and that it names winners no more often than it may. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { peopleNeeded, smallestDetectable } from '@/server/platform/lib/sample-size';
import { intervalOf, pOf, rateOf, verdictOn, type Side } from '@/server/modules/messaging/broadcasts/ab-verdict';
import { cpuMs } from '@/server/testing/cost';

const choose = (n: number, k: number): bigint => {
  let ways = 1n;
  for (let each = 0; each < k; each++) ways = (ways * BigInt(n - each)) / BigInt(each + 1);
  return ways;
};

/** Fisher's test in whole numbers: every way is counted, and nothing is rounded. */
function exactP(a: Side, b: Side): number {
  const hits = a.hits + b.hits;
  const waysOf = (x: number): bigint => choose(a.people, x) * choose(b.people, hits - x);
  const seen = waysOf(a.hits);
  let [all, asExtreme] = [0n, 0n];
  for (let x = Math.max(0, hits - b.people); x <= Math.min(hits, a.people); x++) {
    const ways = waysOf(x);
    all += ways;
    if (ways <= seen) asExtreme += ways;
  }
  const digits = 10n ** 18n;
  return Number((asExtreme * digits) / all) / Number(digits);
}

/** The normal approximation with Yates' correction, its integral by Simpson's rule. */
function normalP(a: Side, b: Side): number {
  const rate = (a.hits + b.hits) / (a.people + b.people);
  const error = Math.sqrt(rate * (1 - rate) * (1 / a.people + 1 / b.people));
  const gap = Math.max(0, Math.abs(rateOf(a) - rateOf(b)) - (1 / a.people + 1 / b.people) / 2);
  const [from, to, steps] = [gap / error, gap / error + 12, 2_000];
  const width = (to - from) / steps;
  const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(from) + density(to);
  for (let n = 1; n < steps; n++) sum += (n % 2 === 1 ? 4 : 2) * density(from + n * width);
  return 2 * ((sum * width) / 3);
}

const side = (most: number): fc.Arbitrary<Side> =>
  fc.nat(most).chain((people) => fc.nat(people).map((hits) => ({ people, hits })));

describe('p', () => {
  it('is that of exact fractions, whatever the figures', () => {
    fc.assert(
      fc.property(side(150), side(150), (a, b) => {
        expect(pOf(a, b)).toBeCloseTo(exactP(a, b), 9);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    // The first is the lady tasting tea, the others from R's fisher.test.
    [{ people: 4, hits: 3 }, { people: 4, hits: 1 }, 0.4857142857142857],
    [{ people: 10, hits: 8 }, { people: 6, hits: 1 }, 0.034965034965034965],
    [{ people: 0, hits: 0 }, { people: 40, hits: 4 }, 1],
    [{ people: 40, hits: 0 }, { people: 50, hits: 0 }, 1],
  ])('of %o and %o is %d', (a, b, p) => expect(pOf(a, b)).toBeCloseTo(p, 12));

  it('is the same from either side, and near the normal one where there are many', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2_000, max: 40_000 }),
        fc.integer({ min: 5, max: 95 }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (people, percent, errors) => {
          const rate = percent / 100;
          const gap = errors * Math.sqrt((2 * rate * (1 - rate)) / people);
          const a = { people, hits: Math.round(people * rate) };
          const b = { people, hits: Math.min(people, Math.max(0, Math.round(people * (rate + gap)))) };
          const p = pOf(a, b);
          expect(pOf(b, a)).toBeCloseTo(p, 12);
          expect(Math.abs(p - normalP(a, b))).toBeLessThan(0.01);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('of half a million on each side is there at once, however far apart they are', () => {
    const cost = cpuMs(() => {
      expect(pOf({ people: 500_000, hits: 150_000 }, { people: 500_000, hits: 150_900 })).toBeCloseTo(0.0497, 3);
      expect(pOf({ people: 500_000, hits: 0 }, { people: 500_000, hits: 500_000 })).toBe(0);
    });
    expect(cost).toBeLessThan(1_000);
  });
});

describe('the verdict', () => {
  const rows = (...hits: number[]): Side[] => hits.map((each) => ({ people: 2_000, hits: each }));
  it('names who is better than each of the others, and nobody else', () => {
    expect(verdictOn(rows(200, 300)).winner).toBe(1);
    expect(verdictOn(rows(300, 200)).winner).toBe(0);
    expect(verdictOn(rows(200, 200)).winner).toBeNull();
    expect(verdictOn(rows(200, 300, 205)).winner).toBe(1);
    // Two are better than the first, and not to be told from each other.
    expect(verdictOn(rows(200, 300, 305)).winner).toBeNull();
    expect(
      verdictOn([
        { people: 0, hits: 0 },
        { people: 0, hits: 0 },
      ]).winner,
    ).toBeNull();
  });

  it('divides its level among the pairs', () => {
    const close = verdictOn(rows(200, 230));
    expect(close.comparisons).toHaveLength(1);
    expect(close).toMatchObject({ winner: null, level: 0.05 });
    const p = verdictOn(rows(200, 243)).comparisons[0]?.p ?? 1;
    expect(p).toBeLessThan(0.05);
    expect(p).toBeGreaterThan(0.05 / 6);
    expect(verdictOn(rows(200, 243)).winner).toBe(1);
    // The same figures beside two more that are far behind are one pair of six.
    const four = verdictOn(rows(200, 243, 20, 10));
    expect(four.comparisons.map(({ variants }) => variants)).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
    expect(four.level).toBeCloseTo(0.05 / 6, 12);
    expect(four.winner).toBeNull();
  });
});

/** Numbers that are the same at every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws how many of so many people do it, by the inverse of their binomial distribution. */
function drawer(people: number, rate: number, random: () => number): () => number {
  const upTo: number[] = [];
  const odds = rate / (1 - rate);
  let log = people * Math.log1p(-rate);
  let sum = 0;
  for (let hits = 0; hits <= people; hits++) {
    sum += Math.exp(log);
    upTo.push(sum);
    log += Math.log(((people - hits) / (hits + 1)) * odds);
  }
  return () => {
    const at = random();
    let [low, high] = [0, people];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 1) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const TESTS = 10_000;

/** @returns in how many of 10,000 tests a winner was named, by its place */
function winners(people: number, rates: readonly number[], seed: number): Map<number, number> {
  const random = numbersFrom(seed);
  const draws = rates.map((rate) => drawer(people, rate, random));
  const named = new Map<number, number>();
  for (let test = 0; test < TESTS; test++) {
    const { winner } = verdictOn(draws.map((draw) => ({ people, hits: draw() })));
    if (winner !== null) named.set(winner, (named.get(winner) ?? 0) + 1);
  }
  return named;
}
const total = (named: Map<number, number>): number => [...named.values()].reduce((sum, each) => sum + each, 0);

describe('over 10,000 tests', () => {
  const noDifference = [2, 3, 4].flatMap((variants) =>
    [30, 250, 2_000].flatMap((people) => [0.02, 0.2, 0.5].map((rate) => ({ variants, people, rate }))),
  );
  it.each(noDifference)(
    'at most 5 % name a winner of $variants variants without a difference: $people people, rate $rate',
    ({ variants, people, rate }) => {
      const named = winners(
        people,
        Array.from({ length: variants }, () => rate),
        1,
      );
      expect(total(named)).toBeLessThanOrEqual(TESTS * 0.05);
    },
  );

  it('names winners as often as it may where that can be: the level is not met by never naming any', () => {
    expect(total(winners(2_000, [0.5, 0.5], 1))).toBeGreaterThan(TESTS * 0.04);
  });

  it('more than 90 % find 15 % beside 10 % of 2,000 people each, and hardly any the wrong one', () => {
    const two = winners(2_000, [0.1, 0.15], 2);
    expect(two.get(1)).toBeGreaterThan(TESTS * 0.9);
    expect(two.get(0) ?? 0).toBeLessThan(TESTS * 0.001);
    expect(winners(2_000, [0.1, 0.15, 0.1, 0.1], 3).get(1)).toBeGreaterThan(TESTS * 0.9);
  });

  it.each([
    [0.1, 0.15],
    [0.3, 0.35],
    [0.03, 0.05],
  ])('four in five find a difference among as many as are said to be needed: %d and %d', (low, high) => {
    const found = winners(peopleNeeded(low, high, 2), [low, high], 4).get(1) ?? 0;
    expect(found / TESTS).toBeGreaterThan(0.78);
    expect(found / TESTS).toBeLessThan(0.83);
    expect(peopleNeeded(low, high, 4)).toBeGreaterThan(peopleNeeded(low, high, 2));
  });
});

describe('what a test can tell', () => {
  it('is the smallest rate that needs no more people than there are', () => {
    const reported = smallestDetectable(0.3, 1_000, 2) ?? 1;
    expect(reported).toBeGreaterThan(0.35);
    expect(reported).toBeLessThan(0.37);
    expect(peopleNeeded(0.3, reported, 2)).toBeLessThanOrEqual(1_000);
    expect(peopleNeeded(0.3, reported - 0.001, 2)).toBeGreaterThan(1_000);
    expect(smallestDetectable(0.3, 5, 2)).toBeNull();
  });

  it('and an interval holds the rate of 95 in 100', () => {
    const random = numbersFrom(7);
    const draw = drawer(400, 0.1, random);
    let held = 0;
    for (let n = 0; n < TESTS; n++) {
      const { low, high } = intervalOf({ people: 400, hits: draw() });
      if (low <= 0.1 && 0.1 <= high) held++;
    }
    expect(held / TESTS).toBeGreaterThan(0.94);
    expect(held / TESTS).toBeLessThan(0.965);
    expect(intervalOf({ people: 0, hits: 0 })).toEqual({ low: 0, high: 1 });
    expect(intervalOf({ people: 9, hits: 0 }).low).toBe(0);
    expect(intervalOf({ people: 9, hits: 9 }).high).toBe(1);
  });
});
