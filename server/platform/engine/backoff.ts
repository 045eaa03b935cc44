/** The waits before something that failed is tried again. Pure, so that it can be proven. */

export interface Backoff {
  /** Milliseconds after so many attempts, before chance; null: it is not tried again. */
  stepMs: (attempts: number) => number | null;
  /** Chance makes a wait this part of its step, so that what failed together does not come back together. */
  jitter: readonly [from: number, to: number];
  /**
   * The effect of a wait that the other side asks for: it counts `instead` of the step, or only where it is `longer`.
   */
  asked: 'instead' | 'longer';
  /** No more than this is granted to who asks. */
  longestAskedMs?: number;
  /** No wait is longer. */
  longestMs?: number;
}

/** The wait that is asked for grows by chance, by a tenth at most. */
const ASKED_JITTER = 0.1;

/**
 * @param attempts so far, the one that failed included
 * @param askedMs by the other side's Retry-After; null: nothing
 * @param random from 0 up to 1
 * @returns milliseconds; null: not again
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

/** Steps that each take `growth` times as long as the one before. */
export const growing =
  (firstMs: number, growth: number, longestMs = Infinity) =>
  (attempts: number): number =>
    Math.min(firstMs * growth ** (attempts - 1), longestMs);

/** Between half and the whole of its step. */
export const HALF_TO_WHOLE = [0.5, 1] as const;
