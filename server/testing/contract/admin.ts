import { type Entries, type Entry } from '@/server/testing/contract/entry';
import { makeLink, makePartner } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';

export const admin: Entries = (server) => {
  const database = () => server.services.database;
  const byId = async () => ({ id: await makePartner(database()) });
  /** No partner is a workspace's: what one's key sees of another is tried in admin.test.ts. */
  const ofNoWorkspace = {
    none: 'partners belong to the installation: admin.test.ts tries what a partner sees of another',
  };
  const inPath: Entry['ids'] = { id: ofNoWorkspace };
  const unknown = { input: { id: 'cunknown' }, code: 'NOT_FOUND' } as const;
  const merchant = { none: 'the operator sees every workspace; partners get 403: admin.test.ts' };
  return {
    'admin.list': {
      success: async () => (await makePartner(database()), { status: 'active' }),
      failure: { none: 'what it does not know is ignored' },
      ids: {},
    },
    'admin.create': {
      success: () => ({
        name: 'TokoPlus',
        identifier: unique('tokoplus-'),
        contactEmail: 'ops@tokoplus.example',
        linkMode: 'linked',
      }),
      failure: { input: { name: 'TokoPlus', identifier: 'Toko Plus' }, code: 'VALIDATION' },
      ids: {},
    },
    'admin.get': { success: byId, failure: unknown, ids: inPath },
    'admin.update': {
      success: async () => ({ ...(await byId()), name: 'TokoMinus', linkMode: 'linked' }),
      failure: unknown,
      ids: inPath,
    },
    'admin.archive': { success: byId, failure: unknown, ids: inPath },
    'admin.suspend': {
      success: async () => ({ ...(await byId()), reason: 'Keys were leaked.' }),
      failure: { input: { id: 'cunknown', reason: 'x' }, code: 'NOT_FOUND' },
      ids: inPath,
    },
    'admin.resume': {
      success: async () => ({ id: await makePartner(database(), { status: 'suspended' }) }),
      failure: unknown,
      ids: inPath,
    },
    'admin.keys': { success: byId, failure: unknown, ids: inPath },
    'admin.linked': {
      success: async (us) => {
        const id = await makePartner(database());
        await makeLink(database(), id, us.accountId);
        return { id };
      },
      failure: { input: { id: 'cunknown', cursor: 'forged' }, code: 'VALIDATION' },
      ids: inPath,
    },
    'admin.make': {
      success: async () => ({
        ...(await byId()),
        externalRef: unique('shop-'),
        name: 'Toko Kopi',
        country: 'ID',
        timeZone: 'Asia/Makassar',
        currency: 'IDR',
        ownerEmail: `${unique('owner')}@toko.example`,
      }),
      failure: { input: { id: 'cunknown', externalRef: 'shop', name: 'Toko' }, code: 'NOT_FOUND' },
      ids: inPath,
    },
    'admin.link': {
      success: async (us) => ({ ...(await byId()), accountId: us.accountId }),
      failure: { input: { id: 'cunknown', accountId: 'cunknown' }, code: 'NOT_FOUND' },
      ids: { ...inPath, accountId: merchant },
    },
    'admin.unlink': {
      success: async (us) => {
        const id = await makePartner(database());
        await makeLink(database(), id, us.accountId);
        return { id, accountId: us.accountId };
      },
      failure: { input: { id: 'cunknown', accountId: 'cunknown' }, code: 'NOT_FOUND' },
      ids: { ...inPath, accountId: merchant },
    },
    'admin.usage': {
      success: async () => ({ ...(await byId()), windowDays: 7 }),
      failure: unknown,
      ids: inPath,
    },
    'admin.merchants': {
      success: () => ({ q: 'a', plan: 'free,scale', status: 'active' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'admin.merchant': {
      success: (us) => ({ accountId: us.accountId }),
      failure: { input: { accountId: 'cunknown' }, code: 'NOT_FOUND' },
      ids: { accountId: merchant },
    },
    'admin.linkedPartners': {
      success: async (us) => {
        await makeLink(database(), await makePartner(database()), us.accountId);
        return {};
      },
      failure: { none: 'takes nothing' },
      ids: {},
    },
    'admin.partWith': {
      success: async (us) => {
        const id = await makePartner(database());
        await makeLink(database(), id, us.accountId);
        return { id };
      },
      failure: unknown,
      ids: {
        id: {
          theirs: async (them) => {
            const id = await makePartner(database());
            await makeLink(database(), id, them.accountId);
            return id;
          },
          code: 'NOT_FOUND',
        },
      },
    },
  };
};
