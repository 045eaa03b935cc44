/**
 * The times at which a failed delivery is tried again (docs/contract/webhooks.md#delivery): eleven attempts over three
 * days, first close together, because most outages are short, and then far apart. Pure, so that it can be tested.
 */

import { waitAfter, type Backoff } from '@/server/platform/engine/backoff';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The waits before the second attempt, the third, …: 71.6 hours in all. */
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
/** The share by which a wait varies, so that deliveries that failed together do not return together. */
export const JITTER = 0.1;
/** The longest Retry-After that we follow. A longer one means an outage, for which the later waits are made. */
export const LONGEST_ASKED_MS = HOUR;

const BACKOFF: Backoff = {
  stepMs: (attempts) => WAITS_MS[attempts - 1] ?? null,
  jitter: [1 - JITTER, 1 + JITTER],
  // A Retry-After lengthens a wait and never shortens one.
  asked: 'longer',
  longestAskedMs: LONGEST_ASKED_MS,
};

/** Milliseconds until a delivery is tried again; null after the last attempt. */
export const waitAfterAttempt = (attempts: number, askedMs: number | null, random: () => number): number | null =>
  waitAfter(BACKOFF, attempts, askedMs, random);
