import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toNumber, toNumberOrNull } from '@/server/lib/money';

describe('money', () => {
  it('becomes the same number as long as a number can say it', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (amount) => void expect(toNumber(BigInt(amount))).toBe(amount)));
    expect(toNumber(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
    expect(toNumberOrNull(null)).toBeNull();
  });

  it('is refused rather than rounded beyond', () => {
    fc.assert(fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }), (amount) => {
      expect(() => toNumber(amount)).toThrow(RangeError);
      expect(() => toNumber(-amount)).toThrow(RangeError);
    }));
  });
});
