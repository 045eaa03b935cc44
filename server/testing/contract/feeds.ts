import { account, type Entries, type IdRule } from '@/server/testing/contract/entry';
import { makeFeedConfig, makeFeedProduct } from '@/server/testing/factories/shops';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';

/** The value that variants have in common, for crawlers. */
const OF_CRAWLERS: IdRule = { none: 'a word of the shop for its own variants' };

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
    gtin: '8991234567891',
    mpn: 'm',
    condition: 'new',
    itemGroupId: 'g',
    salePrice: 1,
    salePriceFrom: '2026-01-01T00:00:00Z',
    salePriceTo: '2026-01-02T00:00:00Z',
    color: 'c',
    size: 's',
    gender: 'unisex',
    ageGroup: 'adult',
    additionalImages: ['https://a.example/b.jpg'],
    shippingWeight: '250 g',
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
      ids: { accountId: account, 'products.itemGroupId': OF_CRAWLERS },
    },
    'feeds.importProducts': {
      success: () => ({ products: [product] }),
      failure: { input: { products: [] }, code: 'VALIDATION' },
      ids: { 'products.itemGroupId': OF_CRAWLERS },
    },
    'feeds.getCategoryRules': {
      success: () => ({}),
      failure: { none: 'it has no input' },
      ids: {},
    },
    'feeds.putCategoryRules': {
      success: () => ({ rules: [{ match: 'begins', category: 'Kopi', googleCategory: '1868' }] }),
      failure: { input: { rules: [{ category: '' }] }, code: 'VALIDATION' },
      ids: {},
    },
    'feeds.categoriesBy': {
      success: async (us) => (
        await makeFeedProduct(server.services.database, us.accountId, { productCategory: 'Kopi' }),
        { rules: [{ match: 'is', category: 'kopi', googleCategory: '1868' }] }
      ),
      failure: { input: { rules: [{}] }, code: 'VALIDATION' },
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
