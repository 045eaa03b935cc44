import type { Entries } from '@/server/testing/contract/entry';
import type { Tenant } from '@/server/testing/server';

export const uploads: Entries = (server) => {
  const signed = async (tenant: Tenant): Promise<string> =>
    (
      await server.call(tenant.key, 'POST', '/api/v1/uploads/sign-merchant', {
        body: { kind: 'compose-asset', contentType: 'image/png', size: 100 },
      })
    ).body.data.key as string;
  return {
    'uploads.sign': {
      success: () => ({ kind: 'compose-asset', contentType: 'image/png', size: 100, name: 'n.png' }),
      failure: { input: { kind: 'compose-asset', contentType: 'text/html', size: 100 }, code: 'VALIDATION' },
      ids: {},
    },
    'uploads.get': {
      success: async (us) => ({ key: await signed(us) }),
      failure: { input: { key: 'nobody' }, code: 'NOT_FOUND' },
      ids: {},
    },
    'uploads.library': {
      success: async (us) => (await signed(us), { limit: 1 }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'uploads.rename': {
      success: async (us) => ({ key: await signed(us), name: 'Kebun' }),
      failure: { input: { key: 'nobody', name: 'Kebun' }, code: 'NOT_FOUND' },
      ids: {},
    },
    ...Object.fromEntries(
      ['uploads.archive', 'uploads.unarchive'].map((path) => [
        path,
        {
          success: async (us: Tenant) => ({ key: await signed(us) }),
          failure: { input: { key: 'nobody' }, code: 'NOT_FOUND' },
          ids: {},
        },
      ]),
    ),
  };
};
