import type { Entries } from '@/server/testing/contract/entry';

export const uploads: Entries = (server) => ({
  'uploads.sign': {
    success: () => ({ kind: 'compose-asset', contentType: 'image/png', size: 100 }),
    failure: { input: { kind: 'compose-asset', contentType: 'text/html', size: 100 }, code: 'VALIDATION' },
    ids: {},
  },
  'uploads.get': {
    success: async (us) => ({
      key: (
        await server.call(us.key, 'POST', '/api/v1/uploads/sign-merchant', {
          body: { kind: 'compose-asset', contentType: 'image/png', size: 100 },
        })
      ).body.data.key as string,
    }),
    failure: { input: { key: 'nobody' }, code: 'NOT_FOUND' },
    ids: {},
  },
});
