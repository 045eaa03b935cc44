/**
 * When a delivery that was not taken is tried again (issue 5, §1): eleven attempts over three days, close together at
 * first, for most outages are short, and then far apart. Pure, so that it can be proven.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Before the second attempt, the third, …: 71.6 hours in all. */
export const WAITS_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  20 * HOUR,
];
/** The first included. */
export const MOST_ATTEMPTS = WAITS_MS.length + 1;
/** So much shorter or longer a wait can be, that what failed together does not come back together. */
export const JITTER = 0.1;
/** A longer Retry-After is an outage, and those have the later steps. */
export const LONGEST_ASKED_MS = HOUR;

/**
 * @param attempts so far
 * @param askedMs by the endpoint's Retry-After, which lengthens a wait and never shortens one
 * @param random from 0 up to 1
 * @returns milliseconds; null after the last attempt
 */
export function waitAfter(attempts: number, askedMs: number | null, random: () => number): number | null {
  const step = WAITS_MS[attempts - 1];
  if (step === undefined) return null;
  const wait = step * (1 - JITTER + 2 * JITTER * random());
  const asked = askedMs === null ? 0 : Math.min(askedMs, LONGEST_ASKED_MS) * (1 + JITTER * random());
  return Math.round(Math.max(wait, asked));
}
