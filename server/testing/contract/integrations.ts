import { account, foreign, type Entries, type IdRule } from '@/server/testing/contract/entry';
import { makeCheckout, makeContact, makeOrder, unique } from '@/server/testing/factories';

export const integrations: Entries = (server) => {
  const database = () => server.services.database;
  const items = [{ productRef: 'sku-1', name: 'Kemeja', quantity: 1, price: 1 }];
  const whole = async (accountId: string) => ({
    contactId: (await makeContact(database(), accountId)).id,
    email: `${unique('buyer')}@example.test`,
    phone: '+6281234567890',
    items,
  });
  const order = async (accountId: string) =>
    await makeOrder(database(), accountId, {
      ...(await whole(accountId)),
      number: '#1',
      checkoutRef: 'c',
      customerRef: 'p',
      shipping: 1n,
      tax: 1n,
      discount: 1n,
      landingUrl: 'https://a.example/',
      integrationId: 'i1',
    });
  const checkout = async (accountId: string) =>
    await makeCheckout(database(), accountId, {
      ...(await whole(accountId)),
      url: 'https://a.example/',
      acceptsMarketing: true,
      status: 'completed',
      abandonedAt: new Date(),
      completedAt: new Date(),
      orderId: (await order(accountId)).id,
      integrationId: 'i1',
    });
  const filter: IdRule = { none: 'a filter: what belongs to nobody of ours lets nothing through' };
  return {
    'integrations.putOrders': {
      success: (us) => ({
        accountId: us.accountId,
        externalSource: 'toko',
        rows: [
          {
            externalRef: unique('o'),
            amount: 1,
            currency: 'IDR',
            status: 'paid',
            placedAt: '2026-01-01T00:00:00Z',
            items,
          },
        ],
      }),
      failure: { input: { externalSource: 'toko', rows: [] }, code: 'VALIDATION' },
      ids: {
        accountId: account,
        'rows.checkoutSessionId': foreign('checkoutSessionId'),
      },
    },
    'integrations.putCheckouts': {
      success: (us) => ({
        accountId: us.accountId,
        externalSource: 'toko',
        rows: [{ externalRef: unique('c'), value: 1, currency: 'IDR', items }],
      }),
      failure: { input: { externalSource: '', rows: [] }, code: 'VALIDATION' },
      ids: { accountId: account },
    },
    'integrations.listOrders': {
      success: async (us) => (await order(us.accountId), { limit: 1, status: 'paid,unknown' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: { contactId: filter, integrationId: filter },
    },
    'integrations.getOrder': {
      success: async (us) => ({ oid: (await order(us.accountId)).id }),
      failure: { input: { oid: 'cunknown' }, code: 'NOT_FOUND' },
      ids: {},
    },
    'integrations.listCheckouts': {
      success: async (us) => (await checkout(us.accountId), { limit: 1 }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: { contactId: filter, integrationId: filter },
    },
    'integrations.getCheckout': {
      success: async (us) => ({ oid: (await checkout(us.accountId)).id }),
      failure: { input: { oid: 'cunknown' }, code: 'NOT_FOUND' },
      ids: {},
    },
  };
};
