/**
 * Computes the number of people that a test of two to four variants needs before its figures are meaningful. Pure
 * arithmetic.
 */

/** The value for the four tests in five that find a difference which is there. */
const Z_POWER = 0.841621;
/** By the number of pairs: the standard errors of a two-sided test at 5 %, divided among the pairs (Bonferroni). */
const Z_LEVEL: Readonly<Record<number, number>> = { 1: 1.959964, 3: 2.39398, 6: 2.638257 };

/** Returns the number of pairs of variants that can be compared with each other. */
export const pairsOf = (variants: number): number => (variants * (variants - 1)) / 2;

/**
 * Returns the number of people that each variant needs so that four tests in five tell one rate from the other
 * (Casagrande, Pike and Smith 1978).
 * @param variants 2 to 4
 */
export function peopleNeeded(rate: number, other: number, variants: number): number {
  const gap = Math.abs(other - rate);
  if (gap === 0) return Infinity;
  const middle = (rate + other) / 2;
  const spread =
    (Z_LEVEL[pairsOf(variants)] ?? Infinity) * Math.sqrt(2 * middle * (1 - middle)) +
    Z_POWER * Math.sqrt(rate * (1 - rate) + other * (1 - other));
  const people = (spread * spread) / (gap * gap);
  return Math.ceil((people / 4) * (1 + Math.sqrt(1 + 4 / (people * gap))) ** 2);
}

/**
 * Returns the smallest rate above `rate` that four tests in five would detect; null: not even a rate of 100 %.
 * @param people of each variant
 */
export function smallestDetectable(rate: number, people: number, variants: number): number | null {
  if (peopleNeeded(rate, 1, variants) > people) return null;
  let [low, high] = [rate, 1];
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2;
    if (peopleNeeded(rate, middle, variants) > people) low = middle;
    else high = middle;
  }
  return high;
}
