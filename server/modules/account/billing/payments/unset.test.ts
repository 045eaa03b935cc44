/**
 * A database of its own and PAYMENT_PROVIDER unset (docs/contract/billing.md#checkout): nobody takes payments, though
 * vendors are set up.
 */
import { expect, it } from 'vitest';
import { loadSettings } from '@/server/platform/env';
import { expectError } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const VENDORS = {
  XENDIT_SECRET_KEY: 'xnd_1',
  XENDIT_CALLBACK_TOKEN: 'token',
  PAYPAL_CLIENT_ID: 'A',
  PAYPAL_CLIENT_SECRET: 'E',
  PAYPAL_WEBHOOK_ID: '8PT',
  PAYPAL_PLAN_GROWTH: 'P-1',
};
const server = useServer({ LARIS_EMBEDDED: 'false', ...VENDORS });

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

it.each(['sandbox', 'xendit', 'paypal'])('takes no callbacks of %s', async (provider) => {
  expectError(await server.fetch('POST', `/api/v1/billing/callbacks/${provider}`, { body: {} }), 404, 'NOT_FOUND');
});

it('is not taken from what else is set: live must be said, and the sandbox comes with the embedded database', () => {
  const mode = (more: Record<string, string>) =>
    loadSettings({
      DATABASE_URL: 'postgres://localhost/laris',
      APP_SECRET: 'a'.repeat(40),
      UNSUBSCRIBE_SECRET: 'u'.repeat(40),
      ...VENDORS,
      ...more,
    }).payments.mode;
  expect([
    mode({}),
    mode({ PAYMENT_PROVIDER: '' }),
    mode({ PAYMENT_PROVIDER: 'live' }),
    mode({ PAYMENT_PROVIDER: 'sandbox' }),
    mode({ LARIS_EMBEDDED: '1' }),
    mode({ LARIS_EMBEDDED: '1', PAYMENT_PROVIDER: 'live' }),
  ]).toEqual([null, null, 'live', 'sandbox', 'sandbox', 'live']);
});
