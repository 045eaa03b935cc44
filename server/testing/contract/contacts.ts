import { systemDb } from '@/server/platform/db/workspace';
import { merge } from '@/server/modules/audience/contacts/merge';
import { unknownId, type Entries, type Entry, type IdRule } from '@/server/testing/contract/entry';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { sendChunks } from '@/server/testing/contact-imports';
import type { Tenant } from '@/server/testing/server';

export const contacts: Entries = (server) => {
  const contact = async (tenant: Tenant): Promise<string> =>
    (await makeContact(server.services.database, tenant.accountId, { phone: '+6281234567890' })).id;
  const contactInPath: Entry['ids'] = { id: { theirs: contact, code: 'NOT_FOUND' } };
  const full = () => ({
    email: `${unique('sari')}@example.test`,
    phone: '0812 3456 7890',
    firstName: 'Sari',
    lastName: 'Wati',
    socialHandles: { telegram: '12', line: null },
    subscriptions: { email: 'subscribed', sms: 'pending' },
    attributes: { city: 'Bandung', tags: [1, { a: null }] },
    source: 'shop',
    externalRef: unique('customer'),
  });
  const listFilter: IdRule = { none: "it filters: another workspace's list has no member among these contacts" };
  const started = async (us: Tenant, rows = 1, sent = rows): Promise<string> =>
    await sendChunks(
      server,
      us,
      Array.from({ length: sent }, () => ({ email: `${unique('f')}@example.test` })),
      { totalRows: rows },
    );
  const finished = async (us: Tenant): Promise<string> => {
    const id = await started(us);
    const at = new Date();
    await server.services.database.prisma.contactImport.updateMany({
      where: { id },
      data: { status: 'done', startedAt: at, finishedAt: at },
    });
    return id;
  };
  const merged = async ({ accountId }: Tenant): Promise<string> => {
    const [keep, other] = [
      await makeContact(server.services.database, accountId),
      await makeContact(server.services.database, accountId),
    ];
    const db = systemDb(server.services.database, accountId);
    return (await merge(db, { keepId: keep.id, mergeIds: [other.id] })).id;
  };
  const importInPath: Entry['ids'] = { id: { theirs: (them) => started(them, 2, 1), code: 'NOT_FOUND' } };
  return {
    'contacts.list': {
      success: async (us) => (await contact(us), { limit: 1, q: 'a' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: { listId: listFilter },
    },
    'contacts.upsert': { success: full, failure: { input: { firstName: 'Nobody' }, code: 'VALIDATION' }, ids: {} },
    'contacts.import': {
      success: () => ({ rows: [full(), { firstName: 'Nobody' }], listName: unique('List ') }),
      failure: { input: { rows: [{ email: 'no e-mail' }] }, code: 'VALIDATION' },
      ids: {},
    },
    'contacts.get': { success: async (us) => ({ id: await contact(us) }), failure: unknownId, ids: contactInPath },
    'contacts.update': {
      success: async (us) => ({ id: await contact(us), ...full() }),
      failure: unknownId,
      ids: contactInPath,
    },
    'contacts.unsubscribe': {
      success: async (us) => ({ id: await contact(us) }),
      failure: unknownId,
      ids: contactInPath,
    },
    'contacts.erase': { success: async (us) => ({ id: await contact(us) }), failure: unknownId, ids: contactInPath },
    'contacts.export': { success: async (us) => ({ id: await contact(us) }), failure: unknownId, ids: contactInPath },
    'contacts.consents': {
      success: async (us) => ({ id: await contact(us) }),
      failure: unknownId,
      ids: contactInPath,
    },
    'contacts.count': {
      success: () => ({ q: 'a' }),
      failure: { input: { subscription: 'post.never' }, code: 'VALIDATION' },
      ids: { listId: listFilter },
    },
    'contacts.sources': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
    'contacts.figures': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
    'contacts.standing': {
      success: async (us) => {
        const id = await contact(us);
        await makeContactList(server.services.database, us.accountId, { contactIds: [id] });
        await server.call(us.key, 'DELETE', `/api/v1/contacts/${id}`);
        return { id };
      },
      failure: unknownId,
      ids: contactInPath,
    },
    'contacts.timeline': {
      success: async (us) => {
        const id = await contact(us);
        await makeContactList(server.services.database, us.accountId, { contactIds: [id] });
        return { id };
      },
      failure: unknownId,
      ids: contactInPath,
    },
    'contacts.imports.create': {
      success: () => ({ fileName: 'a.csv', totalRows: 3, headers: ['E-mail'], plan: { delimiter: ';' } }),
      failure: { input: { fileName: 'a.csv', totalRows: 0 }, code: 'VALIDATION' },
      ids: {},
    },
    'contacts.imports.putChunk': {
      success: async (us) => ({
        id: await started(us, 2, 1),
        position: 1,
        firstRow: 1,
        rows: [{ row: 1, contact: { email: 'a@example.test' }, cells: ['a@example.test'] }],
      }),
      failure: {
        input: { id: 'cunknown', position: 0, firstRow: 0, rows: [{ row: 0, contact: {}, cells: [] }] },
        code: 'NOT_FOUND',
      },
      ids: importInPath,
    },
    'contacts.imports.get': {
      success: async (us) => ({ id: await started(us) }),
      failure: unknownId,
      ids: importInPath,
    },
    'contacts.imports.start': {
      success: async (us) => {
        const id = await started(us);
        await server.services.database.prisma.contactImport.updateMany({ where: { id }, data: { status: 'checked' } });
        return { id };
      },
      failure: unknownId,
      ids: importInPath,
    },
    'contacts.imports.recheck': {
      success: async (us) => {
        const id = await started(us);
        await server.services.database.prisma.contactImport.updateMany({ where: { id }, data: { status: 'checked' } });
        return { id };
      },
      failure: unknownId,
      ids: importInPath,
    },
    'contacts.imports.cancel': {
      success: async (us) => ({ id: await started(us) }),
      failure: unknownId,
      ids: importInPath,
    },
    'contacts.privacy': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
    'contacts.duplicates': {
      success: async (us) => (await contact(us), { limit: 5 }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'contacts.merge': {
      success: async (us) => ({ keepId: await contact(us), mergeIds: [await contact(us)] }),
      failure: { input: { keepId: 'cunknown', mergeIds: ['c1'] }, code: 'VALIDATION' },
      ids: {
        keepId: { theirs: contact, code: 'VALIDATION' },
        mergeIds: { theirs: contact, code: 'VALIDATION' },
      },
    },
    'contacts.unmerge': {
      success: async (us) => ({ id: await merged(us) }),
      failure: unknownId,
      ids: { id: { theirs: merged, code: 'NOT_FOUND' } },
    },
    'contacts.merges': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
    'contacts.imports.undo': {
      success: async (us) => ({ id: await finished(us), dryRun: false }),
      failure: unknownId,
      ids: importInPath,
    },
    'contacts.imports.undoPreview': {
      success: async (us) => ({ id: await finished(us) }),
      failure: unknownId,
      ids: importInPath,
    },
    'contacts.imports.list': {
      success: async (us) => (await started(us), {}),
      failure: { none: 'takes nothing' },
      ids: {},
    },
    'contacts.imports.refusals': {
      success: async (us) => ({ id: await started(us), limit: 1 }),
      failure: unknownId,
      ids: importInPath,
    },
  };
};
