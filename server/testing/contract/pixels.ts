import type { Entries, IdRule } from '@/server/testing/contract/entry';
import { makePixels } from '@/server/testing/factories/offers';
import type { Tenant } from '@/server/testing/server';

export const pixels: Entries = (server) => {
  const fresh = async (us: Tenant, options: Parameters<typeof makePixels>[2] = {}): Promise<void> => {
    await server.services.database.prisma.merchantPixels.deleteMany({ where: { accountId: us.accountId } });
    await makePixels(server.services, us.accountId, options);
  };
  const ofTheVendor: IdRule = { none: 'an id at Meta, Google or TikTok' };
  return {
    'pixels.get': { success: async (us) => (await fresh(us), {}), failure: { none: 'it takes nothing' }, ids: {} },
    'pixels.update': {
      success: () => ({
        adPixelAId: '1234567890123456',
        adPixelACapiAccessToken: 'EAAtoken',
        adPixelATestEventCode: null,
        analyticsId: 'G-AB12CD34EF',
        adsConversionId: 'AW-123456789',
        adsPurchaseLabel: 'label',
        adPixelBId: 'C4ABCDEF12GHIJ34KLMN',
        adPixelBAccessToken: 'token',
        adPixelBTestEventCode: null,
        analyticsApiSecret: 'secret',
        enabled: true,
      }),
      failure: { input: { adPixelAId: 'x'.repeat(65) }, code: 'VALIDATION' },
      ids: { adPixelAId: ofTheVendor, analyticsId: ofTheVendor, adsConversionId: ofTheVendor, adPixelBId: ofTheVendor },
    },
    'pixels.public': {
      success: async (us) => (await fresh(us), { accountId: us.accountId }),
      failure: { none: 'an account that nobody has is answered with null' },
      ids: { accountId: { none: 'whoever names a workspace may read its public ids' } },
    },
    'pixels.conversions': {
      success: async (us) => {
        const at = new Date();
        await server.services.database.prisma.pixelConversion.create({
          data: {
            accountId: us.accountId,
            eventId: `checkout-${at.getTime()}-${Math.random()}`,
            value: 150_000n,
            currency: 'IDR',
            valueFrom: 'fulfil',
            customerId: 'ani',
            occurredAt: at,
            dueAt: at,
            createdAt: at,
            updatedAt: at,
          },
        });
        return { status: 'waiting', destination: 'adPixelA', limit: 5 };
      },
      failure: { input: { status: 'gone' }, code: 'VALIDATION' },
      ids: {},
    },
    'pixels.sendTestEvent': {
      success: async (us) => (await fresh(us, { testCode: 'TEST12345' }), {}),
      failure: { none: 'it takes nothing' },
      ids: {},
    },
  };
};
