/**
 * Without the sandbox (docs/contract/billing.md#payment-callbacks): nothing of it exists, and nobody takes payments
 * until an operator sets somebody up.
 */
import { expect, it } from 'vitest';
import { expectError, trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer({ PAYMENT_PROVIDER: 'live' });

it('has no hosted page and takes no callbacks of the sandbox', async () => {
  expectError(await server.fetch('GET', `/sandbox-checkout/${'a'.repeat(32)}`), 404, 'NOT_FOUND');
  expectError(await server.fetch('GET', '/sandbox-checkout/page.css'), 404, 'NOT_FOUND');
  expectError(await server.fetch('POST', '/api/v1/billing/callbacks/sandbox', { body: {} }), 404, 'NOT_FOUND');
});

it.each(['IDR', 'USD'])('checkout in %s is PLAN_NOT_CONFIGURED, and no invoice is made', async (currency) => {
  expectError(
    await server.call(server.ours.key, 'POST', '/api/v1/billing/checkout', {
      body: { plan: 'GROWTH', email: 'a@example.com', currency },
    }),
    503,
    'PLAN_NOT_CONFIGURED',
  );
  expect(await server.services.database.prisma.invoice.count()).toBe(0);
});

it('the Billing page says so', async () => {
  expect(
    (await trpc(server, 'query', 'billing.overview', undefined, { cookie: server.ours.cookie })).data,
  ).toMatchObject({ providers: { IDR: null, USD: null } });
});
