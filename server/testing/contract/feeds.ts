import { account, type Entries, type IdRule } from '@/server/testing/contract/entry';
import { makeFeedConfig, makeFeedProduct, makeMarketingCampaign, unique } from '@/server/testing/factories';

export const feeds: Entries = (server) => {
  const campaign: IdRule = {
    theirs: (them) => makeMarketingCampaign(server.services.database, them.accountId),
    code: 'VALIDATION',
  };
  const product = {
    externalRef: unique('sku-'),
    slug: 'kemeja',
    name: 'Kemeja',
    description: 'd',
    priceCents: 1,
    currency: 'IDR',
    available: true,
    imageUrl: 'https://a.example/a.jpg',
    brand: 'b',
    productCategory: '1',
    archivedAt: null,
    updatedAt: '2026-01-01T00:00:00Z',
  };
  return {
    'feeds.getConfig': {
      success: async (us) => {
        await server.services.database.prisma.feedConfig.deleteMany({ where: { accountId: us.accountId } });
        await makeFeedConfig(server.services.database, us.accountId);
        return {};
      },
      failure: { none: 'it has no input' },
      ids: {},
    },
    'feeds.updateConfig': {
      success: async (us) => ({
        enabled: true,
        defaultProductCategory: 'Apparel & Accessories',
        includeUnpublished: false,
        marketingCampaignId: await makeMarketingCampaign(server.services.database, us.accountId),
      }),
      failure: { input: { enabled: 'yes' }, code: 'VALIDATION' },
      ids: { marketingCampaignId: campaign },
    },
    'feeds.putProducts': {
      success: (us) => ({ accountId: us.accountId, products: [product] }),
      failure: { input: { products: [] }, code: 'VALIDATION' },
      ids: { accountId: account },
    },
    'feeds.importProducts': {
      success: () => ({ products: [product] }),
      failure: { input: { products: [] }, code: 'VALIDATION' },
      ids: {},
    },
    'feeds.knownProducts': {
      success: () => ({ externalRefs: ['sku-1'] }),
      failure: { input: { externalRefs: [''] }, code: 'VALIDATION' },
      ids: {},
    },
    'feeds.listProducts': {
      success: async (us) => (
        await makeFeedProduct(server.services.database, us.accountId, { brand: null }),
        { limit: 1 }
      ),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'feeds.issues': {
      success: async (us) => (await makeFeedProduct(server.services.database, us.accountId), {}),
      failure: { none: 'it has no input' },
      ids: {},
    },
  };
};
