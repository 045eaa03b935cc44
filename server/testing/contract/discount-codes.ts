import { account, foreign, unknownId, type Entries, type Entry, type IdRule } from '@/server/testing/contract/entry';
import { makeCodeInShop, makeIntegration } from '@/server/testing/factories/shops';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { makeSegment } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { expectData } from '@/server/testing/http';
import type { Tenant } from '@/server/testing/server';

const MINIMUM = { type: 'percent', value: 10, currency: 'IDR' };

export const discountCodes: Entries = (server) => {
  const code = async (tenant: Tenant): Promise<string> =>
    (await makeDiscountCode(server.services.database, tenant.accountId, { public: true })).id;
  const codeInPath: Entry['ids'] = { id: { theirs: code, code: 'NOT_FOUND' } };
  const campaign: IdRule = {
    theirs: (them) => makeMarketingCampaign(server.services.database, them.accountId),
    code: 'VALIDATION',
  };
  const redemption = async (tenant: Tenant): Promise<string> => {
    const discountCodeId = await code(tenant);
    const body = { accountId: tenant.accountId, discountCodeId, checkoutSessionId: unique('s'), appliedAmount: 5 };
    return expectData(await server.call(tenant.key, 'POST', '/api/v1/discount-codes/redeem', { body })).id;
  };
  const batch = async (tenant: Tenant): Promise<string> => {
    const body = { name: unique('B'), count: 1, template: MINIMUM };
    return expectData(await server.call(tenant.key, 'POST', '/api/v1/discount-codes/batches', { body }), 201).id;
  };
  const held = async (tenant: Tenant): Promise<string> => {
    const body = { discountCodeId: await code(tenant), checkoutSessionId: unique('s') };
    return expectData(await server.call(tenant.key, 'POST', '/api/v1/discount-codes/holds', { body })).id;
  };
  const segment: IdRule = {
    theirs: async (them) => (await makeSegment(server.services.database, them.accountId)).id,
    code: 'VALIDATION',
  };
  const productLists: Entry['ids'] = { productIds: foreign('a product') };
  return {
    'discountCodes.create': {
      success: async (us) => ({
        code: unique('C'),
        ...MINIMUM,
        description: 'd',
        scope: 'products',
        productIds: ['p'],
        tagFilter: ['t'],
        minPurchaseAmount: 1,
        maxUsesTotal: 2,
        maxUsesPerCustomer: 1,
        startsAt: '2026-01-01T00:00:00Z',
        expiresAt: '2099-01-01T00:00:00Z',
        marketingCampaignId: await makeMarketingCampaign(server.services.database, us.accountId),
      }),
      failure: { input: { code: 'X', ...MINIMUM, value: 0 }, code: 'INVALID_VALUE' },
      ids: { ...productLists, marketingCampaignId: campaign, 'eligibility.segmentId': segment },
    },
    'discountCodes.importCodes': {
      success: () => ({ codes: [{ code: unique('C'), ...MINIMUM }] }),
      failure: { input: { codes: [] }, code: 'VALIDATION' },
      ids: {},
    },
    'discountCodes.knownCodes': {
      success: () => ({ codes: [unique('C')] }),
      failure: { input: { codes: [''] }, code: 'VALIDATION' },
      ids: {},
    },
    'discountCodes.list': {
      success: async (us) => (await code(us), { limit: 1 }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'discountCodes.get': { success: async (us) => ({ id: await code(us) }), failure: unknownId, ids: codeInPath },
    'discountCodes.update': {
      success: async (us) => ({ id: await code(us), value: 20 }),
      failure: unknownId,
      ids: {
        ...codeInPath,
        ...productLists,
        marketingCampaignId: campaign,
        'eligibility.segmentId': segment,
      },
    },
    'discountCodes.archive': { success: async (us) => ({ id: await code(us) }), failure: unknownId, ids: codeInPath },
    'discountCodes.inShops': {
      success: async (us) => {
        const integrationId = (await makeIntegration(server.services, us.accountId)).id;
        return { id: await makeCodeInShop(server.services.database, us.accountId, { integrationId }) };
      },
      failure: unknownId,
      ids: codeInPath,
    },
    'discountCodes.validate': {
      success: async (us) => ({
        accountId: us.accountId,
        code: (await makeDiscountCode(server.services.database, us.accountId)).code,
        subtotal: 1000,
        currency: 'IDR',
        customerId: 'ani',
        items: [{ productId: 'p', price: 1, quantity: 1, tags: ['t'] }],
      }),
      failure: { input: {}, code: 'VALIDATION' },
      ids: {
        accountId: account,
        customerId: foreign('a customer'),
        checkoutSessionId: foreign('a checkout session'),
        'items.productId': foreign('a product'),
      },
    },
    'discountCodes.preview': {
      success: () => ({ draft: MINIMUM, cart: { subtotal: 1000, currency: 'IDR' } }),
      failure: {
        input: { draft: { ...MINIMUM, value: 0 }, cart: { subtotal: 1, currency: 'IDR' } },
        code: 'INVALID_VALUE',
      },
      ids: {
        'draft.productIds': foreign('a product'),
        'draft.marketingCampaignId': { none: 'nothing is read or stored by it' },
        'cart.items.productId': foreign('a product'),
      },
    },
    'discountCodes.batches.create': {
      success: async (us) => ({
        name: 'B',
        template: {
          ...MINIMUM,
          marketingCampaignId: await makeMarketingCampaign(server.services.database, us.accountId),
        },
        totalLimit: 5,
        prefix: 'B-',
        length: 6,
        audience: {},
      }),
      failure: { input: { name: 'B', count: 1, template: { ...MINIMUM, value: 0 } }, code: 'INVALID_VALUE' },
      ids: {
        'template.productIds': foreign('a product'),
        'template.marketingCampaignId': campaign,
        'template.eligibility.segmentId': segment,
        'audience.listIds': { none: 'what is unknown adds nobody' },
        'audience.segmentIds': { none: 'what is unknown adds nobody' },
      },
    },
    'discountCodes.batches.list': {
      success: async (us) => (await batch(us), { limit: 1 }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'discountCodes.batches.get': {
      success: async (us) => ({ id: await batch(us) }),
      failure: unknownId,
      ids: { id: { theirs: batch, code: 'NOT_FOUND' } },
    },
    'discountCodes.batches.codes': {
      success: async (us) => ({ id: await batch(us), state: 'unused' }),
      failure: unknownId,
      ids: { id: { theirs: batch, code: 'NOT_FOUND' } },
    },
    'discountCodes.batches.cancel': {
      success: async (us) => ({ id: await batch(us) }),
      failure: unknownId,
      ids: { id: { theirs: batch, code: 'NOT_FOUND' } },
    },
    'discountCodes.hold': {
      success: async (us) => ({
        accountId: us.accountId,
        discountCodeId: await code(us),
        checkoutSessionId: unique('s'),
        customerId: 'ani',
        customerEmail: 'ani@surel.example',
        seconds: 60,
      }),
      failure: { input: { code: 'NONE', checkoutSessionId: 's' }, code: 'HOLD_REFUSED' },
      ids: {
        accountId: account,
        discountCodeId: { theirs: code, code: 'NOT_FOUND' },
        checkoutSessionId: foreign('a checkout session'),
        customerId: foreign('a customer'),
      },
    },
    'discountCodes.release': {
      success: async (us) => ({ id: await held(us) }),
      failure: unknownId,
      ids: { id: { theirs: held, code: 'NOT_FOUND' } },
    },
    'discountCodes.rollback': {
      success: async (us) => ({ id: await redemption(us), reason: 'refunded' }),
      failure: unknownId,
      ids: { id: { theirs: redemption, code: 'NOT_FOUND' } },
    },
    'discountCodes.redeem': {
      success: async (us) => ({
        accountId: us.accountId,
        discountCodeId: await code(us),
        checkoutSessionId: unique('s'),
        appliedAmount: 5,
        customerId: 'ani',
        externalSource: 'shop',
        externalRef: unique('r'),
        orderTotal: 50,
      }),
      failure: { input: { discountCodeId: 'cunknown', checkoutSessionId: 's', appliedAmount: 1 }, code: 'NOT_FOUND' },
      ids: {
        accountId: account,
        discountCodeId: { theirs: code, code: 'NOT_FOUND' },
        checkoutSessionId: foreign('a checkout session'),
        customerId: foreign('a customer'),
      },
    },
    'discountCodes.redemptions': {
      success: async (us) => {
        const id = await code(us);
        await server.call(us.key, 'POST', '/api/v1/discount-codes/redeem', {
          body: { discountCodeId: id, checkoutSessionId: unique('s'), appliedAmount: 1 },
        });
        return { id };
      },
      failure: unknownId,
      ids: codeInPath,
    },
    'discountCodes.activity': {
      success: async (us) => ({ id: await code(us), days: 7 }),
      failure: unknownId,
      ids: codeInPath,
    },
    'discountCodes.applicable': {
      success: async (us) => (await code(us), { accountId: us.accountId }),
      failure: { input: { accountId: 'cx', currency: '5' }, code: 'VALIDATION' },
      ids: {
        accountId: { none: 'whoever names a workspace may read what it published' },
        productId: foreign('a product'),
      },
    },
  };
};
