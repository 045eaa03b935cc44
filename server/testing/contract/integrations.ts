import { account, foreign, unknownId, type Entries, type Entry, type IdRule } from '@/server/testing/contract/entry';
import { makeCheckout, makeCodeInShop, makeIntegration, makeOrder, makeRun } from '@/server/testing/factories/shops';
import { makeContact } from '@/server/testing/factories/audience';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import type { Tenant } from '@/server/testing/server';

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
  const integration = async (tenant: Tenant): Promise<string> =>
    (await makeIntegration(server.services, tenant.accountId)).id;
  const inPath: Entry['ids'] = { id: { theirs: integration, code: 'NOT_FOUND' } };
  /** A shop that can be read, with a run that refused a row and ended so. */
  const withRun = async ({ accountId }: Tenant, status = 'partial'): Promise<{ id: string; runId: string }> => {
    const provider = { provider: 'storefront_p1', externalId: `${unique('toko')}.myshopify.com` };
    const { id } = await makeIntegration(server.services, accountId, provider);
    return { id, runId: (await makeRun(database(), accountId, { integrationId: id, status })).id };
  };
  const runInPath: Entry['ids'] = {
    id: { theirs: async (them) => (await withRun(them)).id, code: 'NOT_FOUND' },
    runId: { theirs: async (them) => (await withRun(them)).runId, code: 'NOT_FOUND' },
  };
  const unknownRun = { input: { id: 'cunknown', runId: 'cunknown' }, code: 'NOT_FOUND' } as const;
  /** Open, of somebody who is a contact, with an order. */
  const privacyRequest = async ({ accountId }: Tenant): Promise<string> => {
    const externalId = `${unique('toko')}.myshopify.com`;
    const { id: integrationId } = await makeIntegration(server.services, accountId, {
      provider: 'storefront_p1',
      externalId,
    });
    const { id: contactId, email } = await makeContact(database(), accountId);
    const { externalRef } = await makeOrder(database(), accountId, { externalSource: `storefront_p1:${externalId}` });
    const { id } = await database().prisma.privacyRequest.create({
      data: {
        accountId,
        integrationId,
        kind: 'data_request',
        deliveryId: unique('d'),
        customerRef: '191167',
        email,
        phone: '+6281234567890',
        orderRefs: [externalRef],
        contactId,
        receivedAt: new Date(),
      },
      select: { id: true },
    });
    return id;
  };
  /** With its shop, its contact, the code that it redeemed and the checkout that it came from. */
  const orderWithAll = async (us: Tenant): Promise<string> => {
    const { accountId } = us;
    const { externalRef: checkoutRef } = await makeCheckout(database(), accountId, { abandonedAt: new Date() });
    const checkoutSessionId = unique('s');
    const code = await makeDiscountCode(database(), accountId);
    await database().prisma.discountRedemption.create({
      data: {
        accountId,
        discountCodeId: code.id,
        checkoutSessionId,
        appliedAmount: 1n,
        appliedShipping: 0n,
        currency: 'IDR',
        redeemedAt: new Date(),
      },
    });
    const known = { ...(await whole(accountId)), integrationId: await integration(us), checkoutRef, checkoutSessionId };
    return (await makeOrder(database(), accountId, known)).id;
  };
  const config = {
    sync: { products: false },
    consent: 'subscribed',
    abandonAfterMinutes: 30,
    cartConsent: 'anyone',
    redeem: true,
  };
  return {
    'integrations.catalog': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
    'integrations.list': {
      success: async (us) => (await integration(us), { status: 'active,unknown' }),
      failure: { none: 'a status that it does not know is ignored' },
      ids: {},
    },
    'integrations.create': {
      success: () => ({ provider: 'http_generic', displayName: 'Toko', config }),
      failure: { input: { provider: 'http_generic', displayName: '' }, code: 'VALIDATION' },
      ids: {},
    },
    'integrations.get': { success: async (us) => ({ id: await integration(us) }), failure: unknownId, ids: inPath },
    'integrations.update': {
      success: async (us) => ({ id: await integration(us), displayName: 'Pasar', config }),
      failure: unknownId,
      ids: inPath,
    },
    'integrations.revoke': { success: async (us) => ({ id: await integration(us) }), failure: unknownId, ids: inPath },
    'integrations.sync': {
      success: async (us) => ({ id: (await withRun(us)).id, resources: ['orders'], full: true }),
      failure: unknownId,
      ids: { id: { theirs: async (them) => (await withRun(them)).id, code: 'NOT_FOUND' } },
    },
    'integrations.listRuns': {
      success: async (us) => ({ id: (await withRun(us)).id, limit: 1 }),
      failure: unknownId,
      ids: inPath,
    },
    'integrations.getRun': { success: (us) => withRun(us), failure: unknownRun, ids: runInPath },
    'integrations.cancelRun': { success: (us) => withRun(us, 'queued'), failure: unknownRun, ids: runInPath },
    'integrations.listCodes': {
      success: async (us) => {
        const integrationId = await integration(us);
        await makeCodeInShop(database(), us.accountId, { integrationId });
        return { id: integrationId, state: 'failed,unknown' };
      },
      failure: unknownId,
      ids: inPath,
    },
    'integrations.connectSetup': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
    'integrations.page': {
      success: async ({ accountId }) => {
        const at = new Date();
        const more = {
          shopName: 'Toko',
          lacking: [{ resource: 'codes', reason: 'write_discounts was not granted.' }],
          webhookFaults: ['orders/create'],
          ordersSince: at,
          reconcileAt: at,
        };
        return { id: (await makeIntegration(server.services, accountId, more)).id };
      },
      failure: unknownId,
      ids: inPath,
    },
    'integrations.calls': { success: async (us) => ({ id: await integration(us) }), failure: unknownId, ids: inPath },
    'integrations.privacyRequests': {
      success: async (us) => (await privacyRequest(us), {}),
      failure: { none: 'it takes nothing' },
      ids: {},
    },
    'integrations.closePrivacyRequest': {
      success: async (us) => ({ id: await privacyRequest(us) }),
      failure: unknownId,
      ids: { id: { theirs: privacyRequest, code: 'NOT_FOUND' } },
    },
    'integrations.orderPage': {
      success: async (us) => ({ oid: await orderWithAll(us) }),
      failure: { input: { oid: 'nobody' }, code: 'NOT_FOUND' },
      ids: {},
    },
    'integrations.checkoutPage': {
      success: async (us) => {
        const integrationId = await integration(us);
        const known = await whole(us.accountId);
        const { id: orderId } = await makeOrder(database(), us.accountId, { number: '#2' });
        return { oid: (await makeCheckout(database(), us.accountId, { ...known, integrationId, orderId })).id };
      },
      failure: { input: { oid: 'nobody' }, code: 'NOT_FOUND' },
      ids: {},
    },
    'integrations.putCustomers': {
      success: (us) => ({
        accountId: us.accountId,
        externalSource: 'toko',
        rows: [
          {
            externalRef: unique('p'),
            email: `${unique('buyer')}@example.test`,
            attributes: { shop: { ordersCount: 1 } },
          },
        ],
      }),
      failure: {
        input: { externalSource: 'toko', rows: [{ externalRef: '', email: 'a@b.example' }] },
        code: 'VALIDATION',
      },
      ids: { accountId: account },
    },
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
