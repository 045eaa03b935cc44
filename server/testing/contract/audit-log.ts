import { type Entries, type Entry, type IdRule, unknownId } from '@/server/testing/contract/entry';
import { makeAuditEntry } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';

const filter: IdRule = { none: 'a filter: an id of the neighbour finds nothing, as any unknown one' };

export const auditLog: Entries = (server) => {
  const entry = async (accountId: string): Promise<string> =>
    (await makeAuditEntry(server.services.database, accountId)).id;
  const nothing: Entry = { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} };
  const list = {
    success: async (us: { accountId: string }) => {
      await entry(us.accountId);
      return {
        action: 'discount_code.create',
        targetType: 'discount_code',
        targetId: 'cunknown',
        actorId: unique('c'),
        from: '2026-01-01T00:00:00Z',
        to: '2099-01-01T00:00:00+07:00',
        limit: 1,
      };
    },
    failure: { input: { from: '2026-01-01' }, code: 'VALIDATION' },
    ids: { targetId: filter, actorId: filter },
  } as const;
  const one: Entry = {
    success: async (us) => ({ id: await entry(us.accountId) }),
    failure: unknownId,
    ids: { id: { theirs: (them) => entry(them.accountId), code: 'NOT_FOUND' } },
  };
  return {
    'auditLog.list': list,
    'auditLog.get': one,
    'auditLog.getNamed': one,
    'auditLog.listNamed': list,
    'auditLog.actors': nothing,
    'auditLog.verify': {
      success: () => ({ limit: 1, cursor: `1.${'0'.repeat(64)}` }),
      failure: { input: { cursor: 'x' }, code: 'VALIDATION' },
      ids: {},
    },
    'auditLog.chain': nothing,
  };
};
