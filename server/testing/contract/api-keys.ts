import { type Entries, unknownId } from '@/server/testing/contract/entry';
import { makeKey } from '@/server/testing/factories/account';

export const apiKeys: Entries = (server) => ({
  'apiKeys.create': {
    success: () => ({ name: 'Storefront' }),
    failure: { input: { name: '' }, code: 'VALIDATION' },
    ids: {},
  },
  'apiKeys.list': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
  'apiKeys.update': {
    success: async (us) => ({
      id: (await makeKey(server.services.database, server.services.keys, us.accountId)).id,
      allowedIps: ['203.0.113.0/24'],
    }),
    failure: unknownId,
    ids: { id: { theirs: (them) => them.key.id, code: 'NOT_FOUND' } },
  },
  'apiKeys.calls': {
    success: (us) => ({ id: us.key.id }),
    failure: unknownId,
    ids: { id: { theirs: (them) => them.key.id, code: 'NOT_FOUND' } },
  },
  'apiKeys.revoke': {
    success: async (us) => ({ id: (await makeKey(server.services.database, server.services.keys, us.accountId)).id }),
    failure: unknownId,
    ids: { id: { theirs: (them) => them.key.id, code: 'NOT_FOUND' } },
  },
});
