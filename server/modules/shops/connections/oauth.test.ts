/** Connecting shops on their consent pages (docs/contract/integrations.md#consent-pages). */
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readState } from '@/server/platform/auth/oauth-state';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { openCredentials } from '@/server/modules/shops/connections/credentials';
import { createShopifyStandIn } from '@/server/modules/shops/adapters/shopify/stand-in';
import { serveStandIn } from '@/server/modules/shops/adapters/shopify/testing';
import { auditOf, bySession, expectData, expectError } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';
import { GENEROUS, makeShop, SHOP } from '@/server/testing/shopify-shop';
import { runJobs } from '@/server/testing/worker';

const shop = makeShop({ products: 1 }, now());
const standIn = createShopifyStandIn(shop, { now, bucket: GENEROUS });
/** Up before the settings that name it. */
const vendor = await serveStandIn({ handle: (request) => standIn.handle(request) });
afterAll(() => vendor.stop());
afterEach(() => setClockOffset(0));

const server = useServer({
  PROVIDER_BASE_STOREFRONT_P1: vendor.base,
  OAUTH_STOREFRONT_P1_CLIENT_ID: SHOP.clientId,
  OAUTH_STOREFRONT_P1_CLIENT_SECRET: SHOP.clientSecret,
});
const plain = useServer();

const ROOT = '/api/v1/integrations/oauth';
const prisma = () => server.services.database.prisma;
const integrationsOf = (accountId: string) => prisma().integration.findMany({ where: { accountId } });

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});

interface Begun {
  state: string;
  location: URL;
  cookies: string;
}

async function begin(provider: string, query: Record<string, string>, who: Tenant = us): Promise<Begun> {
  const answer = await bySession(
    server,
    who.cookie,
    'GET',
    `${ROOT}/${provider}/start?${new URLSearchParams(query).toString()}`,
  );
  expect(answer.status, answer.text).toBe(302);
  const location = new URL(answer.headers.get('location')!);
  return {
    location,
    state: location.searchParams.get('state') ?? location.searchParams.get('user_id') ?? '',
    cookies: `${who.cookie}; ${answer.headers.get('set-cookie')!.split(';')[0]!}`,
  };
}

/** What Shopify adds to the address: all of it signed under the app's secret. */
function signed(query: Record<string, string>, secret = SHOP.clientSecret): URLSearchParams {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return new URLSearchParams({
    ...query,
    hmac: createHmac('sha256', secret).update(sorted.toString()).digest('hex'),
  });
}

const comeBack = ({ cookies }: Pick<Begun, 'cookies'>, query: URLSearchParams): Promise<Answer> =>
  server.fetch('GET', `${ROOT}/storefront_p1/callback?${query.toString()}`, { headers: { cookie: cookies } });

describe('Shopify', () => {
  it('is connected with tokens that renew themselves, and read', async () => {
    const begun = await begin('storefront_p1', { shop: 'Toko-Bandung' });
    expect(begun.location.origin + begun.location.pathname).toBe(`${vendor.base}/admin/oauth/authorize`);
    expect(begun.location.searchParams.get('redirect_uri')).toBe(
      `${server.services.settings.baseUrl}${ROOT}/storefront_p1/callback`,
    );
    shop.allow('code-1');
    const answer = await comeBack(begun, signed({ code: 'code-1', shop: SHOP.domain, state: begun.state }));
    expect([answer.status, answer.headers.get('location')], answer.text).toEqual([
      302,
      `${server.services.settings.baseUrl}/integrations?connected=storefront_p1`,
    ]);
    const [row, ...others] = await integrationsOf(us.accountId);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ provider: 'storefront_p1', externalId: SHOP.domain, status: 'pending' });
    const credentials = openCredentials(server.services.settings.appSecrets, row!, row!.credentials!);
    expect(credentials).toMatchObject({ shop: SHOP.domain, refreshToken: expect.stringMatching(/^shprt_/) });
    expect(JSON.stringify(row)).not.toContain(credentials.accessToken);
    await runJobs(server.services);
    expect((await integrationsOf(us.accountId))[0]).toMatchObject({ status: 'active', shopName: SHOP.name });
    expect(await auditOf(server, us.accountId)).toMatchObject([
      { action: 'integration.connect', actorKind: 'session', actorId: us.user.id },
    ]);
    // Two hours on the token has lapsed, and a new one is asked for once, whoever needs it.
    setClockOffset(2 * 3_600_000);
    const { openShop } = await import('@/server/modules/shops/connections/open-shop');
    const [active] = await integrationsOf(us.accountId);
    const asked = vendor.requests.length;
    const opened = await Promise.all(Array.from({ length: 5 }, () => openShop(server.services, active!)));
    expect(new Set(opened.map((each) => each.credentials.accessToken)).size).toBe(1);
    expect(opened[0]?.credentials.accessToken).not.toBe(credentials.accessToken);
    expect(vendor.requests.length - asked).toBe(1);
  });

  it('again gives the same integration its new tokens', async () => {
    for (const code of ['code-2', 'code-3']) {
      const begun = await begin('storefront_p1', { shop: SHOP.domain });
      shop.allow(code);
      await comeBack(begun, signed({ code, shop: SHOP.domain, state: begun.state }));
    }
    expect(await integrationsOf(us.accountId)).toHaveLength(1);
    expect((await auditOf(server, us.accountId)).map(({ data }) => data)).toMatchObject([{}, { renewed: true }]);
  });

  it('is not connected where the state, the signature, the shop or the code does not hold', async () => {
    const begun = await begin('storefront_p1', { shop: SHOP.domain });
    const neighbour = await begin('storefront_p1', { shop: SHOP.domain }, server.theirs);
    const query = { code: 'code-4', shop: SHOP.domain, state: begun.state };
    const attempts: [what: string, status: number, attempt: () => Promise<Answer>][] = [
      ['not signed', 403, () => comeBack(begun, new URLSearchParams(query))],
      ['no state', 400, () => comeBack(begun, signed({ code: 'c', shop: SHOP.domain }))],
      ['another workspace', 403, () => comeBack(begun, signed({ ...query, state: neighbour.state }))],
      ['no session', 401, () => comeBack({ cookies: '' }, signed(query))],
    ];
    for (const [what, status, attempt] of attempts) {
      const again = await begin('storefront_p1', { shop: SHOP.domain });
      expect(again.state).not.toBe(begun.state);
      expect((await attempt()).status, what).toBe(status);
    }
    const wrong = await begin('storefront_p1', { shop: SHOP.domain });
    expect((await comeBack(wrong, signed({ ...query, state: wrong.state }, 'another-secret'))).status).toBe(403);
    const other = await begin('storefront_p1', { shop: 'other-shop' });
    expect((await comeBack(other, signed({ ...query, state: other.state }))).status).toBe(403);
    const spent = await begin('storefront_p1', { shop: SHOP.domain });
    const bad = signed({ code: 'never-given', shop: SHOP.domain, state: spent.state });
    expect((await comeBack(spent, bad)).status).toBe(502);
    expect((await comeBack(spent, bad)).status).toBe(400);
    expect(await integrationsOf(us.accountId)).toEqual([]);
  });

  it('over the plan’s limit is refused in words', async () => {
    us = await server.makeTenant({ plan: 'free' });
    await server.call(us.key, 'POST', '/api/v1/integrations', {
      body: { provider: 'http_generic', displayName: 'First' },
    });
    const begun = await begin('storefront_p1', { shop: SHOP.domain });
    shop.allow('code-5');
    const answer = await comeBack(begun, signed({ code: 'code-5', shop: SHOP.domain, state: begun.state }));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/plain; charset=utf-8']);
    expect(await integrationsOf(us.accountId)).toHaveLength(1);
  });

  it('where another brings the products, is connected without them', async () => {
    await server.call(us.key, 'POST', '/api/v1/integrations', {
      body: { provider: 'http_generic', displayName: 'First' },
    });
    const begun = await begin('storefront_p1', { shop: SHOP.domain });
    shop.allow('code-6');
    await comeBack(begun, signed({ code: 'code-6', shop: SHOP.domain, state: begun.state }));
    const [row] = (await integrationsOf(us.accountId)).filter(({ provider }) => provider === 'storefront_p1');
    expect(row).toMatchObject({ bringsProducts: false, config: { sync: { products: false, orders: true } } });
  });

  it('begins for people only, with a shop that is one, where the operator has set it up', async () => {
    const start = (query: string) => bySession(server, us.cookie, 'GET', `${ROOT}/storefront_p1/start${query}`);
    expectError(await start(''), 400, 'VALIDATION');
    expectError(await start('?shop=evil.example'), 400, 'VALIDATION');
    expectError(await server.call(us.key, 'GET', `${ROOT}/storefront_p1/start?shop=a`), 403, 'FORBIDDEN');
    expectError(await bySession(server, us.cookie, 'GET', `${ROOT}/sheet_p1/start`), 404, 'UNKNOWN_PROVIDER');
    expectError(
      await bySession(plain, plain.ours.cookie, 'GET', `${ROOT}/storefront_p1/start?shop=a`),
      503,
      'OAUTH_NOT_CONFIGURED',
    );
  });
});

describe('WooCommerce', () => {
  const KEYS = { key_id: 1, consumer_key: 'ck_0123', consumer_secret: 'cs_4567', key_permissions: 'read_write' };
  const post = (body: unknown): Promise<Answer> =>
    server.fetch('POST', `${ROOT}/storefront_p2/callback`, { body, headers: { 'content-type': 'application/json' } });

  it('posts its keys to us, once, and sends the person back', async () => {
    const { location, state } = await begin('storefront_p2', {
      storeUrl: 'https://Toko.example/shop/',
      consent: 'subscribed',
    });
    expect(location.origin + location.pathname).toBe('https://toko.example/shop/wc-auth/v1/authorize');
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ scope: 'read_write', user_id: state });
    expect(readState(server.services.settings.appSecret, state)).toMatchObject({ accountId: us.accountId });
    const answers = await Promise.all([1, 2, 3].map(() => post({ ...KEYS, user_id: state })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    const [row] = await integrationsOf(us.accountId);
    expect(row).toMatchObject({
      provider: 'storefront_p2',
      externalId: 'toko.example/shop',
      status: 'pending',
      config: { consent: 'subscribed', sync: { customers: true } },
    });
    expect(openCredentials(server.services.settings.appSecrets, row!, row!.credentials!)).toEqual({
      storeUrl: 'https://toko.example/shop',
      consumerKey: 'ck_0123',
      consumerSecret: 'cs_4567',
      webhookSecret: expect.stringMatching(/^whsec_/),
    });
    const back = await server.fetch('GET', `${ROOT}/storefront_p2/callback?success=1&user_id=${state}`, {
      headers: { cookie: us.cookie },
    });
    expect(back.headers.get('location')).toBe(
      `${server.services.settings.baseUrl}/integrations?connected=storefront_p2`,
    );
    const refused = await server.fetch('GET', `${ROOT}/storefront_p2/callback?success=0`, {
      headers: { cookie: us.cookie },
    });
    expect(refused.headers.get('location')).toContain('refused=storefront_p2');
  });

  it('without a word on consent brings no customers', async () => {
    const { state } = await begin('storefront_p2', { storeUrl: 'https://toko.example' });
    expectData(await post({ ...KEYS, user_id: state }));
    expect((await integrationsOf(us.accountId))[0]).toMatchObject({
      config: { consent: null, sync: { customers: false, orders: true } },
    });
  });

  it('takes no keys once whoever began is signed out, or no member any more', async () => {
    const ends: ((userId: string) => Promise<unknown>)[] = [
      (userId) =>
        server.services.database.prisma.session.updateMany({ where: { userId }, data: { endedAt: new Date() } }),
      (userId) => server.services.database.prisma.membership.deleteMany({ where: { userId } }),
      (userId) =>
        server.services.database.prisma.membership.updateMany({ where: { userId }, data: { role: 'analyst' } }),
    ];
    for (const end of ends) {
      us = await server.makeTenant();
      const { state } = await begin('storefront_p2', { storeUrl: 'https://toko.example' });
      const { said } = readState(server.services.settings.appSecret, state) ?? {};
      await end(said?.userId ?? '');
      expectError(await post({ ...KEYS, user_id: state }), 403, 'FORBIDDEN');
      expect(await integrationsOf(us.accountId)).toEqual([]);
    }
  });

  it('keys that nobody asked for, too late, or that are none are refused', async () => {
    const { state } = await begin('storefront_p2', { storeUrl: 'https://toko.example' });
    expectError(await post({ ...KEYS, user_id: 'someone' }), 403, 'FORBIDDEN');
    expectError(await post({ ...KEYS, user_id: `${state}x` }), 403, 'FORBIDDEN');
    expectError(await post({ user_id: state }), 400, 'VALIDATION');
    expectError(await post('<xml/>'), 400, 'VALIDATION');
    setClockOffset(11 * 60_000);
    expectError(await post({ ...KEYS, user_id: state }), 403, 'FORBIDDEN');
    expect(await integrationsOf(us.accountId)).toEqual([]);
    const start = (query: string) => bySession(server, us.cookie, 'GET', `${ROOT}/storefront_p2/start${query}`);
    expectError(await start('?storeUrl=http://toko.example'), 400, 'VALIDATION');
    expectError(await start('?storeUrl=https://toko.example&consent=maybe'), 400, 'VALIDATION');
  });
});
