import { type Entries } from '@/server/testing/contract/entry';

export const billing: Entries = (server) => ({
  'billing.plans': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
  'billing.plan': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
  'billing.subscription': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
  'billing.usage': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
  'billing.invoices': {
    success: async (us) => {
      await server.call(us.key, 'POST', '/api/v1/billing/checkout', {
        body: { plan: 'STARTER', email: 'ani@example.com' },
      });
      return { limit: 1 };
    },
    failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
    ids: {},
  },
  'billing.checkout': {
    success: () => ({ plan: 'GROWTH', email: 'ani@example.com', name: 'Ani', currency: 'USD' }),
    failure: { input: { plan: 'growth' }, code: 'VALIDATION' },
    ids: {},
  },
  'billing.cancel': {
    success: () => ({}),
    failure: { none: 'it takes nothing, and without a subscription nothing happens' },
    ids: {},
  },
  'billing.overview': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
});
