/** What has been paid for, as arithmetic. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths } from '@/server/platform/lib/calendar';
import { coverageOf, type PaidInvoice } from '@/server/modules/account/billing/paid-periods';

const at = (text: string): Date => new Date(`${text}T10:00:00Z`);
const paid = (id: string, plan: PaidInvoice['plan'], subscriptionId: string, day: string): PaidInvoice => ({
  id,
  plan,
  subscriptionId,
  paidAt: at(day),
});

const history = fc
  .array(
    fc.record({
      plan: fc.constantFrom('starter' as const, 'growth' as const, 'scale' as const),
      subscription: fc.integer({ min: 0, max: 3 }),
      hours: fc.integer({ min: 0, max: 24 * 400 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((invoices) =>
    invoices.map(({ plan, subscription, hours }, index): PaidInvoice => ({
      id: `i${String(index).padStart(2, '0')}`,
      plan,
      subscriptionId: `${plan}${subscription}`,
      paidAt: new Date(at('2027-01-01').getTime() + hours * 3_600_000),
    })),
  );

describe('coverageOf', () => {
  it('is nothing without a payment', () => expect(coverageOf([])).toBeNull());

  it('a renewal that is paid in time leads into the next period, and the 31st comes back', () => {
    const coverage = coverageOf([
      paid('a', 'growth', 's', '2027-01-31'),
      paid('b', 'growth', 's', '2027-02-27'),
      paid('c', 'growth', 's', '2027-03-30'),
    ]);
    expect(coverage).toMatchObject({
      plan: 'growth',
      subscriptionId: 's',
      periodStart: at('2027-03-31'),
      periodEnd: at('2027-04-30'),
    });
    expect([...coverage!.periods.values()]).toEqual([
      { start: at('2027-01-31'), end: at('2027-02-28') },
      { start: at('2027-02-28'), end: at('2027-03-31') },
      { start: at('2027-03-31'), end: at('2027-04-30') },
    ]);
  });

  it('a renewal that is paid late begins when it is paid', () =>
    expect(coverageOf([paid('a', 'growth', 's', '2027-01-10'), paid('b', 'growth', 's', '2027-02-20')])).toMatchObject({
      periodStart: at('2027-02-20'),
      periodEnd: at('2027-03-20'),
    }));

  it('another plan begins at once, with its own subscription', () =>
    expect(coverageOf([paid('a', 'growth', 's', '2027-01-10'), paid('b', 'starter', 't', '2027-01-12')])).toMatchObject(
      { plan: 'starter', subscriptionId: 't', periodStart: at('2027-01-12'), periodEnd: at('2027-02-12') },
    ));

  it('what a vendor still collects for a plan that was replaced buys nothing; for the plan that runs it buys a month, and after it is over it counts again', () => {
    const switched = [paid('a', 'growth', 's', '2027-01-10'), paid('b', 'starter', 't', '2027-01-12')];
    const leftover = coverageOf([...switched, paid('c', 'growth', 's', '2027-02-10')]);
    expect(leftover).toMatchObject({ plan: 'starter', subscriptionId: 't', periodEnd: at('2027-02-12') });
    expect(leftover!.periods.has('c')).toBe(false);
    expect(
      coverageOf([
        paid('a', 'growth', 's', '2027-01-10'),
        paid('b', 'growth', 't', '2027-01-12'),
        paid('c', 'growth', 's', '2027-02-09'),
      ]),
    ).toMatchObject({ subscriptionId: 't', periodEnd: at('2027-04-10') });
    expect(coverageOf([...switched, paid('c', 'growth', 's', '2027-03-10')])).toMatchObject({
      plan: 'growth',
      subscriptionId: 's',
      periodEnd: at('2027-04-10'),
    });
  });

  it('does not depend on the order in which payments become known', () => {
    fc.assert(
      fc.property(
        history,
        fc.infiniteStream(fc.nat()),
        (invoices, keys) =>
          void expect(
            coverageOf(
              invoices
                .map((invoice) => ({ invoice, key: keys.next().value }))
                .sort((a, b) => a.key - b.key)
                .map(({ invoice }) => invoice),
            ),
          ).toEqual(coverageOf(invoices)),
      ),
    );
  });

  it('gives every invoice a month that begins no sooner than it was paid for what was running, and ends with the last of them', () => {
    fc.assert(
      fc.property(history, (invoices) => {
        const coverage = coverageOf(invoices)!;
        const periods = [...coverage.periods].map(([id, period]) => ({
          ...period,
          invoice: invoices.find((each) => each.id === id)!,
        }));
        for (const { start, end, invoice } of periods) {
          expect(start.getTime()).toBeGreaterThanOrEqual(invoice.paidAt.getTime());
          // A month, give or take the days that a short one lacks.
          expect(Math.abs(end.getTime() - addMonths(start, 1).getTime())).toBeLessThanOrEqual(3 * 86_400_000);
        }
        // Nothing overlaps what is of the same plan, so no day is paid for twice.
        for (const one of periods)
          for (const other of periods)
            if (one !== other && one.invoice.plan === other.invoice.plan && one.start <= other.start)
              expect(
                one.end.getTime() <= other.start.getTime() ||
                  periods.some(({ invoice, start }) => invoice.plan !== one.invoice.plan && start < one.end),
              ).toBe(true);
        expect(coverage.periodEnd).toEqual(periods.at(-1)!.end);
      }),
    );
  });
});
