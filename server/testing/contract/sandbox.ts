import { makeReceiver } from '@/server/testing/inbox';
import { unknownId, type Entries, type IdRule } from '@/server/testing/contract/entry';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeIntegration } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
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
  /** Something that happened in the sandbox's shop, which an integration listens to. */
  const change = async ({ accountId }: Tenant): Promise<string> => {
    await makeIntegration(server.services, accountId, {
      provider: 'storefront_p1',
      externalId: `${unique('toko')}.myshopify.com`,
    });
    const { id } = await server.services.database.prisma.sandboxShopChange.create({
      data: {
        accountId,
        provider: 'storefront_p1',
        verb: 'buy',
        about: '#1',
        change: {},
        dueAt: new Date(),
        createdAt: new Date(),
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
    'sandbox.write': {
      success: async (us) => ({
        channelId: (await makeReceiver(server, 'sms_p1', us.accountId)).id,
        sender: '+6281234567890',
        name: 'Ani',
        text: 'Halo',
      }),
      failure: { input: { channelId: 'cunknown', sender: '1', name: 'x', text: 'x' }, code: 'NOT_FOUND' },
      ids: {
        channelId: {
          theirs: async (them) => (await makeReceiver(server, 'sms_p1', them.accountId)).id,
          code: 'NOT_FOUND',
        },
      },
    },
    'sandbox.rules': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
    'sandbox.setRule': {
      success: () => ({ provider: 'email_p1', rule: 'accept' }),
      failure: { input: { provider: 'email_p9', rule: 'accept' }, code: 'VALIDATION' },
      ids: {},
    },
    'sandbox.setLively': { success: () => ({ lively: true }), failure: { input: {}, code: 'VALIDATION' }, ids: {} },
    'sandbox.shop': {
      success: async (us) => (await change(us), { provider: 'storefront_p1' }),
      failure: { input: { provider: 'sheet_p1' }, code: 'VALIDATION' },
      ids: {},
    },
    'sandbox.playShop': {
      success: () => ({
        provider: 'storefront_p2',
        action: { verb: 'abandon', product: '100', email: 'ani@example.test', accepts: true },
        when: 'by_hand',
      }),
      failure: {
        input: { provider: 'storefront_p1', action: { verb: 'refund', ref: '1' }, when: 'now' },
        code: 'NOT_FOUND',
      },
      ids: {},
    },
    'sandbox.sendShopChanges': {
      success: async (us) => ({ provider: 'storefront_p1', ids: [await change(us)] }),
      failure: { input: { provider: 'storefront_p1', ids: [] }, code: 'VALIDATION' },
      ids: { ids: { none: 'what is not in the workspace’s own shop is passed over' } },
    },
    'sandbox.empty': { success: async (us) => (await message(us), {}), failure: { none: 'it takes nothing' }, ids: {} },
  };
};
