import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { printOf } from '@/server/modules/shops/connections/codes-print';
import type { CodeToPush } from '@/server/modules/shops/adapters/store';

const instant = fc.option(fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }));
const cap = fc.option(fc.integer({ min: 1, max: 9 }));
const code: fc.Arbitrary<CodeToPush> = fc.record({
  id: fc.constantFrom('a', 'b'),
  code: fc.constantFrom('X', 'Y'),
  type: fc.constantFrom('percent', 'fixed', 'shipping_percent', 'shipping_fixed'),
  value: fc.integer({ min: 1, max: 100 }),
  currency: fc.constantFrom('IDR', 'USD'),
  scope: fc.constantFrom('cart', 'products', 'tags'),
  productIds: fc.array(fc.constantFrom('1', '2', '12'), { maxLength: 3 }),
  minPurchaseAmount: cap,
  maxUsesTotal: cap,
  maxUsesPerCustomer: cap,
  startsAt: instant,
  expiresAt: instant,
  active: fc.boolean(),
});

it('of two codes is the same when a shop is told the same of both', () => {
  fc.assert(
    fc.property(code, code, (one, other) => {
      const isPrintedTheSame =
        one.active || other.active ? JSON.stringify(one) === JSON.stringify(other) : one.id === other.id;
      expect(printOf(one) === printOf(other)).toBe(isPrintedTheSame);
      expect(printOf(structuredClone(one))).toBe(printOf(one));
    }),
  );
});

it.each([
  ['value', 11],
  ['productIds', ['2', '1']],
  ['minPurchaseAmount', 5],
  ['maxUsesTotal', 5],
  ['maxUsesPerCustomer', 1],
  ['startsAt', new Date(1)],
  ['expiresAt', new Date(1)],
  ['scope', 'products'],
  ['type', 'fixed'],
  ['currency', 'USD'],
  ['active', false],
] as const)('changes with %s', (field, value) => {
  const plain: CodeToPush = {
    id: 'a',
    code: 'X',
    type: 'percent',
    value: 10,
    currency: 'IDR',
    scope: 'cart',
    productIds: ['1', '2'],
    minPurchaseAmount: null,
    maxUsesTotal: null,
    maxUsesPerCustomer: null,
    startsAt: null,
    expiresAt: null,
    active: true,
  };
  expect(printOf({ ...plain, [field]: value })).not.toBe(printOf(plain));
  // What is off is off, whatever it would be.
  if (field !== 'active')
    expect(printOf({ ...plain, active: false, [field]: value })).toBe(printOf({ ...plain, active: false }));
});
