import type { Entries } from '@/server/testing/contract/entry';

export const uploads: Entries = (server) => ({
  'uploads.sign': {
    success: () => ({ kind: 'template', contentType: 'image/png', size: 100 }),
    failure: { input: { kind: 'template', contentType: 'text/html', size: 100 }, code: 'VALIDATION' },
    ids: {},
  },
  'uploads.get': {
    success: async (us) => ({
      key: (
        await server.call(us.key, 'POST', '/api/v1/uploads/sign-merchant', {
          body: { kind: 'template', contentType: 'image/png', size: 100 },
        })
      ).body.data.key as string,
    }),
    failure: { input: { key: 'nobody' }, code: 'NOT_FOUND' },
    ids: {},
  },
});
