import { unknownId, type Entries, type Entry } from '@/server/testing/contract/entry';
import { makeChannel } from '@/server/testing/factories/messaging';
import type { Tenant } from '@/server/testing/server';

export const channels: Entries = (server) => {
  const channel = async (tenant: Tenant): Promise<string> => (await makeChannel(server.services, tenant.accountId)).id;
  const channelInPath: Entry['ids'] = { id: { theirs: channel, code: 'NOT_FOUND' } };
  const page = async (tenant: Tenant): Promise<string> => {
    const { id } = await makeChannel(server.services, tenant.accountId, {
      provider: 'social_p1',
      via: 'keys',
      externalId: 'pending',
      credentials: { accessToken: 'token' },
    });
    // One OAuth channel a provider: this one takes the place of the one before.
    await server.services.database.prisma.channelIntegration.updateMany({
      where: { accountId: tenant.accountId, provider: 'social_p1', via: 'oauth' },
      data: { via: 'keys' },
    });
    await server.services.database.prisma.channelIntegration.updateMany({
      where: { id },
      data: { via: 'oauth', assets: [{ id: '1', name: 'Toko' }], assetsAt: new Date() },
    });
    return id;
  };
  const pageInPath: Entry['ids'] = { id: { theirs: page, code: 'NOT_FOUND' } };
  const testMessage = async (tenant: Tenant): Promise<string> => {
    const answer = await server.call(tenant.key, 'POST', `/api/v1/channels/${await channel(tenant)}/test`, {
      body: { recipient: 'ani@example.com' },
    });
    return (answer.body.data as { messageId: string }).messageId;
  };
  return {
    'channels.list': { success: async (us) => (await channel(us), {}), failure: { none: 'it takes nothing' }, ids: {} },
    'channels.connect': {
      success: () => ({
        provider: 'email_p1',
        displayName: 'Newsletter',
        externalId: 'x',
        credentials: { apiKey: 're_1' },
        config: { fromEmail: 'halo@example.com' },
        scopesGranted: ['send'],
      }),
      failure: { input: { provider: 'social_p1', displayName: 'Page', credentials: {} }, code: 'USE_OAUTH' },
      ids: { externalId: { none: "the provider's own id of what is connected" } },
    },
    'channels.get': { success: async (us) => ({ id: await channel(us) }), failure: unknownId, ids: channelInPath },
    'channels.update': {
      success: async (us) => ({ id: await channel(us), displayName: 'Other', config: { fromEmail: 'a@example.com' } }),
      failure: unknownId,
      ids: channelInPath,
    },
    'channels.revoke': { success: async (us) => ({ id: await channel(us) }), failure: unknownId, ids: channelInPath },
    'channels.test': {
      success: async (us) => ({ id: await channel(us), recipient: 'ani@example.com' }),
      failure: { input: { id: 'cunknown', recipient: ' ' }, code: 'VALIDATION' },
      ids: channelInPath,
    },
    'channels.dnsRecords': {
      success: async (us) => ({ id: await channel(us) }),
      failure: unknownId,
      ids: channelInPath,
    },
    'channels.checkDns': {
      success: async (us) => ({ id: await channel(us) }),
      failure: unknownId,
      ids: channelInPath,
    },
    'channels.faults': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
    'channels.setup': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
    'channels.callbackAddress': {
      success: async (us) => ({ id: await channel(us) }),
      failure: unknownId,
      ids: channelInPath,
    },
    'channels.testMessage': {
      success: async (us) => ({ messageId: await testMessage(us) }),
      failure: { input: { messageId: 'cunknown' }, code: 'NOT_FOUND' },
      ids: { messageId: { theirs: testMessage, code: 'NOT_FOUND' } },
    },
    'channels.assets': { success: async (us) => ({ id: await page(us) }), failure: unknownId, ids: pageInPath },
    'channels.refreshAssets': { success: async (us) => ({ id: await page(us) }), failure: unknownId, ids: pageInPath },
    'channels.chooseAsset': {
      success: async (us) => ({ id: await page(us), asset: '1' }),
      failure: { input: { id: 'cunknown', asset: '1' }, code: 'NOT_FOUND' },
      ids: pageInPath,
    },
  };
};
