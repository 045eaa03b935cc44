import { account, unknownId, type Entries, type Entry } from '@/server/testing/contract/entry';
import { DELIVERABLE, makeBrief, makeCollaboration, makeProgram } from '@/server/testing/creators';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import type { Tenant } from '@/server/testing/server';

export const campaigns: Entries = (server) => {
  const database = () => server.services.database;
  const open = ({ accountId }: Tenant) => makeBrief(database(), accountId);
  const draft = ({ accountId }: Tenant) => makeBrief(database(), accountId, { status: 'draft', publishedAt: null });
  const inPath: Entry['ids'] = { id: { theirs: open, code: 'NOT_FOUND' } };
  const named: Entry['ids'] = {
    marketingCampaignId: { theirs: (them) => makeMarketingCampaign(database(), them.accountId), code: 'VALIDATION' },
    'deliverables.id': { none: 'a deliverable of this brief' },
    'compensation.programId': { theirs: (them) => makeProgram(database(), them.accountId), code: 'VALIDATION' },
  };
  const creators = () => [{ name: 'Sari', email: `${unique('sari')}@creators.test` }];
  const whole = async ({ accountId }: Tenant) => ({
    title: unique('Brief '),
    brief: 'Show how you brew it.',
    coverImage: 'https://images.example/kopi.jpg',
    platforms: ['social_p2'],
    deliverables: [DELIVERABLE],
    compensation: { type: 'commission', programId: await makeProgram(database(), accountId) },
    productRefs: ['SKU-1'],
    disclosure: '#ad',
    usageRightsDays: 90,
    slots: 3,
    visibility: 'open',
    marketingCampaignId: await makeMarketingCampaign(database(), accountId),
  });
  return {
    'campaigns.list': {
      success: async (us) => (await open(us), { status: 'open,closed', q: 'brief' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'campaigns.create': { success: whole, failure: { input: { title: '' }, code: 'VALIDATION' }, ids: named },
    'campaigns.preview': {
      success: async (us) => ({ id: await open(us), language: 'id' }),
      failure: { input: { language: 'id' }, code: 'VALIDATION' },
      ids: inPath,
    },
    'campaigns.get': {
      success: async (us) => {
        const id = await open(us);
        await makeCollaboration(database(), us.accountId, { campaignId: id });
        return { id };
      },
      failure: unknownId,
      ids: inPath,
    },
    'campaigns.update': {
      success: async (us) => ({ id: await open(us), ...(await whole(us)) }),
      failure: unknownId,
      ids: { ...inPath, ...named },
    },
    'campaigns.archive': { success: async (us) => ({ id: await open(us) }), failure: unknownId, ids: inPath },
    'campaigns.publish': { success: async (us) => ({ id: await draft(us) }), failure: unknownId, ids: inPath },
    'campaigns.close': { success: async (us) => ({ id: await open(us) }), failure: unknownId, ids: inPath },
    'campaigns.complete': { success: async (us) => ({ id: await open(us) }), failure: unknownId, ids: inPath },
    'campaigns.invite': {
      success: async (us) => ({ id: await open(us), creators: creators() }),
      failure: { input: { id: 'cunknown', creators: creators() }, code: 'NOT_FOUND' },
      ids: inPath,
    },
    'campaigns.receiveApplication': {
      success: async (us) => ({ id: await open(us), ...creators()[0], consent: true }),
      failure: { input: { id: 'cunknown', ...creators()[0], consent: true }, code: 'NOT_FOUND' },
      ids: { ...inPath, accountId: account },
    },
    'campaigns.collaborations': {
      success: async (us) => {
        const id = await open(us);
        await makeCollaboration(database(), us.accountId, { campaignId: id });
        return { id, status: 'applied' };
      },
      failure: unknownId,
      ids: inPath,
    },
  };
};
