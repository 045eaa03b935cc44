import { unknownId, type Entries, type IdRule } from '@/server/testing/contract/entry';
import { makeChannel, unique } from '@/server/testing/factories';
import type { Tenant } from '@/server/testing/server';

export const sandbox: Entries = (server) => {
  const message = async (tenant: Tenant): Promise<string> => {
    const channel = await makeChannel(server.services, tenant.accountId);
    const at = new Date();
    const { id } = await server.services.database.prisma.sandboxMessage.create({
      data: {
        accountId: tenant.accountId,
        channelId: channel.id,
        provider: channel.provider,
        messageId: unique('m'),
        recipient: 'ani@example.com',
        providerMessageId: unique('p'),
        content: { subject: 'Halo', text: 'Halo' },
        headers: {},
        request: { method: 'POST', url: 'https://api.resend.com/emails', headers: {}, body: null },
        createdAt: at,
        updatedAt: at,
      },
    });
    return id;
  };
  const theirMessage: IdRule = { theirs: message, code: 'NOT_FOUND' };
  return {
    'sandbox.list': {
      success: async (us) => (await message(us), { limit: 1 }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'sandbox.message': {
      success: async (us) => ({ id: await message(us) }),
      failure: unknownId,
      ids: { id: theirMessage },
    },
    'sandbox.answer': {
      success: async (us) => ({ messageIds: [await message(us)], event: 'delivered' }),
      failure: { input: { messageIds: ['cunknown'], event: 'opened' }, code: 'NOT_FOUND' },
      ids: { messageIds: theirMessage },
    },
    'sandbox.rules': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
    'sandbox.setRule': {
      success: () => ({ provider: 'email_p1', rule: 'accept' }),
      failure: { input: { provider: 'email_p9', rule: 'accept' }, code: 'VALIDATION' },
      ids: {},
    },
    'sandbox.setLively': { success: () => ({ lively: true }), failure: { input: {}, code: 'VALIDATION' }, ids: {} },
    'sandbox.empty': { success: async (us) => (await message(us), {}), failure: { none: 'it takes nothing' }, ids: {} },
  };
};
