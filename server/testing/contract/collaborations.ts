import { unknownId, type Entries, type Entry } from '@/server/testing/contract/entry';
import { makeAffiliate, makeCollaboration, makeCreator, makeProgram } from '@/server/testing/creators';
import { now } from '@/server/platform/lib/clock';
import { unique } from '@/server/testing/factories/unique';
import type { Tenant } from '@/server/testing/server';

export const collaborations: Entries = (server) => {
  const database = () => server.services.database;
  const applied = async ({ accountId }: Tenant) =>
    (await makeCollaboration(database(), accountId, { programId: await makeProgram(database(), accountId) })).id;
  const accepted = async ({ accountId }: Tenant) => (await makeCreator(database(), accountId)).id;
  const active = async ({ accountId }: Tenant, status = 'active') =>
    (await makeAffiliate(database(), accountId, { data: { status } })).id;
  const inReview = async ({ accountId }: Tenant, status = 'in_review') => {
    const { id } = await makeCreator(database(), accountId, { data: { status } });
    const submission = await database().prisma.submission.create({
      data: {
        accountId,
        collaborationId: id,
        deliverableId: 'd1',
        url: 'https://social.example/p/1',
        warnings: ['DISCLOSURE_MISSING'],
        submittedAt: now(),
      },
    });
    return { id, submissionIds: [submission.id] };
  };
  const inPath: Entry['ids'] = { id: { theirs: applied, code: 'NOT_FOUND' } };
  const filter = { none: 'a filter: nobody of others is let through' };
  const ofThis = { none: 'a submission of this collaboration: tried in collaborations/submissions.test.ts' };
  return {
    'collaborations.list': {
      success: async (us) => (await applied(us), { status: 'applied', kind: 'affiliate', q: 'sari' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: { campaignId: filter, programId: filter },
    },
    'collaborations.shown': {
      success: async (us) => (await applied(us), { status: 'applied' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: { campaignId: filter, programId: filter },
    },
    'collaborations.page': { success: async (us) => ({ id: await active(us) }), failure: unknownId, ids: inPath },
    'collaborations.address': { success: async (us) => ({ id: await active(us) }), failure: unknownId, ids: inPath },
    'collaborations.create': {
      success: async ({ accountId }) => ({
        programId: await makeProgram(database(), accountId),
        creator: {
          name: 'Sari',
          email: `${unique('sari')}@creators.test`,
          phone: '0812 3456 789',
          socialHandles: { social_p2: '@sari' },
          followers: 1200,
        },
        message: 'We like what you do.',
        fee: { amount: 500_000, currency: 'IDR' },
      }),
      failure: { input: { creator: { name: 'x', email: 'x@x.test' } }, code: 'VALIDATION' },
      ids: {
        campaignId: { none: 'instead of programId: tried in collaborations/collaborations.test.ts' },
        programId: { theirs: (them) => makeProgram(database(), them.accountId), code: 'VALIDATION' },
      },
    },
    'collaborations.get': {
      success: async (us) => ({ id: (await inReview(us)).id }),
      failure: unknownId,
      ids: inPath,
    },
    'collaborations.update': {
      success: async (us) => ({
        id: await applied(us),
        creator: { name: 'Sari W.', email: `${unique('sari')}@creators.test` },
        fee: { amount: 1, currency: 'IDR' },
        shipping: { state: 'sent', carrier: 'JNE', trackingRef: '123' },
        internalNote: 'Knows her coffee.',
      }),
      failure: unknownId,
      ids: inPath,
    },
    'collaborations.end': { success: async (us) => ({ id: await active(us) }), failure: unknownId, ids: inPath },
    'collaborations.finish': { success: async (us) => ({ id: await active(us) }), failure: unknownId, ids: inPath },
    'collaborations.accept': { success: async (us) => ({ id: await applied(us) }), failure: unknownId, ids: inPath },
    'collaborations.decline': { success: async (us) => ({ id: await applied(us) }), failure: unknownId, ids: inPath },
    'collaborations.submit': {
      success: async (us) => ({
        id: await accepted(us),
        deliverableId: 'd1',
        url: 'https://social.example/p/1',
        caption: 'Good coffee #ad',
      }),
      failure: {
        input: { id: 'cunknown', deliverableId: 'd1', url: 'https://social.example/p/1' },
        code: 'NOT_FOUND',
      },
      ids: { ...inPath, deliverableId: { none: 'a deliverable of what was agreed on' } },
    },
    'collaborations.requestChanges': {
      success: async (us) => ({ ...(await inReview(us)), feedback: 'Say that it is an ad.' }),
      failure: { input: { id: 'cunknown', feedback: 'x' }, code: 'NOT_FOUND' },
      ids: { ...inPath, submissionIds: ofThis },
    },
    'collaborations.approve': {
      success: inReview,
      failure: unknownId,
      ids: { ...inPath, submissionIds: ofThis },
    },
    'collaborations.complete': {
      success: async (us) => ({ id: (await inReview(us, 'approved')).id }),
      failure: unknownId,
      ids: inPath,
    },
    'collaborations.suspend': {
      success: async (us) => ({ id: await active(us), reason: 'Buys for themselves.' }),
      failure: { input: { id: 'cunknown', reason: 'x' }, code: 'NOT_FOUND' },
      ids: inPath,
    },
    'collaborations.reinstate': {
      success: async (us) => ({ id: await active(us, 'suspended') }),
      failure: unknownId,
      ids: inPath,
    },
    'collaborations.read': { success: async (us) => ({ id: await applied(us) }), failure: unknownId, ids: inPath },
    'collaborations.messages': { success: async (us) => ({ id: await applied(us) }), failure: unknownId, ids: inPath },
    'collaborations.write': {
      success: async (us) => ({ id: await applied(us), text: 'Hello!' }),
      failure: { input: { id: 'cunknown', text: 'x' }, code: 'NOT_FOUND' },
      ids: inPath,
    },
    'collaborations.rotatePortal': {
      success: async (us) => ({ id: await applied(us) }),
      failure: unknownId,
      ids: inPath,
    },
  };
};
