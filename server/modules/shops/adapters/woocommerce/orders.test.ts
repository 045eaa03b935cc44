import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitRows } from '@/server/modules/shops/adapters/parsed-rows';
import order from '@/server/modules/shops/adapters/woocommerce/fixtures/order.json';
import { checkoutsIn, ordersIn } from '@/server/modules/shops/adapters/woocommerce/order-rows';
import { checkoutOf, orderOf, phaseOf, statusOf } from '@/server/modules/shops/adapters/woocommerce/orders';

/** As our schemas take it. */
function rowOf(row: object) {
  const { parsed: taken, refused } = splitRows(ordersIn([row]));
  expect(refused).toEqual([]);
  return taken.rows[0] as Record<string, unknown>;
}

describe('an order', () => {
  it('becomes ours, field by field', () => {
    expect(rowOf(order)).toEqual({
      externalRef: '727',
      number: '727',
      checkoutRef: '727',
      customerRef: '25',
      email: 'sari.wijaya@example.com',
      phone: '(022) 555-5555',
      amount: 2935,
      shipping: 1000,
      tax: 135,
      discount: 200,
      refunded: 0,
      currency: 'USD',
      status: 'paid',
      discountCodes: ['hemat10'],
      items: [
        { productRef: '93', name: 'Woo Single #1', quantity: 2, price: 300 },
        { productRef: '22', name: 'Ship Your Idea – Color: Black, Size: M Test', quantity: 1, price: 1200 },
      ],
      landingUrl: 'https://toko.example.com/product/ship-your-idea/?ref=AFF-K7M2QX',
      placedAt: new Date('2026-03-22T19:28:02Z'),
      paidAt: new Date('2026-03-22T19:28:08Z'),
      updatedAt: new Date('2026-03-22T19:28:08Z'),
    });
  });

  it('counts rupiah whole, and currencies by their own decimals', () => {
    expect(rowOf({ ...order, currency: 'IDR', total: '150000.00' })).toMatchObject({ amount: 150000, currency: 'IDR' });
    expect(rowOf({ ...order, currency: 'KWD', total: '1.234' })).toMatchObject({ amount: 1234 });
    expect(rowOf({ ...order, currency: 'JPY', total: '1980' })).toMatchObject({ amount: 1980 });
  });

  it('is kept without a buyer whose address is none, and without a product that was deleted', () => {
    const row = { ...order, customer_id: 0, billing: { ...order.billing, email: 'nobody', phone: '1' } };
    const [line] = order.line_items;
    expect(rowOf({ ...row, line_items: [{ ...line, product_id: 0 }] })).toMatchObject({
      customerRef: null,
      email: null,
      phone: null,
      items: [{ productRef: null }],
    });
  });

  it('has items at the price of one, which WooCommerce writes as a quotient of 17 digits', () => {
    const [line] = order.line_items;
    const priced = (price: unknown, currency: string) =>
      rowOf({ ...order, currency, line_items: [{ ...line, quantity: 3, price }] }).items;
    expect(priced(1666.6666666666667, 'IDR')).toMatchObject([{ quantity: 3, price: 1667 }]);
    expect(priced(33.333333333333336, 'USD')).toMatchObject([{ quantity: 3, price: 3333 }]);
    expect(priced(-5, 'USD')).toEqual([]);
  });

  it.each([
    [{ total: 'free' }, 'amount'],
    [{ shipping_total: '1,5' }, 'shipping'],
    [{ total_tax: 'x' }, 'tax'],
    [{ discount_total: 'x' }, 'discount'],
    [
      {
        refunds: [
          { id: 1, total: '-1.00' },
          { id: 2, total: 'x' },
        ],
      },
      'refunded',
    ],
    [{ line_items: [{ ...order.line_items[0], price: 'x' }] }, 'items.0.price'],
    [{ line_items: [{ ...order.line_items[0], quantity: 'many' }] }, 'items.0.quantity'],
  ])('is refused by itself where an amount cannot be read: %j', (unreadable, field) => {
    const { parsed: taken, refused } = splitRows(
      ordersIn([
        { ...order, ...unreadable },
        { ...order, id: 728 },
      ]),
    );
    expect(taken.rows).toHaveLength(1);
    expect(refused).toEqual([{ ref: '727', reason: `${field}: is not a valid number` }]);
  });

  it('takes no more lines and codes than ours have', () => {
    const row = rowOf({
      ...order,
      line_items: Array.from({ length: 300 }, () => order.line_items[0]),
      coupon_lines: Array.from({ length: 60 }, (_, index) => ({ code: `c${index}` })),
    });
    expect(row.items).toHaveLength(200);
    expect(row.discountCodes).toHaveLength(50);
  });

  it.each([
    ['pending', null, 'pending'],
    ['failed', null, 'pending'],
    ['on-hold', null, 'pending'],
    ['processing', '2026-03-22T19:28:08', 'paid'],
    // Cash on delivery: WooCommerce says paid, without a time.
    ['processing', null, 'paid'],
    ['completed', '2026-03-22T19:28:08', 'paid'],
    ['refunded', '2026-03-22T19:28:08', 'refunded'],
    ['cancelled', null, 'canceled'],
    ['cancelled', '2026-03-22T19:28:08', 'canceled'],
    ['trash', null, 'canceled'],
    ['shipped', '2026-03-22T19:28:08', 'paid'],
    ['awaiting-pickup', null, 'pending'],
  ])('of the status %s, paid %s, is %s', (status, paid, expected) => {
    expect(rowOf({ ...order, status, date_paid_gmt: paid })).toMatchObject({ status: expected });
  });

  it('is dropped while it is filled in', () => {
    expect(ordersIn([{ ...order, status: 'checkout-draft' }]).rows).toEqual([]);
    expect(checkoutsIn([{ ...order, status: 'checkout-draft' }], 'all').rows).toEqual([]);
  });

  it('has given back what its refunds say', () => {
    const partly = {
      ...order,
      refunds: [
        { id: 1, reason: '', total: '-9.35' },
        { id: 2, reason: '', total: '-5.00' },
      ],
    };
    expect(rowOf(partly)).toMatchObject({ refunded: 1435, status: 'partially_refunded' });
    expect(rowOf({ ...order, refunds: [{ id: 1, total: '-29.35' }] })).toMatchObject({
      refunded: 2935,
      status: 'refunded',
    });
  });

  it('has given all of it back where the status was set by hand', () => {
    expect(rowOf({ ...order, status: 'refunded' })).toMatchObject({ refunded: 2935, status: 'refunded' });
  });

  it('adds up refunds of any size exactly', () => {
    const cents = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(cents, (amounts) => {
        const refunds = amounts.map((amount, id) => ({ id, total: `-${(amount / 100).toFixed(2)}` }));
        const sum = amounts.reduce((total, amount) => total + amount, 0);
        expect(orderOf({ ...order, total: '1000000000.00', refunds }).row.refunded).toBe(sum);
      }),
    );
  });

  it('has the amount that is written, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (cents) => {
        const text = String(cents).padStart(3, '0');
        const total = `${text.slice(0, -2)}.${text.slice(-2)}`;
        expect(orderOf({ ...order, total }).row.amount).toBe(cents);
      }),
    );
  });

  it('is partially refunded exactly between nothing and all', () => {
    const amounts = fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 2e9 }));
    fc.assert(
      fc.property(amounts, ([amount, refunded]) => {
        const expected = refunded === 0 ? 'paid' : refunded < amount ? 'partially_refunded' : 'refunded';
        expect(statusOf('paid', amount, refunded)).toBe(expected);
      }),
    );
  });

  it('is read whatever a shop writes', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (status, value) => {
        const row = {
          ...order,
          status,
          total: value,
          billing: value,
          line_items: value,
          refunds: value,
          meta_data: value,
        };
        expect(['draft', 'open', 'offline', 'paid', 'refunded', 'over', 'other']).toContain(phaseOf(row));
        expect(() => splitRows(ordersIn([row]))).not.toThrow();
        expect(() => splitRows(checkoutsIn([row], 'all'))).not.toThrow();
      }),
    );
  });
});

describe('its checkout', () => {
  const waiting = { ...order, status: 'pending', date_paid: null, date_paid_gmt: null };

  it('is open while it waits for its payment, with the page where it is paid', () => {
    const { parsed: taken, refused } = splitRows(checkoutsIn([waiting], 'unpaid'));
    expect(refused).toEqual([]);
    expect(taken.rows).toEqual([
      {
        externalRef: '727',
        value: 2935,
        currency: 'USD',
        email: 'sari.wijaya@example.com',
        phone: '(022) 555-5555',
        url: 'https://toko.example.com/checkout/order-pay/727/?pay_for_order=true&key=wc_order_58d2d042d1d',
        items: [
          { productRef: '93', name: 'Woo Single #1', quantity: 2, price: 300 },
          { productRef: '22', name: 'Ship Your Idea – Color: Black, Size: M Test', quantity: 1, price: 1200 },
        ],
        acceptsMarketing: null,
        createdAt: new Date('2026-03-22T19:28:02Z'),
        updatedAt: new Date('2026-03-22T19:28:08Z'),
      },
    ]);
  });

  it('is open after a payment that failed, finished once it is paid offline, and over once it is cancelled', () => {
    expect(checkoutOf({ ...waiting, status: 'failed' })?.row).not.toHaveProperty('completedAt');
    expect(checkoutOf({ ...waiting, status: 'failed' })?.row).not.toHaveProperty('isOver');
    expect(checkoutOf({ ...waiting, status: 'on-hold' })?.row).toMatchObject({ completedAt: '2026-03-22T19:28:08Z' });
    expect(checkoutOf({ ...waiting, status: 'cancelled' })?.row).toMatchObject({ isOver: true });
    expect(checkoutOf({ ...waiting, status: 'awaiting-pickup' })).toBeNull();
  });

  it('is completed by its order, and tells so itself where orders are not taken', () => {
    expect(checkoutsIn([order], 'unpaid').rows).toEqual([]);
    expect(checkoutsIn([order], 'all').rows).toMatchObject([{ row: { completedAt: '2026-03-22T19:28:08Z' } }]);
    expect(orderOf(order).row.checkoutRef).toBe(checkoutOf(waiting)?.row.externalRef);
  });

  it('is reported as history only while it is open, and not when it waits for too long', () => {
    const rows = ['pending', 'failed', 'on-hold', 'cancelled', 'completed'].map((status, id) => ({
      ...waiting,
      id,
      status,
    }));
    expect(checkoutsIn(rows, 'open').rows.map(({ ref }) => ref)).toEqual(['0', '1']);
    expect(checkoutsIn(rows, 'open', new Date('2026-03-22T19:28:02Z')).rows).toHaveLength(2);
    expect(checkoutsIn(rows, 'open', new Date('2026-03-22T19:28:03Z')).rows).toEqual([]);
  });
});
