import { unknownId, type Entries, type Entry } from '@/server/testing/contract/entry';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import type { Tenant } from '@/server/testing/server';

export const contactLists: Entries = (server) => {
  const list = async (tenant: Tenant): Promise<string> =>
    (await makeContactList(server.services.database, tenant.accountId, { contactIds: [await contact(tenant)] })).id;
  const contact = async (tenant: Tenant): Promise<string> =>
    (await makeContact(server.services.database, tenant.accountId)).id;
  const listInPath: Entry['ids'] = { id: { theirs: list, code: 'NOT_FOUND' } };
  return {
    'contactLists.list': { success: async (us) => (await list(us), {}), failure: { none: 'takes nothing' }, ids: {} },
    'contactLists.create': {
      success: () => ({ name: unique('List '), description: 'd' }),
      failure: { input: { name: '' }, code: 'VALIDATION' },
      ids: {},
    },
    'contactLists.get': { success: async (us) => ({ id: await list(us) }), failure: unknownId, ids: listInPath },
    'contactLists.update': {
      success: async (us) => ({ id: await list(us), name: unique('List ') }),
      failure: unknownId,
      ids: listInPath,
    },
    'contactLists.delete': { success: async (us) => ({ id: await list(us) }), failure: unknownId, ids: listInPath },
    'contactLists.addMembers': {
      success: async (us) => ({ id: await list(us), contactIds: [await contact(us)] }),
      failure: { input: { id: 'cunknown', contactIds: ['c1'] }, code: 'NOT_FOUND' },
      ids: { ...listInPath, contactIds: { theirs: contact, code: 'NO_VALID_CONTACTS' } },
    },
    'contactLists.removeMember': {
      success: async (us) => ({ id: await list(us), contactId: await contact(us) }),
      failure: { input: { id: 'cunknown', contactId: 'c1' }, code: 'NOT_FOUND' },
      ids: {
        ...listInPath,
        contactId: { none: 'removing is idempotent: whoever is no member of the list is not removed' },
      },
    },
  };
};
