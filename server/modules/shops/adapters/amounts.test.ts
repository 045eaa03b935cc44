/** Amounts as shops write them, against Intl's exact decimals as an independent model. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyDigits } from '@/server/platform/lib/currency';
import { decimalOf, productUnits, smallestUnits } from '@/server/modules/shops/adapters/amounts';

const currencies = fc.constantFrom('IDR', 'USD', 'JPY', 'KWD', 'EUR');
/** Digits as they are typed, with or without decimals. */
const decimals = fc
  .tuple(fc.bigInt(0n, 10n ** 15n), fc.stringMatching(/^\d{0,20}$/))
  .map(([whole, fraction]) => (fraction === '' ? String(whole) : `${whole}.${fraction}`));

/** ICU rounds the decimal itself, half away from zero, without a binary number in between. */
function modelOf(text: string, digits: number): number {
  const format = new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
  return Number(format.format(text as `${number}`).replace('.', ''));
}

describe('an amount', () => {
  it('is read exactly, however many decimals it has, in a text and as a JSON number', () => {
    fc.assert(
      fc.property(decimals, currencies, (text, currency) => {
        fc.pre(modelOf(text, 3) <= Number.MAX_SAFE_INTEGER);
        expect(smallestUnits(text, currency)).toBe(modelOf(text, currencyDigits(currency)));
        expect(productUnits(text, currency)).toBe(modelOf(text, currency === 'IDR' ? 0 : 2));
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), currencies, (value, currency) => {
        const read: unknown = JSON.parse(JSON.stringify({ price: value }));
        const price = (read as { price: number }).price;
        expect(smallestUnits(price, currency)).toBe(modelOf(String(value), currencyDigits(currency)));
      }),
    );
  });

  it('is written so that it reads as the same', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), currencies, (units, currency) => {
        const text = decimalOf(units, currency);
        expect(smallestUnits(text, currency)).toBe(units);
        expect(text.split('.')[1]?.length ?? 0).toBe(currencyDigits(currency));
      }),
    );
  });

  it.each([
    // As WooCommerce 9.2.5 writes the price of one: the total divided by the quantity.
    [1666.6666666666667, 'IDR', 1667],
    [33.333333333333336, 'USD', 3333],
    ['1666.66666666666666667', 'IDR', 1667],
    ['1.0e-5', 'USD', 0],
    ['1.5E3', 'IDR', 1500],
    [1.005, 'USD', 101],
    ['-0.00', 'USD', 0],
    // Nothing is told, or less than nothing.
    [null, 'USD', null],
    [undefined, 'USD', null],
    ['', 'USD', null],
    ['-5.00', 'USD', null],
  ])('%s in %s is %s', (amount, currency, expected) => {
    expect(smallestUnits(amount, currency)).toBe(expected);
  });

  it.each([
    'free',
    '1,5',
    '1.2.3',
    '0x10',
    '1e999',
    '90071992547409920',
    {},
    true,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%s is none, and is never 0', (amount) => {
    expect(smallestUnits(amount, 'IDR')).toBeNaN();
    expect(productUnits(amount, 'IDR')).toBeNull();
  });
});
