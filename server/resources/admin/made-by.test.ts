/** What a partner set up with the authority that it was lent, after that authority has ended: every standing way in, by every end. */
import { describe, expect, it } from 'vitest';
import { makeInvitation, makeLink, makePartner, makePlatformKey } from '@/server/testing/factories';
import { auditOf, bySession, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

// With the second wall: what the operator does to rows of workspaces has to pass it.
const server = useServer({ EXTENSIONS: 'webhook-delivery', ROW_SECURITY: 'true' });
const prisma = () => server.services.database.prisma;
const PARTNERS = '/api/v1/admin/partners';
const asOperator = (method: string, path: string, body: object = {}) =>
  server.call(server.platform, method, `${PARTNERS}${path}`, method === 'DELETE' ? {} : { body });

interface Made {
  us: Tenant;
  partnerId: string;
  /** What still works, by name. */
  open(): Promise<string[]>;
  endpoints: { made: string; moved: string; rotated: string; own: string };
  invitation: string;
}

async function setUp(): Promise<Made> {
  const us = await server.makeTenant();
  const { database, keys } = server.services;
  const partnerId = await makePartner(database, { name: 'TokoPlus', linkMode: 'linked' });
  await makeLink(database, partnerId, us.accountId);
  const platform = await makePlatformKey(database, keys, partnerId);
  const asPartner = async (method: string, path: string, body?: object) =>
    expectData(
      await server.call(platform, method, `/api/v1${path}`, {
        onBehalfOf: us.accountId,
        ...(body === undefined ? {} : { body }),
      }),
      method === 'POST' && !path.endsWith('rotate') ? 201 : 200,
    );
  const keyOf = ({ apiKey, secret }: { apiKey: { keyId: string }; secret: string }) => ({
    keyId: apiKey.keyId,
    secret,
  });
  const key = keyOf(await asPartner('POST', '/api-keys', { name: 'x' }));
  const keyOfKey = keyOf(expectData(await server.call(key, 'POST', '/api/v1/api-keys', { body: { name: 'y' } }), 201));
  const hook = (body: object = {}) => ({ url: 'https://partner.example/hook', ...body });
  const own = async () =>
    expectData(
      await bySession(server, us.cookie, 'POST', '/api/v1/webhooks/endpoints', { url: 'https://toko.example/h' }),
      201,
    ).endpoint.id as string;
  const { endpoint } = await asPartner('POST', '/webhooks/endpoints', hook());
  const byKey = expectData(await server.call(keyOfKey, 'POST', '/api/v1/webhooks/endpoints', { body: hook() }), 201);
  const endpoints = { made: endpoint.id as string, moved: await own(), rotated: await own(), own: await own() };
  await asPartner('PATCH', `/webhooks/endpoints/${endpoints.moved}`, hook());
  await asPartner('POST', `/webhooks/endpoints/${endpoints.rotated}/rotate`);
  const shop = await asPartner('POST', '/integrations', {
    provider: 'http_generic',
    displayName: 'x',
    config: { sync: { products: false } },
  });
  const invitation = await makeInvitation(database, us.accountId, { invitedBy: partnerId });
  const isOn = async (id: string) => (await prisma().webhookEndpoint.findFirstOrThrow({ where: { id } })).active;
  const isIn = async (by: typeof key, more: object = {}) =>
    (await server.call(by, 'GET', '/api/v1/contacts', more)).status === 200;
  return {
    us,
    partnerId,
    endpoints,
    invitation: invitation.token,
    open: async () => {
      for (const { keyId } of [platform, key, keyOfKey]) server.services.keys.forget(keyId);
      const ways: Record<string, boolean> = {
        'its own key': await isIn(platform, { onBehalfOf: us.accountId }),
        'a key': await isIn(key),
        'a key of a key': await isIn(keyOfKey),
        'an endpoint': await isOn(endpoints.made),
        'an endpoint by a key of a key': await isOn(byKey.endpoint.id as string),
        'an endpoint that was moved': await isOn(endpoints.moved),
        'an endpoint whose secret was taken': await isOn(endpoints.rotated),
        'an invitation':
          (await trpc(server, 'query', 'accounts.openInvitation', { token: invitation.token })).data.state === 'open',
        'a generic shop':
          (await server.fetch('POST', `/api/v1/integrations/${shop.id}/webhooks`, { body: '{}' })).status === 200,
        'the workspace’s own key': await isIn(us.key),
        'the workspace’s own endpoint': await isOn(endpoints.own),
      };
      return Object.keys(ways).filter((way) => ways[way] === true);
    },
  };
}
const OWN = ['the workspace’s own key', 'the workspace’s own endpoint'];

describe('what a partner set up', () => {
  it.each([
    [
      'the operator ends the link',
      ({ us, partnerId }: Made) => asOperator('DELETE', `/${partnerId}/merchants/${us.accountId}`),
    ],
    [
      'the owner ends the link',
      ({ us, partnerId }: Made) => trpc(server, 'mutation', 'admin.partWith', { id: partnerId }, { cookie: us.cookie }),
    ],
  ])('ends for good when %s', async (_, end) => {
    const made = await setUp();
    expect(await made.open()).toHaveLength(11);
    expect((await end(made)).status).toBe(200);
    expect(await made.open()).toEqual(OWN);
    const told = (await auditOf(server, made.us.accountId)).slice(-12).map(({ action }) => action);
    expect(told).toEqual(
      expect.arrayContaining([
        'partner.unlink',
        'api_key.revoke',
        'webhook_endpoint.update',
        'member.revoke_invitation',
        'integration.revoke',
      ]),
    );
    // Linked once more it begins with nothing, and the owner may switch an endpoint on.
    await asOperator('PUT', `/${made.partnerId}/merchants/${made.us.accountId}`);
    expect(await made.open()).toEqual(['its own key', ...OWN]);
    const path = `/api/v1/webhooks/endpoints/${made.endpoints.moved}`;
    expectData(await bySession(server, made.us.cookie, 'PATCH', path, { active: true }));
    await asOperator('POST', `/${made.partnerId}/suspend`, { reason: 'x' });
    expect(await made.open()).toEqual(['an endpoint that was moved', ...OWN]);
  });

  it('waits while the partner is suspended, and goes on when that is lifted', async () => {
    const made = await setUp();
    const all = await made.open();
    await asOperator('POST', `/${made.partnerId}/suspend`, { reason: 'unpaid' });
    expect(await made.open()).toEqual(OWN);
    const person = {
      token: made.invitation,
      mailed: '',
      email: 'ani@example.com',
      name: 'Ani',
      password: 'a long password',
    };
    const joined = await trpc(server, 'mutation', 'accounts.joinAsNew', person);
    expect([joined.status, joined.text]).toEqual([409, expect.stringContaining('"reason":"SUSPENDED"')]);
    const { key } = await server.makeTenant();
    expectData(await server.call(key, 'GET', '/api/v1/contacts'));
    await asOperator('POST', `/${made.partnerId}/resume`);
    expect(await made.open()).toEqual(all);
    await asOperator('DELETE', `/${made.partnerId}`);
    expect(await made.open()).toEqual(OWN);
  });

  it('is told to its holder by its reason, and listed to the workspace', async () => {
    const { us, partnerId } = await setUp();
    const { partners } = (await trpc(server, 'query', 'admin.linkedPartners', undefined, { cookie: us.cookie })).data;
    expect(partners).toEqual([expect.objectContaining({ id: partnerId, keys: 2, endpoints: 4 })]);
    const platform = await makePlatformKey(server.services.database, server.services.keys, partnerId);
    const { apiKey, secret } = expectData(
      await server.call(platform, 'POST', '/api/v1/api-keys', { onBehalfOf: us.accountId, body: { name: 'z' } }),
      201,
    );
    await asOperator('POST', `/${partnerId}/suspend`, { reason: 'x' });
    const key = { keyId: apiKey.keyId as string, secret: secret as string };
    const { details } = expectError(await server.call(key, 'GET', '/api/v1/contacts'), 403, 'FORBIDDEN');
    expect(details).toEqual({ reason: 'PARTNER_SUSPENDED' });
  });
});
