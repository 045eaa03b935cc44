/**
 * The sequential test of splits and holdouts (docs/contract/funnels.md#the-guard): always valid, so that looking early
 * and often does no harm. Pure arithmetic.
 *
 * A mixture of normal alternatives around no difference (Robbins 1970; Johari, Pekelis and Walsh 2015): for the
 * difference d of two rates with variance V, Λ = √(V/(V+τ²)) · exp(d²τ²/(2V(V+τ²))), and p is the smallest 1/Λ so far.
 */

/** The spread of differences that the mixture expects. */
const TAU = 0.02;
/** The chance of a false winner: a difference is reported below this p, divided among the comparisons. */
const LEVEL = 0.05;
/** The least people on each side whose goal window is over. */
const LEAST_PEOPLE = 100;
const LEAST_DAYS = 7;
/** Standard errors of an interval at 95 %. */
const Z95 = 1.959964;

export interface Side {
  id: string;
  people: number;
  converted: number;
  /** The number of people whose goal window is over. */
  matured: number;
}

export const rateOf = ({ people, converted }: Pick<Side, 'people' | 'converted'>): number =>
  people === 0 ? 0 : converted / people;

/** Returns the variance of the difference of two rates, unpooled. */
function varianceOf(a: Side, b: Side): number {
  const part = (side: Side): number => {
    const rate = rateOf(side);
    return side.people === 0 ? 0 : (rate * (1 - rate)) / side.people;
  };
  return part(a) + part(b);
}

/** Returns 1/Λ, at most 1; null while the variance is 0 and no p can be computed. */
function pOf(difference: number, variance: number): number | null {
  if (variance <= 0) return null;
  const spread = TAU * TAU;
  const logLambda =
    0.5 * Math.log(variance / (variance + spread)) +
    (difference * difference * spread) / (2 * variance * (variance + spread));
  return Math.min(1, Math.exp(-logLambda));
}

/** Returns the two best sides, the better one first; undefined while fewer than two sides have people. */
function bestTwo(sides: readonly Side[]): readonly [Side, Side] | undefined {
  const [best, second] = sides.filter(({ people }) => people > 0).sort((a, b) => rateOf(b) - rateOf(a));
  return best === undefined || second === undefined ? undefined : [best, second];
}

/**
 * Returns p at this look; null while no p can be computed. @param sides the variants of a split, or treated and
 * held-out people
 */
export function look(sides: readonly Side[]): { p: number | null; leader: string | null } {
  const pair = bestTwo(sides);
  if (pair === undefined) return { p: null, leader: null };
  const [best, second] = pair;
  const difference = rateOf(best) - rateOf(second);
  return { p: pOf(difference, varianceOf(best, second)), leader: difference > 0 ? best.id : null };
}

/** Returns the value that is kept from look to look. */
export const smallest = (before: number | null, now: number | null): number => Math.min(before ?? 1, now ?? 1, 1);

/** Returns the p below which a difference is reported. */
export const boundOf = (sides: number): number => LEVEL / (sides - 1);

/** Checks whether a winner may be named. @param days since the first person entered the comparison */
export const isSettled = (sides: readonly Side[], p: number, days: number): boolean =>
  p < boundOf(sides.length) && days >= LEAST_DAYS && sides.every(({ matured }) => matured >= LEAST_PEOPLE);

/**
 * Returns how many more people in all are needed to report the present difference, if it stays; null while there is
 * none, or when it is reported already.
 * @param days in which the present people came
 */
export function needsMore(sides: readonly Side[], p: number, days: number): { people: number; days: number } | null {
  const pair = bestTwo(sides);
  if (pair === undefined || isSettled(sides, p, days)) return null;
  const [best, second] = pair;
  const difference = rateOf(best) - rateOf(second);
  const variance = varianceOf(best, second);
  if (difference <= 0 || variance <= 0) return null;
  const bound = boundOf(sides.length);
  let [low, high] = [1, 1];
  const isEnough = (times: number): boolean => (pOf(difference, variance / times) ?? 1) < bound;
  while (!isEnough(high) && high < 1e9) high *= 2;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  const there = sides.reduce((sum, { people }) => sum + people, 0);
  const forPeople = Math.max(0, Math.max(...sides.map(({ matured }) => LEAST_PEOPLE - matured)) * sides.length);
  const people = Math.ceil(Math.max(there * (isEnough(1) ? 0 : high - 1), forPeople));
  const perDay = days > 0 ? there / days : there;
  return { people, days: Math.ceil(Math.max(LEAST_DAYS - days, perDay > 0 ? people / perDay : 0, 0)) };
}

export interface Incremental {
  /** The conversion rate of treated people, less that of held-out people. */
  rate: number;
  conversions: number;
  /** The interval of the conversions, at 95 %: a normal interval of the difference of the two rates. */
  low: number;
  high: number;
}

/** Returns the conversions of treated people that would not have happened untreated. */
export function incrementalOf(treated: Side, held: Side): Incremental {
  const rate = rateOf(treated) - rateOf(held);
  const margin = Z95 * Math.sqrt(varianceOf(treated, held));
  return {
    rate,
    conversions: treated.people * rate,
    low: treated.people * (rate - margin),
    high: treated.people * (rate + margin),
  };
}
