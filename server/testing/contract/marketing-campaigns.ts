import { unknownId, type Entries, type Entry, type IdRule } from '@/server/testing/contract/entry';
import {
  makeAttribution,
  makeDiscountCode,
  makeReferralProgram,
  makeReminder,
} from '@/server/testing/factories/offers';
import { makeBlogPost, makeMarketingCampaign } from '@/server/testing/factories/content';
import { makeBroadcast } from '@/server/testing/factories/messaging';
import { makeFeedConfig } from '@/server/testing/factories/shops';
import type { Tenant } from '@/server/testing/server';

export const marketingCampaigns: Entries = (server) => {
  const campaign = (tenant: Tenant): Promise<string> =>
    makeMarketingCampaign(server.services.database, tenant.accountId, { description: 'Words', status: 'live' });
  const inPath: Entry['ids'] = { id: { theirs: campaign, code: 'NOT_FOUND' } };
  const code = async ({ accountId }: Tenant): Promise<string> =>
    (await makeDiscountCode(server.services.database, accountId)).id;
  const childIds: IdRule = { theirs: code, code: 'VALIDATION' };
  /** A campaign with a child of every kind, each filled in. */
  const withChildren = async (us: Tenant): Promise<string> => {
    const { database } = server.services;
    const { accountId } = us;
    const link = { marketingCampaignId: await campaign(us) };
    await makeBroadcast(database, accountId, {
      ...link,
      scheduledAt: new Date(),
      startedAt: new Date(),
      description: 'd',
    });
    await makeDiscountCode(database, accountId, {
      ...link,
      description: 'd',
      minPurchaseAmount: 1n,
      maxUsesTotal: 2,
      startsAt: new Date(0),
      expiresAt: new Date(),
    });
    await makeBlogPost(database, accountId, { ...link, excerpt: 'e', publishedAt: new Date(), tags: ['kopi'] });
    await makeReminder(database, accountId, { ...link, recoveredAt: new Date(), recoveredBySessionId: 's' });
    await makeReferralProgram(database, accountId, link);
    await makeAttribution(database, accountId, {
      status: 'rewarded',
      rewardedAt: new Date(),
      amount: 100_000n,
      currency: 'IDR',
    });
    await database.prisma.feedConfig.deleteMany({ where: { accountId } });
    await makeFeedConfig(database, accountId, link);
    return link.marketingCampaignId;
  };
  return {
    'marketingCampaigns.list': {
      success: async (us) => (await campaign(us), { status: 'live,soon' }),
      failure: { none: 'a status that is none is ignored' },
      ids: {},
    },
    'marketingCampaigns.create': {
      success: () => ({ name: 'Lebaran', description: 'd', goal: 'launch', status: 'live' }),
      failure: { input: { name: '' }, code: 'VALIDATION' },
      ids: {},
    },
    'marketingCampaigns.selector': {
      success: async (us) => (await campaign(us), {}),
      failure: { none: 'it has no input' },
      ids: {},
    },
    'marketingCampaigns.get': { success: async (us) => ({ id: await campaign(us) }), failure: unknownId, ids: inPath },
    'marketingCampaigns.full': {
      success: async (us) => ({ id: await withChildren(us) }),
      failure: unknownId,
      ids: inPath,
    },
    'marketingCampaigns.update': {
      success: async (us) => ({
        id: await campaign(us),
        name: 'Other',
        description: null,
        goal: 'other',
        status: 'draft',
      }),
      failure: unknownId,
      ids: inPath,
    },
    'marketingCampaigns.archive': {
      success: async (us) => ({ id: await campaign(us) }),
      failure: unknownId,
      ids: inPath,
    },
    'marketingCampaigns.attach': {
      success: async (us) => ({ id: await campaign(us), type: 'discount_code', childIds: [await code(us)] }),
      failure: { input: { id: 'cunknown', type: 'discount_code', childIds: ['cunknown'] }, code: 'NOT_FOUND' },
      ids: { ...inPath, childIds },
    },
    'marketingCampaigns.detach': {
      success: async (us) => ({ id: await campaign(us), type: 'discount_code', childIds: [await code(us)] }),
      failure: { input: { id: 'cunknown', type: 'discount_code', childIds: [] }, code: 'VALIDATION' },
      ids: { ...inPath, childIds },
    },
    'marketingCampaigns.overview': {
      success: async (us) => (await campaign(us), { limit: 1, q: 'camp', status: 'live' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'marketingCampaigns.rollUp': {
      success: async (us) => ({ id: await withChildren(us) }),
      failure: unknownId,
      ids: inPath,
    },
    'marketingCampaigns.children': {
      success: async (us) => ({ id: await withChildren(us), type: 'broadcast', limit: 1 }),
      failure: { input: { id: 'cunknown', type: 'feed' }, code: 'NOT_FOUND' },
      ids: inPath,
    },
    'marketingCampaigns.candidates': {
      success: async (us) => ({ id: await campaign(us), type: 'cart_reminder', q: 'a' }),
      failure: { input: { id: 'cunknown', type: 'funnel' }, code: 'VALIDATION' },
      ids: inPath,
    },
  };
};
