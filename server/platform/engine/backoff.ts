/** Computes the wait before a failed action is tried again. Pure, so that tests cover every case. */

export interface Backoff {
  /** Returns the milliseconds to wait after that many attempts, before the random part; null: no further attempt. */
  stepMs: (attempts: number) => number | null;
  /** The range of the random factor on a wait, so that actions that failed together are not repeated together. */
  jitter: readonly [from: number, to: number];
  /** The effect of a wait that the other side asks for: used `instead` of our own, or only if it is `longer`. */
  asked: 'instead' | 'longer';
  /** The longest wait that the other side may ask for, in milliseconds. */
  longestAskedMs?: number;
  /** No wait is longer. */
  longestMs?: number;
}

/** The largest part by which a requested wait grows at random. */
const ASKED_JITTER = 0.1;

/**
 * @param attempts so far, including the failed one
 * @param askedMs from the other side's Retry-After; null: none
 * @param random from 0 up to 1
 * @returns milliseconds; null: no further attempt
 */
export function waitAfter(
  { stepMs, jitter: [from, to], asked, longestAskedMs = Infinity, longestMs = Infinity }: Backoff,
  attempts: number,
  askedMs: number | null,
  random: () => number,
): number | null {
  const step = stepMs(attempts);
  if (step === null) return null;
  const own = step * (from + (to - from) * random());
  const granted = askedMs === null ? null : Math.min(askedMs, longestAskedMs) * (1 + ASKED_JITTER * random());
  const wait = granted === null ? own : asked === 'instead' ? granted : Math.max(own, granted);
  return Math.round(Math.min(wait, longestMs));
}

/** Makes waits that each take `growth` times as long as the one before. */
export const growing =
  (firstMs: number, growth: number, longestMs = Infinity) =>
  (attempts: number): number =>
    Math.min(firstMs * growth ** (attempts - 1), longestMs);

/** A random factor between a half and 1. */
export const HALF_TO_WHOLE = [0.5, 1] as const;
