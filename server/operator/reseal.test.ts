/**
 * Rotating APP_SECRET (docs/contract/shared.md#signature): the old one still opens, everything is sealed anew, then the
 * old one is forgotten.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { resealAll } from '@/server/operator/reseal';
import { createApp } from '@/server/doors/app';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import { secondFactorVault } from '@/server/modules/account/accounts/second-factor-codes';
import { openSecret } from '@/server/modules/offers/pixels/secrets';
import { openCredentials } from '@/server/modules/shops/connections/credentials';
import { openEndpointSecret } from '@/server/modules/account/webhooks/secrets';
import { callbackToken, isCallbackToken } from '@/server/modules/messaging/channels/callback-address';
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makePixels } from '@/server/testing/factories/offers';
import { expectData } from '@/server/testing/http';
import { makeSecondFactor } from '@/server/testing/second-factors';
import { testSettings, useServer } from '@/server/testing/server';
import { signedHeaders, type TestKey } from '@/server/testing/sign';

const OLD = randomBytes(32).toString('hex');
const NEW = randomBytes(32).toString('hex');
const server = useServer({ APP_SECRET: OLD, EXTENSIONS: 'idempotency' });

const opened: ServicesHandle[] = [];
afterAll(async () => {
  for (const services of opened) await services.close();
});

/** A service of the same database under other secrets. */
async function restarted(
  secrets: Record<string, string>,
): Promise<{ services: ServicesHandle; status(key: TestKey): Promise<number>; again(key: TestKey): Promise<unknown> }> {
  const services = createServices(
    testSettings(server.services.settings.databaseUrl, {
      ...secrets,
      EXTENSIONS: 'idempotency',
      UNSUBSCRIBE_SECRET: server.services.settings.unsubscribeSecret,
    }),
    { name: 'test' },
  );
  opened.push(services);
  const app = await createApp(services);
  const url = '/api/v1/whoami';
  const body = JSON.stringify({ name: 'Stored' });
  const post = { method: 'POST' as const, url: '/api/v1/contact-lists' };
  const again = async (key: TestKey): Promise<unknown> =>
    (
      await app.inject({
        ...post,
        payload: body,
        headers: {
          'content-type': 'application/json',
          ...signedHeaders(key, { ...post, body, idempotencyKey: 'rotated' }),
        },
      })
    ).json<{ data: unknown }>().data;
  return {
    services,
    again,
    status: async (key) =>
      (await app.inject({ method: 'GET', url, headers: signedHeaders(key, { method: 'GET', url }) })).statusCode,
  };
}

describe('rotating APP_SECRET', () => {
  it('takes three steps, and nothing stops working at any of them', async () => {
    const { ours, platform, services } = server;
    const { database } = services;
    const { id: channelId } = await makeChannel(services, ours.accountId);
    await makeSecondFactor(services, ours.user.id);
    await makePixels(services, ours.accountId, { testCode: 'TEST12345' });
    const made = expectData(
      await server.call(ours.key, 'POST', '/api/v1/webhooks/endpoints', {
        body: { url: 'https://hooks.example.com/laris' },
      }),
      201,
    );

    const shop = expectData(
      await server.call(ours.key, 'POST', '/api/v1/integrations', {
        body: { provider: 'http_generic', displayName: 'Toko' },
      }),
      201,
    );

    const keyed = { body: { name: 'Stored' }, idempotencyKey: 'rotated' };
    const stored = expectData(await server.call(ours.key, 'POST', '/api/v1/contact-lists', keyed), 201);

    /** What each of them opens to, under these secrets. */
    const everything = async ({ settings }: ServicesHandle): Promise<unknown[]> => {
      const channel = await database.prisma.channelIntegration.findUniqueOrThrow({ where: { id: channelId } });
      const pixels = await database.prisma.merchantPixels.findFirstOrThrow({ where: { accountId: ours.accountId } });
      const endpoint = await database.prisma.webhookEndpoint.findFirstOrThrow({ where: { id: made.endpoint.id } });
      const integration = await database.prisma.integration.findFirstOrThrow({ where: { id: shop.id } });
      const factor = await database.prisma.secondFactor.findFirstOrThrow({ where: { userId: ours.user.id } });
      return [
        secondFactorVault(settings.appSecrets).open(factor.secret, ours.user.id),
        openConnection(settings, channel).credentials,
        openSecret(settings.appSecrets, ours.accountId, 'adPixelACapiAccessToken', pixels.adPixelACapiAccessToken),
        openSecret(settings.appSecrets, ours.accountId, 'adPixelATestEventCode', pixels.adPixelATestEventCode),
        openEndpointSecret(settings.appSecrets, endpoint),
        openCredentials(settings.appSecrets, integration, integration.credentials ?? '').secret,
      ];
    };
    const before = await everything(services);
    expect(before.slice(3)).toEqual(['TEST12345', made.secret, shop.secret]);

    // 1. The new secret, the old one beside it.
    const between = await restarted({
      APP_SECRET: NEW,
      APP_SECRET_PREVIOUS: `${randomBytes(32).toString('hex')},${OLD}`,
    });
    expect([await between.status(ours.key), await between.status(platform)]).toEqual([200, 200]);
    expect(await everything(between.services)).toEqual(before);
    // A vendor that was told its address under the old one is still believed.
    expect(isCallbackToken(between.services.settings.appSecrets, channelId, callbackToken(OLD, channelId))).toBe(true);
    expect(isCallbackToken([NEW], channelId, callbackToken(OLD, channelId))).toBe(false);

    // 2. Everything is sealed anew, once.
    const first = await resealAll(database, between.services.settings.appSecrets);
    expect(first.unreadable).toBe(0);
    // Our key and the neighbour's, the platform's, the second factor, the channel, the endpoint, the shop, two columns of pixels.
    expect(first.resealed).toBeGreaterThanOrEqual(9);
    expect(await resealAll(database, between.services.settings.appSecrets)).toEqual({ resealed: 0, unreadable: 0 });

    // 3. The old one is forgotten.
    const after = await restarted({ APP_SECRET: NEW });
    expect([await after.status(ours.key), await after.status(platform)]).toEqual([200, 200]);
    expect(await everything(after.services)).toEqual(before);
    // The stored reply is given again, not a second list made.
    expect(await after.again(ours.key)).toEqual(stored);
  });

  it('leaves alone, and counts, what no secret opens', async () => {
    const strangers = await resealAll(server.services.database, [randomBytes(32).toString('hex')]);
    expect(strangers.resealed).toBe(0);
    expect(strangers.unreadable).toBeGreaterThanOrEqual(8);
    expect(await resealAll(server.services.database, [NEW])).toEqual({ resealed: 0, unreadable: 0 });
  });
});
