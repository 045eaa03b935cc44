import { type Entries, type Entry, unknownId } from '@/server/testing/contract/entry';
import { makeWebhookDelivery, makeWebhookEndpoint } from '@/server/testing/factories/account';
import type { Tenant } from '@/server/testing/server';

const URL = 'https://hooks.example.com/laris';

export const webhooks: Entries = (server) => {
  const endpoint = async (tenant: Tenant): Promise<string> =>
    (await makeWebhookEndpoint(server.services, tenant.accountId)).id;
  const delivery = async (tenant: Tenant): Promise<string> =>
    (
      await makeWebhookDelivery(server.services.database, tenant.accountId, {
        endpointId: await endpoint(tenant),
        attempts: 1,
        attemptLog: [
          { at: '2026-01-01T00:00:00.000Z', ms: 12, responseCode: 500, error: 'The endpoint answered 500.' },
        ],
      })
    ).id;
  const endpointInPath: Entry['ids'] = { id: { theirs: endpoint, code: 'NOT_FOUND' } };
  return {
    'webhooks.list': { success: async (us) => (await endpoint(us), {}), failure: { none: 'takes nothing' }, ids: {} },
    'webhooks.create': {
      success: () => ({ url: URL, events: ['*'], description: 'Ours' }),
      failure: { input: { url: 'https://127.0.0.1/' }, code: 'VALIDATION' },
      ids: {},
    },
    'webhooks.update': {
      success: async (us) => ({ id: await endpoint(us), active: false }),
      failure: unknownId,
      ids: endpointInPath,
    },
    'webhooks.remove': { success: async (us) => ({ id: await endpoint(us) }), failure: unknownId, ids: endpointInPath },
    'webhooks.overview': {
      success: async (us) => (await delivery(us), {}),
      failure: { none: 'takes nothing' },
      ids: {},
    },
    'webhooks.get': { success: async (us) => ({ id: await endpoint(us) }), failure: unknownId, ids: endpointInPath },
    'webhooks.eventTypes': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
    'webhooks.deliveries': {
      success: async (us) => (await delivery(us), { limit: 1, status: 'pending' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: { endpointId: { none: 'a filter: one that is not ours has no deliveries of ours' } },
    },
    'webhooks.delivery': {
      success: async (us) => ({ id: await delivery(us) }),
      failure: unknownId,
      ids: { id: { theirs: delivery, code: 'NOT_FOUND' } },
    },
    'webhooks.rotate': {
      success: async (us) => ({ id: await endpoint(us) }),
      failure: unknownId,
      withoutExtension: { extension: 'webhook-delivery', code: 'BAD_STATE' },
      ids: endpointInPath,
    },
    'webhooks.recover': {
      success: async (us) => ({ id: await endpoint(us), since: new Date().toISOString() }),
      failure: { input: { id: 'cunknown', since: new Date().toISOString() }, code: 'NOT_FOUND' },
      withoutExtension: { extension: 'webhook-delivery', code: 'BAD_STATE' },
      ids: endpointInPath,
    },
    'webhooks.test': {
      success: async (us) => ({ id: await endpoint(us) }),
      failure: unknownId,
      withoutExtension: { extension: 'webhook-delivery', code: 'BAD_STATE' },
      ids: endpointInPath,
    },
    'webhooks.replay': {
      success: async (us) => {
        const ended = { endpointId: await endpoint(us), status: 'sent', claimableAt: null };
        return { id: (await makeWebhookDelivery(server.services.database, us.accountId, ended)).id };
      },
      failure: unknownId,
      withoutExtension: { extension: 'webhook-delivery', code: 'BAD_STATE' },
      ids: { id: { theirs: delivery, code: 'NOT_FOUND' } },
    },
    'webhooks.events': {
      success: async (us) => (
        await makeWebhookDelivery(server.services.database, us.accountId, { endpointId: await endpoint(us) }),
        {}
      ),
      failure: { none: 'takes nothing' },
      ids: {},
    },
  };
};
