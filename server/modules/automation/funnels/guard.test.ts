/** The sequential test: its figures, and that it names winners no more often than it may. */
import { describe, expect, it } from 'vitest';
import {
  incrementalOf,
  isSettled,
  look,
  needsMore,
  smallest,
  type Side,
} from '@/server/modules/automation/funnels/guard';
import { times } from '@/server/testing/lane';

const side = (id: string, people: number, converted: number, matured = people): Side => ({
  id,
  people,
  converted,
  matured,
});

/** Worked out with Python's floats, from the formula of the contract. */
const VECTORS: readonly (readonly [Side, Side, number | null])[] = [
  [side('a', 100, 10), side('b', 100, 10), 1],
  [side('a', 1000, 120), side('b', 1000, 100), 0.8781390910957353],
  [side('a', 5000, 700), side('b', 5000, 550), 0.00029359367973677797],
  [side('a', 200, 30), side('b', 180, 9), 0.21842315888395378],
  [side('a', 50, 0), side('b', 50, 0), null],
  [side('a', 0, 0), side('b', 40, 4), null],
  [side('a', 3000, 240), side('b', 3000, 150), 0.00013220797057811467],
  [side('a', 100000, 3100), side('b', 100000, 2900), 0.8483748867707998],
];

describe('p', () => {
  it.each(VECTORS)('of %o and %o is %d', (a, b, p) => {
    const found = look([a, b]).p;
    if (p === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(p, 10);
  });

  it('never rises from look to look', () => {
    expect([0.4, 0.7, null, 0.1, 0.9].reduce<number | null>((before, p) => smallest(before, p), null)).toBe(0.1);
  });
});

describe('a winner', () => {
  const certain = [side('a', 5000, 700), side('b', 5000, 400)] as const;
  it('needs a small p, 100 people whose window is over on each side, and a week', () => {
    const p = look(certain).p ?? 1;
    expect(p).toBeLessThan(0.001);
    expect(isSettled(certain, p, 7)).toBe(true);
    expect(isSettled(certain, p, 6.9)).toBe(false);
    expect(isSettled([certain[0], { ...certain[1], matured: 99 }], p, 30)).toBe(false);
    expect(isSettled([...certain, side('c', 5000, 400)], 0.03, 30)).toBe(false);
  });

  it('that is not certain yet says how many more it takes', () => {
    const sides = [side('a', 1000, 120), side('b', 1000, 100)];
    const more = needsMore(sides, look(sides).p ?? 1, 10);
    expect(more?.people).toBeGreaterThan(1000);
    const factor = ((more?.people ?? 0) + 2000) / 2000;
    const grown = sides.map((each) => ({ ...each, people: each.people * factor, converted: each.converted * factor }));
    expect(look(grown).p).toBeLessThan(0.05);
    expect(more?.days).toBe(Math.ceil((more?.people ?? 0) / 200));
    expect(needsMore(certain, look(certain).p ?? 1, 30)).toBeNull();
  });

  it('of a holdout says what the messages brought', () => {
    const { rate, conversions, low, high } = incrementalOf(side('treated', 9000, 900), side('held', 1000, 80));
    expect(rate).toBeCloseTo(0.02, 12);
    expect(conversions).toBeCloseTo(180, 9);
    expect(low).toBeLessThan(conversions);
    expect(high - conversions).toBeCloseTo(conversions - low, 9);
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

/** How many of so many people convert: normal where that is as good, one by one else. */
function binomial(people: number, rate: number, random: () => number): number {
  let converted = 0;
  for (let n = 0; n < people; n++) if (random() < rate) converted++;
  return converted;
}

/** @returns how many of the funnels name a winner at any look within four weeks, looked at every hour */
function named(funnels: number, people: number, rates: readonly [number, number], seed: number): number {
  const random = numbersFrom(seed);
  const hours = 28 * 24;
  let winners = 0;
  for (let funnel = 0; funnel < funnels; funnel++) {
    const sides = [side('a', 0, 0), side('b', 0, 0)];
    let p = 1;
    for (let hour = 1; hour <= hours; hour++) {
      sides.forEach((each, place) => {
        const upTo = Math.floor((people * hour) / hours);
        const came = upTo - each.people;
        each.converted += binomial(came, rates[place] ?? 0, random);
        each.people = upTo;
        each.matured = upTo;
      });
      p = smallest(p, look(sides).p);
      if (isSettled(sides, p, hour / 24)) {
        winners++;
        break;
      }
    }
  }
  return winners;
}

describe('over many funnels, looked at every hour', () => {
  it('at most one of twenty names a winner where there is none', () => {
    const funnels = times(2_000, 10_000);
    expect(named(funnels, 1_000, [0.1, 0.1], 1) / funnels).toBeLessThanOrEqual(0.05);
  });

  it.each([
    [0.05, 0.08],
    [0.1, 0.13],
  ])('four of five find a difference of three points among 5,000 people a side: %d and %d', (low, high) => {
    expect(named(500, 5_000, [low, high], 2) / 500).toBeGreaterThanOrEqual(0.8);
  });
});
