/** Reports of one order and one checkout, in any order and as often as one likes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeCheckout, mergeOrder, type CheckoutState, type OrderState } from '@/server/modules/shops/orders/merge';
import type { CheckoutInput, OrderInput } from '@/server/modules/shops/orders/schema';
import { ORDER_STATUSES } from '@/server/platform/lib/shared-vocabulary';

const terms = (given: Date) => ({ at: given, deletedAt: null, equals: 'newer' }) as const;
const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));

/** Each with a time of its own, as a shop's versions of one row have. */
const versions = <Row>(row: fc.Arbitrary<Row>) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 1000 }), row), {
      minLength: 1,
      maxLength: 5,
      selector: ([time]) => time,
    })
    .chain((made) =>
      fc.tuple(
        fc.constant(made),
        // Every version at least once, some of them again, in any order.
        fc
          .array(fc.nat(made.length - 1), { maxLength: 5 })
          .chain((again) => fc.shuffledSubarray([...made.keys(), ...again], { minLength: made.length + again.length })),
      ),
    );

const orderVersions = versions(
  fc.record({
    status: fc.constantFrom(...ORDER_STATUSES),
    amount: fc.nat(1_000_000),
    refunded: fc.option(fc.nat(1_000_000)),
    email: fc.option(fc.constantFrom('a@b.id', 'c@d.id')),
    paidAt: fc.option(fc.nat(1000).map(at)),
  }),
);

const mergeAllOrders = (given: readonly OrderInput[]): OrderState | null =>
  given.reduce<OrderState | null>((known, row) => mergeOrder(known, row, 'toko', terms(at(5000))).state, null);

describe('an order', () => {
  it('is the same in the end, whatever order its versions arrive in and how often', () => {
    fc.assert(
      fc.property(orderVersions, ([made, arrivals]) => {
        const given = made.map(([time, row]): OrderInput => ({
          externalRef: '1',
          currency: 'IDR',
          placedAt: at(0),
          updatedAt: at(time),
          ...row,
        }));
        const inOrder = given.toSorted((one, other) => Number(one.updatedAt) - Number(other.updatedAt));
        const newest = inOrder.at(-1);
        const state = mergeAllOrders(arrivals.flatMap((which) => given[which] ?? []));
        expect(state).toEqual(mergeAllOrders(inOrder));
        // By a model of its own: the newest report, but for what lasts.
        expect(state).toMatchObject({
          amount: newest?.amount,
          status: newest?.status,
          email: newest?.email ?? null,
          refunded: Math.max(...given.map(({ refunded }) => refunded ?? 0)),
        });
        const paid = given.flatMap(({ status, paidAt, updatedAt }) =>
          ['paid', 'partially_refunded', 'refunded'].includes(status) ? [paidAt ?? updatedAt] : [paidAt],
        );
        const first = paid
          .filter((time) => time instanceof Date)
          .toSorted((one, other) => Number(one) - Number(other))[0];
        expect(state?.paidAt ?? null).toEqual(first ?? null);
      }),
    );
  });

  it('told again as it is, or of another time alone, is unchanged', () => {
    const row: OrderInput = { externalRef: '1', currency: 'IDR', placedAt: at(0), amount: 5, status: 'pending' };
    const { state, change } = mergeOrder(null, { ...row, updatedAt: at(1) }, 'toko', terms(at(9)));
    expect([change, state.checkoutSessionId]).toEqual(['created', 'toko:1']);
    const again = mergeOrder(state, { ...row, updatedAt: at(2) }, 'toko', terms(at(9)));
    expect([again.change, again.state.sourceUpdatedAt]).toEqual(['unchanged', at(2)]);
    expect(mergeOrder(again.state, { ...row, amount: 6, updatedAt: at(1) }, 'toko', terms(at(9)))).toEqual({
      state: again.state,
      change: 'unchanged',
    });
    expect(mergeOrder(again.state, { ...row, amount: 6 }, 'toko', terms(at(9))).change).toBe('updated');
  });
});

const checkoutVersions = versions(
  fc.record({
    value: fc.nat(1_000_000),
    email: fc.option(fc.constantFrom('a@b.id', 'c@d.id')),
    acceptsMarketing: fc.option(fc.boolean()),
    completedAt: fc.option(fc.nat(1000).map(at), { freq: 4 }),
    createdAt: fc.constant(at(0)),
  }),
);
const mergeAllCheckouts = (given: readonly CheckoutInput[]): CheckoutState | null =>
  given.reduce<CheckoutState | null>((known, row) => mergeCheckout(known, row, 60, terms(at(5000))).state, null);

describe('a checkout', () => {
  it('is the same in the end, whatever order its versions arrive in and how often', () => {
    fc.assert(
      fc.property(checkoutVersions, ([made, arrivals]) => {
        const given = made.map(([time, row]): CheckoutInput => ({
          externalRef: '1',
          currency: 'IDR',
          updatedAt: at(time),
          ...row,
        }));
        const inOrder = given.toSorted((one, other) => Number(one.updatedAt) - Number(other.updatedAt));
        const state = mergeAllCheckouts(arrivals.flatMap((which) => given[which] ?? []));
        expect(state).toEqual(mergeAllCheckouts(inOrder));
        expect(state?.status).toBe(given.some(({ completedAt }) => completedAt instanceof Date) ? 'completed' : 'open');
        expect(state?.value).toBe(inOrder.at(-1)?.value);
      }),
    );
  });

  it('stays abandoned whatever the buyer does in it, until it is completed', () => {
    const row: CheckoutInput = { externalRef: '1', currency: 'IDR', value: 5 };
    const open = mergeCheckout(null, row, 60, terms(at(0))).state;
    expect([open.status, open.dueAt]).toEqual(['open', at(60)]);
    const later = mergeCheckout(
      { ...open, status: 'abandoned', dueAt: null },
      { ...row, value: 6 },
      60,
      terms(at(90)),
    ).state;
    expect([later.status, later.dueAt, later.value]).toEqual(['abandoned', null, 6]);
    expect(mergeCheckout(later, { ...row, completedAt: at(99) }, 60, terms(at(100))).state).toMatchObject({
      status: 'completed',
      completedAt: at(99),
    });
  });
});
