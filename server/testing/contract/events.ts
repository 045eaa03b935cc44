import { account, foreign, type Entries } from '@/server/testing/contract/entry';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';

export const events: Entries = (server) => {
  const event = (more: object = {}) => ({
    name: 'product_viewed',
    id: unique('e'),
    at: new Date().toISOString(),
    properties: { productId: 'sku-1' },
    ...more,
  });
  return {
    'events.tell': {
      success: async ({ accountId }) => {
        const { email } = await makeContact(server.services.database, accountId, { externalRef: 'c-1' });
        return {
          accountId,
          events: [
            event({ customerId: 'c-1', email }),
            event({ email: `${unique('nobody')}@example.test`, customerId: null }),
            event({ at: '2020-01-01T00:00:00Z' }),
          ],
        };
      },
      failure: { input: { events: [] }, code: 'VALIDATION' },
      ids: {
        accountId: account,
        'events.id': foreign('the event'),
        'events.customerId': foreign('the customer'),
      },
    },
    'events.recent': {
      success: async ({ accountId }) => {
        const { id: contactId } = await makeContact(server.services.database, accountId);
        const now = new Date();
        for (const whose of [{ contactId }, { email: `${unique('nobody')}@example.test` }, {}])
          await server.services.database.prisma.shopperEvent.create({
            data: { accountId, id: unique('e'), name: 'seen', at: now, properties: { a: 1 }, createdAt: now, ...whose },
          });
        return { name: 'seen' };
      },
      failure: { input: { name: '' }, code: 'VALIDATION' },
      ids: {},
    },
  };
};
