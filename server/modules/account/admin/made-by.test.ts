/** What a partner set up with the authority that it was lent, after that authority has ended: every standing way in, by every end. */
import { describe, expect, it } from 'vitest';
import { endLeftJob } from '@/server/modules/account/admin/jobs';
import { makeChannel, plausibleCredentials } from '@/server/testing/factories/messaging';
import { makeInvitation, makeLink, makePartner, makePlatformKey } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

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

const integration = (id: string) => prisma().integration.findFirstOrThrow({ where: { id } });

async function setUp(linkMode: 'linked' | 'all' = 'linked'): Promise<Made> {
  const us = await server.makeTenant();
  const { database, keys } = server.services;
  const partnerId = await makePartner(database, { name: 'TokoPlus', linkMode });
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
  const shopify = (name: string) => ({ shop: `${name}.myshopify.com`, clientId: 'x', clientSecret: 'y' });
  const vendors = async (): Promise<string> => {
    const credentials = shopify(unique('toko'));
    const config = { sync: { products: false } };
    const shop = { provider: 'storefront_p1', displayName: 'x', credentials, config };
    return (await asPartner('POST', '/integrations', shop)).id as string;
  };
  const byPerson = async (method: string, path: string, body: object) =>
    expectData(await bySession(server, us.cookie, method, `/api/v1${path}`, body));
  // Only the one who gave the credentials last counts.
  const name = unique('toko');
  const [ofPartner, ofPerson] = [await vendors(), await vendors()];
  await byPerson('PATCH', `/integrations/${ofPerson}`, {
    credentials: { ...shopify(name), shop: (await integration(ofPerson)).externalId },
  });
  const channel = await asPartner('POST', '/channels', {
    provider: 'email_p1',
    displayName: 'x',
    credentials: plausibleCredentials('email_p1'),
  });
  await asPartner('PATCH', '/pixels', { adPixelAId: '1234567890123456' });
  await byPerson('PATCH', '/pixels', { analyticsId: 'G-AB12CD34EF' });
  const ownChannel = await makeChannel(server.services, us.accountId);
  const invitation = await makeInvitation(database, us.accountId, { invitedBy: partnerId });
  const isOn = async (id: string) => (await prisma().webhookEndpoint.findFirstOrThrow({ where: { id } })).active;
  const isConnected = async (id: string) =>
    (await prisma().channelIntegration.findFirstOrThrow({ where: { id } })).status === 'active';
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
        'a shop': (await integration(ofPartner)).status !== 'revoked',
        'a channel': await isConnected(channel.id as string),
        pixels: (await prisma().merchantPixels.findFirstOrThrow({ where: { accountId: us.accountId } })).enabled,
        'the workspace’s own shop': (await integration(ofPerson)).status !== 'revoked',
        'the workspace’s own channel': await isConnected(ownChannel.id),
        'the workspace’s own key': await isIn(us.key),
        'the workspace’s own endpoint': await isOn(endpoints.own),
      };
      return Object.keys(ways).filter((way) => ways[way] === true);
    },
  };
}
const OWN = [
  'the workspace’s own shop',
  'the workspace’s own channel',
  'the workspace’s own key',
  'the workspace’s own endpoint',
];
/** Connections to vendors and pixels let no partner in, and messages, orders and purchases of the workspace go over them: a suspension leaves them. */
const WHILE_SUSPENDED = ['a shop', 'a channel', 'pixels', ...OWN];

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
    expect(await made.open()).toHaveLength(16);
    expect((await end(made)).status).toBe(200);
    expect(await made.open()).toEqual(OWN);
    const reported = (await auditOf(server, made.us.accountId)).slice(-14).map(({ action }) => action);
    expect(reported).toEqual(
      expect.arrayContaining([
        'partner.unlink',
        'api_key.revoke',
        'webhook_endpoint.update',
        'member.revoke_invitation',
        'integration.revoke',
        'channel.revoke',
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
    expect(await made.open()).toEqual(WHILE_SUSPENDED);
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
  });

  it('ends for good in every workspace when the partner is archived, linked or not', async () => {
    const made = await setUp('all');
    const another = await server.makeTenant();
    const platform = await makePlatformKey(server.services.database, server.services.keys, made.partnerId);
    const credentials = plausibleCredentials('email_p1');
    const body = { provider: 'email_p1', displayName: 'x', credentials };
    const { id } = expectData(
      await server.call(platform, 'POST', '/api/v1/channels', { onBehalfOf: another.accountId, body }),
      201,
    ) as { id: string };
    await asOperator('DELETE', `/${made.partnerId}`);
    expect(await made.open()).toEqual(WHILE_SUSPENDED);
    await runJobs(server.services);
    expect(await made.open()).toEqual(OWN);
    expect((await prisma().channelIntegration.findFirstOrThrow({ where: { id } })).status).toBe('revoked');
    const reported = async () => [
      (await auditOf(server, made.us.accountId)).map(({ action }) => action),
      (await auditOf(server, another.accountId)).map(({ action }) => action),
    ];
    const before = await reported();
    expect(before[0]?.filter((action) => action === 'partner.unlink')).toHaveLength(1);
    expect(before[1]?.slice(-2)).toEqual(['channel.connect', 'channel.revoke']);
    await endLeftJob.run(server.services, {});
    expect(await reported()).toEqual(before);
  });

  /** As a release did that ended nothing with a link. */
  async function endAsBefore({ us, partnerId }: Made): Promise<void> {
    const { accountId } = us;
    await prisma().partnerMerchant.updateMany({ where: { accountId, partnerId }, data: { linkedAt: null } });
    const entry = { actorKind: 'operator', action: 'partner.unlink', targetType: 'partner', data: {} };
    await prisma().auditEntry.create({ data: { accountId, targetId: partnerId, createdAt: new Date(), ...entry } });
    server.services.partnerLinks.forget(partnerId, accountId);
  }

  it('ends where a link of before left it, once', async () => {
    const [ended, linked] = [await setUp(), await setUp()];
    await endAsBefore(ended);
    const all = await linked.open();
    expect(await ended.open()).toEqual(expect.arrayContaining(['a shop', 'a channel', 'pixels']));
    await endLeftJob.run(server.services, {});
    expect([await ended.open(), await linked.open()]).toEqual([OWN, all]);
    const entries = (await auditOf(server, ended.us.accountId)).length;
    await prisma().merchantPixels.updateMany({ where: { accountId: ended.us.accountId }, data: { enabled: true } });
    await endLeftJob.run(server.services, {});
    expect(await ended.open()).toEqual(['pixels', ...OWN]);
    expect(await auditOf(server, ended.us.accountId)).toHaveLength(entries);
  });

  it('stays where it was set up after the end of the link, by a partner that works everywhere', async () => {
    const made = await setUp('all');
    await endAsBefore(made);
    const platform = await makePlatformKey(server.services.database, server.services.keys, made.partnerId);
    const credentials = plausibleCredentials('email_p1');
    const body = { provider: 'email_p1', displayName: 'x', credentials };
    const { id } = expectData(
      await server.call(platform, 'POST', '/api/v1/channels', { onBehalfOf: made.us.accountId, body }),
      201,
    ) as { id: string };
    await endLeftJob.run(server.services, {});
    expect(await made.open()).toEqual(['its own key', ...OWN]);
    expect((await prisma().channelIntegration.findFirstOrThrow({ where: { id } })).status).not.toBe('revoked');
  });

  it('is no longer the partner’s where the workspace has set the pixels anew', async () => {
    const made = await setUp();
    const own = { adPixelAId: '6543210987654321' };
    expectData(await bySession(server, made.us.cookie, 'PATCH', '/api/v1/pixels', own));
    await asOperator('DELETE', `/${made.partnerId}/merchants/${made.us.accountId}`);
    expect(await made.open()).toEqual(['pixels', ...OWN]);
  });

  it('is told to its holder by its reason, and listed to the workspace', async () => {
    const { us, partnerId } = await setUp();
    const { partners } = (await trpc(server, 'query', 'admin.linkedPartners', undefined, { cookie: us.cookie })).data;
    expect(partners).toEqual([
      expect.objectContaining({ id: partnerId, keys: 2, endpoints: 4, shops: 2, channels: 1 }),
    ]);
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
