import { account, foreign, unknownId, type Entries, type IdRule } from '@/server/testing/contract/entry';
import { makeCartConfig, makeCartSuppression, makeDiscountCode, makeReminder } from '@/server/testing/factories/offers';
import { makeContact } from '@/server/testing/factories/audience';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';

export const abandonedCart: Entries = (server) => {
  const database = () => server.services.database;
  const code: IdRule = {
    theirs: async (them) => (await makeDiscountCode(database(), them.accountId)).id,
    code: 'VALIDATION',
  };
  const campaign: IdRule = { theirs: (them) => makeMarketingCampaign(database(), them.accountId), code: 'VALIDATION' };
  /** With everything that it can refer to. */
  const reminder = async (accountId: string) => {
    const email = `${unique('buyer')}@example.test`;
    await makeContact(database(), accountId, { email });
    return await makeReminder(database(), accountId, {
      email,
      discountCodeId: (await makeDiscountCode(database(), accountId)).id,
      marketingCampaignId: await makeMarketingCampaign(database(), accountId),
      externalSource: 'shop',
      externalRef: unique('r'),
      recoveredAt: new Date(),
      recoveredBySessionId: unique('s'),
    });
  };
  return {
    'abandonedCart.getConfig': {
      success: async (us) => {
        await database().prisma.abandonedCartConfig.deleteMany({ where: { accountId: us.accountId } });
        await makeCartConfig(database(), us.accountId);
        return {};
      },
      failure: { none: 'it has no input' },
      ids: {},
    },
    'abandonedCart.updateConfig': {
      success: async (us) => ({
        enabled: true,
        delayHours: 6,
        emailSubject: 'Hai',
        emailPreview: '{{ first_name }}',
        discountCodeId: (await makeDiscountCode(database(), us.accountId)).id,
      }),
      failure: { input: { delayHours: 169 }, code: 'VALIDATION' },
      ids: { discountCodeId: code, marketingCampaignId: campaign },
    },
    'abandonedCart.reminders': {
      success: async (us) => (await reminder(us.accountId), { limit: 1 }),
      failure: { input: { limit: -1 }, code: 'VALIDATION' },
      ids: {},
    },
    'abandonedCart.getReminder': {
      success: async (us) => ({ id: (await reminder(us.accountId)).id }),
      failure: unknownId,
      ids: { id: { theirs: async (them) => (await makeReminder(database(), them.accountId)).id, code: 'NOT_FOUND' } },
    },
    'abandonedCart.listReminders': {
      success: async (us) => (await reminder(us.accountId), { limit: 1, state: 'recovered' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'abandonedCart.stats': {
      success: async (us) => (await reminder(us.accountId), { windowDays: 7 }),
      failure: { input: { windowDays: -1 }, code: 'VALIDATION' },
      ids: {},
    },
    'abandonedCart.activity': {
      success: async (us) => (await reminder(us.accountId), { days: 7 }),
      failure: { input: { days: 8 }, code: 'VALIDATION' },
      ids: {},
    },
    'abandonedCart.listSuppressions': {
      success: async (us) => (await makeCartSuppression(database(), us.accountId), { limit: 1 }),
      failure: { input: { limit: 'many' }, code: 'VALIDATION' },
      ids: {},
    },
    'abandonedCart.searchSuppressions': {
      success: async (us) => (await makeCartSuppression(database(), us.accountId), { limit: 1 }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'abandonedCart.addSuppression': {
      success: () => ({ email: `${unique('buyer')}@example.test` }),
      failure: { input: { email: 'nobody' }, code: 'VALIDATION' },
      ids: {},
    },
    'abandonedCart.removeSuppression': {
      success: async (us) => ({ email: (await makeCartSuppression(database(), us.accountId)).email }),
      failure: { input: { email: 'unknown@example.test' }, code: 'NOT_FOUND' },
      ids: {},
    },
    'abandonedCart.recordReminder': {
      success: async (us) => ({
        accountId: us.accountId,
        customerId: 'ani',
        cartId: 'cart',
        email: `${unique('buyer')}@example.test`,
        cartSnapshot: { items: [] },
        valueAtSend: 5,
        currencyAtSend: 'IDR',
        discountCodeId: (await makeDiscountCode(database(), us.accountId)).id,
        marketingCampaignId: await makeMarketingCampaign(database(), us.accountId),
        externalSource: 'shop',
        externalRef: unique('r'),
      }),
      failure: { input: { customerId: 'ani' }, code: 'VALIDATION' },
      ids: {
        accountId: account,
        customerId: foreign('a customer'),
        cartId: foreign('a cart'),
        discountCodeId: code,
        marketingCampaignId: campaign,
      },
    },
    'abandonedCart.recover': {
      success: async (us) => ({
        accountId: us.accountId,
        customerId: (await makeReminder(database(), us.accountId)).customerId,
        checkoutSessionId: unique('s'),
      }),
      failure: { input: { customerId: 'ani' }, code: 'VALIDATION' },
      ids: { accountId: account, customerId: foreign('a customer'), checkoutSessionId: foreign('a checkout session') },
    },
  };
};
