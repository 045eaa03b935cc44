/**
 * Values that no other test has: names, addresses, moments. The factories beside this file make what a test, the demo
 * workspace or a benchmark needs. A factory brings its own parents; what the caller does not mention gets a plausible
 * value of its own, so that tests run side by side.
 */
import { randomUUID } from 'node:crypto';
import { now as clockNow } from '@/server/platform/lib/clock';

/** Taken before a test can put its own clock in its place. */
const { hrtime } = process;
/** A clock that shows the same for longer than its millisecond is one that a test has stopped. */
const STOPPED_AFTER_NS = 2_000_000n;
let last = 0;
let stoppedAt = -1;

/** Now, and in a later millisecond than what was made before: what is made one after the other stands in that order. */
export function now(): Date {
  let at = clockNow();
  if (at.getTime() === last && last !== stoppedAt) {
    const until = hrtime.bigint() + STOPPED_AFTER_NS;
    let isOver = false;
    while (at.getTime() === last && !isOver) {
      isOver = hrtime.bigint() > until;
      at = clockNow();
    }
    if (at.getTime() === last) stoppedAt = last;
  }
  last = at.getTime();
  return at;
}

/** Short and unique, for names and codes. */
export const unique = (prefix: string): string => `${prefix}${randomUUID().replaceAll('-', '').slice(0, 12)}`;

let addresses = 0;

/** A client's address that no other call of this process gave: what limits count is apart. */
export function newAddress(): string {
  addresses++;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
