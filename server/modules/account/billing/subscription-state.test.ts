/** What the subscription's row says, as arithmetic: whatever an invoice was called when it was paid, the payment counts. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeSubscription, type InvoiceFacts } from '@/server/modules/account/billing/subscription-state';

const BEGIN = new Date('2027-01-01T10:00:00Z').getTime();
const HOUR = 3_600_000;

const checkouts = fc
  .array(
    fc.record({
      plan: fc.constantFrom('starter' as const, 'growth' as const, 'scale' as const),
      paid: fc.option(fc.integer({ min: 0, max: 24 * 90 })),
      failed: fc.option(fc.integer({ min: 0, max: 24 * 90 })),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((rows) =>
    rows.map(({ plan, paid, failed }, index): InvoiceFacts => ({
      id: `i${index}`,
      kind: 'first',
      plan,
      status: paid !== null ? 'paid' : failed !== null ? 'failed' : 'open',
      provider: 'sandbox',
      currency: 'IDR',
      email: 'ani@example.com',
      upstreamSubscriptionId: `s${index}`,
      periodStart: null,
      paidAt: paid === null ? null : new Date(BEGIN + paid * HOUR),
      failedAt: failed === null ? null : new Date(BEGIN + failed * HOUR),
      endedAt: null,
    })),
  );
const asked = (): boolean => true;

it('voids that come before or after a payment change nothing of what it bought, in any order', () => {
  fc.assert(
    fc.property(
      checkouts,
      fc.infiniteStream(fc.nat()),
      fc.integer({ min: 0, max: 24 * 200 }),
      (facts, chance, hours) => {
        const now = new Date(BEGIN + hours * HOUR);
        const known = facts.filter(({ paidAt }) => paidAt === null || paidAt <= now);
        const state = computeSubscription(null, known, now, asked);
        const voided = known
          .map((invoice) => ({
            ...invoice,
            status: chance.next().value % 2 === 0 ? ('void' as const) : invoice.status,
          }))
          .map((invoice) => ({ invoice, key: chance.next().value }))
          .sort((one, other) => one.key - other.key)
          .map(({ invoice }) => invoice);
        const again = computeSubscription(null, voided, now, asked);
        expect(again.row).toEqual(state.row);
        expect(again.coverage).toEqual(state.coverage);
        expect(again.replaced.map(({ id }) => id).sort()).toEqual(state.replaced.map(({ id }) => id).sort());
        // Each payment has bought a month, and none of a checkout is without one.
        for (const { id, paidAt } of voided) expect(state.coverage?.periods.has(id) ?? false).toBe(paidAt !== null);
      },
    ),
  );
});
