import { openCheckout } from '@/server/testing/billing';
import { unknownId, type Entries } from '@/server/testing/contract/entry';
import type { Tenant } from '@/server/testing/server';

export const billing: Entries = (server) => {
  const newestInvoice = async ({ accountId }: Tenant): Promise<string> =>
    (
      await server.services.database.prisma.invoice.findFirstOrThrow({
        where: { accountId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      })
    ).id;
  return {
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
    'billing.discard': {
      success: async (us) => {
        await openCheckout(server, us, 'STARTER');
        return { id: await newestInvoice(us) };
      },
      failure: unknownId,
      ids: {
        id: {
          theirs: async (them) => {
            await openCheckout(server, them, 'STARTER');
            return await newestInvoice(them);
          },
          code: 'NOT_FOUND',
        },
      },
    },
    'billing.overview': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
  };
};
