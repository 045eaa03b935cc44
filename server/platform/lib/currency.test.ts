import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { majorUnits } from '@/server/platform/lib/currency';

describe('major units', () => {
  it.each([
    [150_000, 'IDR', 150_000],
    [12_345, 'USD', 123.45],
    [5, 'USD', 0.05],
    [0, 'EUR', 0],
    [500, 'JPY', 500],
    [1_234, 'KWD', 1.234],
    [1_999, 'XXQ', 19.99],
  ])('%i in the smallest unit of %s is %d', (amount, currency, major) =>
    expect(majorUnits(amount, currency)).toBe(major),
  );

  it('is the nearest number to the decimal that a person would write', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000_000_000 }), (amount) => {
        const text = String(amount).padStart(3, '0');
        expect(majorUnits(amount, 'USD')).toBe(Number(`${text.slice(0, -2)}.${text.slice(-2)}`));
      }),
    );
  });
});
