import { unknownId, type Entries, type Entry, type IdRule } from '@/server/testing/contract/entry';
import { templates } from '@/server/testing/contract/templates';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import type { Tenant } from '@/server/testing/server';

export const broadcasts: Entries = (server) => {
  const draft = async (tenant: Tenant): Promise<string> =>
    (await makeBroadcast(server.services.database, tenant.accountId)).id;
  const inPath: Entry['ids'] = { id: { theirs: draft, code: 'NOT_FOUND' } };
  const listing: Omit<Entry, 'success'> = {
    failure: unknownId,
    withoutExtension: { extension: 'message-list', code: 'NOT_FOUND' },
    ids: inPath,
  };
  const campaign: IdRule = {
    theirs: (them) => makeMarketingCampaign(server.services.database, them.accountId),
    code: 'VALIDATION',
  };
  const ignored: IdRule = {
    none: 'what resolves to nothing in the workspace adds nobody; broadcasts/send.test.ts holds it',
  };
  const audience: Entry['ids'] = {
    'audience.listIds': ignored,
    'audience.contactIds': ignored,
    'audience.segmentIds': ignored,
    'audience.exclude.contactIds': ignored,
    'audience.exclude.listIds': ignored,
    'audience.exclude.segmentIds': ignored,
  };
  const contact = async (us: Tenant): Promise<string> =>
    (await server.call(us.key, 'POST', '/api/v1/contacts', { body: { email: `${unique('ani')}@example.test` } })).body
      .data.id as string;
  const sendable = async (us: Tenant): Promise<string> => {
    await makeChannel(server.services, us.accountId);
    return (
      await makeBroadcast(server.services.database, us.accountId, { audience: { contactIds: [await contact(us)] } })
    ).id;
  };
  const sent = async (us: Tenant): Promise<string> => {
    const id = await sendable(us);
    await server.call(us.key, 'POST', `/api/v1/broadcasts/${id}/send`);
    return id;
  };
  const tested = async (us: Tenant): Promise<string> => {
    const id = await sendable(us);
    const test = { variants: [{}, { subject: 'Other' }], share: 50, metric: 'opened', hours: 1 };
    await server.call(us.key, 'PATCH', `/api/v1/broadcasts/${id}`, { body: { test } });
    await server.call(us.key, 'POST', `/api/v1/broadcasts/${id}/send`);
    return id;
  };
  return {
    ...templates(server),
    'broadcasts.create': {
      success: async (us) => ({
        name: unique('B'),
        description: 'd',
        providers: ['email_p1', 'sms_p1'],
        content: { email: { subject: 's' } },
        audience: { listIds: ['l'], contactIds: [await contact(us)], segmentIds: ['s'] },
        scheduledAt: '2099-01-01T00:00:00Z',
        marketingCampaignId: await makeMarketingCampaign(server.services.database, us.accountId),
      }),
      failure: { input: { name: 'B', providers: [] }, code: 'VALIDATION' },
      ids: { ...audience, marketingCampaignId: campaign },
    },
    'broadcasts.list': { success: async (us) => (await sent(us), {}), failure: { none: 'it takes nothing' }, ids: {} },
    'broadcasts.overview': {
      success: async (us) => (await sent(us), { limit: 1 }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'broadcasts.get': { success: async (us) => ({ id: await sent(us) }), failure: unknownId, ids: inPath },
    'broadcasts.update': {
      success: async (us) => ({ id: await draft(us), name: 'New' }),
      failure: unknownId,
      ids: { ...inPath, ...audience, marketingCampaignId: campaign },
    },
    'broadcasts.audience': {
      success: async (us) => ({ providers: ['email_p1', 'msg_p5'], audience: { contactIds: [await contact(us)] } }),
      failure: { input: { providers: ['fax'] }, code: 'VALIDATION' },
      ids: audience,
    },
    'broadcasts.localTimes': {
      success: async (us) => ({
        providers: ['email_p1'],
        audience: { contactIds: [await contact(us)] },
        localTime: '09:00',
        scheduledAt: null,
      }),
      failure: { input: { localTime: '24:00' }, code: 'VALIDATION' },
      ids: audience,
    },
    'broadcasts.check': {
      success: async (us) => ({ providers: ['email_p1'], content: {}, audience: { contactIds: [await contact(us)] } }),
      failure: { input: { providers: ['fax'] }, code: 'VALIDATION' },
      ids: audience,
    },
    'broadcasts.preview': {
      success: async (us) => ({ contactId: await contact(us), content: { email: { subject: 's', html: '<p>h</p>' } } }),
      failure: { input: { contactId: 'cunknown', content: {} }, code: 'NOT_FOUND' },
      ids: { contactId: { theirs: contact, code: 'NOT_FOUND' } },
    },
    'broadcasts.send': { success: async (us) => ({ id: await sendable(us) }), failure: unknownId, ids: inPath },
    'broadcasts.sendTest': {
      success: async (us) => ({
        id: await sendable(us),
        provider: 'email_p1',
        recipient: 'sari@example.test',
        checks: true,
      }),
      failure: { input: { id: 'cunknown', provider: 'email_p1', recipient: 'a@example.test' }, code: 'NOT_FOUND' },
      ids: inPath,
    },
    'broadcasts.cancel': { success: async (us) => ({ id: await sent(us) }), failure: unknownId, ids: inPath },
    'broadcasts.endTest': {
      success: async (us) => ({ id: await tested(us), variant: 1 }),
      failure: unknownId,
      ids: inPath,
    },
    'broadcasts.testFigures': { success: async (us) => ({ id: await tested(us) }), failure: unknownId, ids: inPath },
    'broadcasts.progress': { success: async (us) => ({ id: await sent(us) }), failure: unknownId, ids: inPath },
    'broadcasts.waves': { success: async (us) => ({ id: await sent(us) }), failure: unknownId, ids: inPath },
    'broadcasts.report': { success: async (us) => ({ id: await sent(us) }), ...listing },
    'broadcasts.recipients': { success: async (us) => ({ id: await sent(us), limit: 1 }), ...listing },
    'broadcasts.messages': { success: async (us) => ({ id: await sent(us), limit: 1 }), ...listing },
    'broadcasts.recipientPage': { success: async (us) => ({ id: await sent(us) }), failure: unknownId, ids: inPath },
    'broadcasts.unsubscribed': { success: async (us) => ({ id: await sent(us) }), failure: unknownId, ids: inPath },
    'broadcasts.links': { success: async (us) => ({ id: await sent(us) }), failure: unknownId, ids: inPath },
    'broadcasts.reasons': { success: async (us) => ({ id: await sent(us) }), failure: unknownId, ids: inPath },
  };
};
