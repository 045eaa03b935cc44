/** When a delivery is tried again: over three days, whatever chance and endpoint say. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  JITTER,
  LONGEST_ASKED_MS,
  MOST_ATTEMPTS,
  WAITS_MS,
  waitAfterAttempt,
} from '@/server/modules/account/webhooks/delivery/schedule';

const HOUR = 3_600_000;
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** All waits of a delivery that is never taken. */
function waitsOf(randoms: readonly number[], asked: readonly (number | null)[]): number[] {
  const waits: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const wait = waitAfterAttempt(attempts, asked[attempts - 1] ?? null, () => randoms[attempts - 1] ?? 0);
    if (wait === null) return waits;
    waits.push(wait);
  }
}

describe('the waits', () => {
  it('are ten, and each is its step, a tenth more or less', () => {
    fc.assert(
      fc.property(fc.array(chance, { minLength: 12, maxLength: 12 }), (randoms) => {
        const waits = waitsOf(randoms, []);
        expect(waits).toHaveLength(MOST_ATTEMPTS - 1);
        waits.forEach((wait, index) => {
          expect(wait).toBeGreaterThanOrEqual(Math.floor(WAITS_MS[index]! * (1 - JITTER)));
          expect(wait).toBeLessThanOrEqual(Math.ceil(WAITS_MS[index]! * (1 + JITTER)));
        });
      }),
    );
  });

  it('reach over three days, and not much further whatever Retry-After says', () => {
    fc.assert(
      fc.property(
        fc.array(chance, { minLength: 12, maxLength: 12 }),
        fc.array(fc.option(fc.nat({ max: 86_400_000 })), { minLength: 12, maxLength: 12 }),
        (randoms, asked) => {
          const total = waitsOf(randoms, asked).reduce((sum, wait) => sum + wait, 0);
          expect(total).toBeGreaterThan(64 * HOUR);
          expect(total).toBeLessThan(84 * HOUR);
        },
      ),
    );
    expect(waitsOf(Array<number>(12).fill(0.5), []).reduce((sum, wait) => sum + wait, 0) / HOUR).toBeCloseTo(71.6, 1);
  });

  it('are never shorter than was asked for, up to an hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MOST_ATTEMPTS - 1 }),
        fc.nat({ max: LONGEST_ASKED_MS }),
        chance,
        (attempts, asked, random) => {
          expect(waitAfterAttempt(attempts, asked, () => random)).toBeGreaterThanOrEqual(asked);
        },
      ),
    );
  });

  it('end after the last attempt, also of a delivery that was sent again by hand', () => {
    fc.assert(
      fc.property(fc.integer({ min: MOST_ATTEMPTS, max: 1_000 }), chance, (attempts, random) => {
        expect(waitAfterAttempt(attempts, 1_000, () => random)).toBeNull();
      }),
    );
  });
});
