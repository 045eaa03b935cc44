import { unknownId, type Entries } from '@/server/testing/contract/entry';
import { makeSegment } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import type { Tenant } from '@/server/testing/server';

const EVERYBODY = {
  match: 'all',
  groups: [{ match: 'all', conditions: [{ field: 'createdAt', op: 'lte', value: '2099-01-01T00:00:00Z' }] }],
};

export const audienceSegments: Entries = (server) => {
  const segment = async (tenant: Tenant): Promise<string> =>
    (await makeSegment(server.services.database, tenant.accountId)).id;
  const inPath = { id: { theirs: segment, code: 'NOT_FOUND' } } as const;
  return {
    'audienceSegments.list': {
      success: async (us) => (await segment(us), { status: 'active' }),
      failure: { input: { status: 'gone' }, code: 'VALIDATION' },
      ids: {},
    },
    'audienceSegments.create': {
      success: () => ({ name: unique('Segment '), description: 'd', definition: EVERYBODY }),
      failure: { input: { name: 'x', definition: { match: 'all', groups: [] } }, code: 'INVALID_DEFINITION' },
      ids: {},
    },
    'audienceSegments.fields': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
    'audienceSegments.preview': {
      success: () => ({ definition: EVERYBODY }),
      failure: { input: { definition: {} }, code: 'INVALID_DEFINITION' },
      ids: {},
    },
    'audienceSegments.get': { success: async (us) => ({ id: await segment(us) }), failure: unknownId, ids: inPath },
    'audienceSegments.update': {
      success: async (us) => ({ id: await segment(us), name: unique('Segment '), definition: EVERYBODY }),
      failure: unknownId,
      ids: inPath,
    },
    'audienceSegments.archive': { success: async (us) => ({ id: await segment(us) }), failure: unknownId, ids: inPath },
    'audienceSegments.contacts': {
      success: async (us) => ({ id: await segment(us), limit: 5 }),
      failure: unknownId,
      ids: inPath,
    },
    'audienceSegments.count': { success: async (us) => ({ id: await segment(us) }), failure: unknownId, ids: inPath },
    'audienceSegments.toList': {
      success: async (us) => ({ id: await segment(us), name: unique('List ') }),
      failure: { input: { id: 'cunknown', name: 'x' }, code: 'NOT_FOUND' },
      ids: inPath,
    },
  };
};
