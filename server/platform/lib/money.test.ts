/**
 * Money (docs/contract/shared.md#money): 64-bit in the database, a JSON number on the wire, never a unit lost between.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toNumber, toNumberOrNull } from '@/server/platform/lib/money';

const MAX = BigInt(Number.MAX_SAFE_INTEGER);

describe('money', () => {
  it('keeps every unit of every amount from 0 to 2^53 − 1', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.bigInt({ min: 0n, max: MAX }), fc.constantFrom(0n, 1n, MAX - 1n, MAX)),
        (amount) => BigInt(toNumber(amount)) === amount && BigInt(toNumberOrNull(amount)!) === amount,
      ),
    );
  });

  it('refuses what a number cannot hold, rather than to round it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: MAX + 1n, max: 2n ** 63n - 1n }), (amount) => {
        expect(() => toNumber(amount)).toThrow(RangeError);
        expect(() => toNumber(-amount)).toThrow(RangeError);
        expect(() => toNumberOrNull(amount)).toThrow(RangeError);
      }),
    );
  });

  it('keeps null', () => {
    expect(toNumberOrNull(null)).toBeNull();
  });
});
