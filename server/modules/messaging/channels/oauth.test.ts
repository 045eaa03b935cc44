import { createHash } from 'node:crypto';
import { parseSetCookie } from 'cookie';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import { readState, signState } from '@/server/platform/auth/oauth-state';
import { makeSession, makeUser } from '@/server/testing/factories/account';
import { auditOf, bySession, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';
import { StandInVendor } from '@/server/testing/vendor';
import { runJobs } from '@/server/testing/worker';

/** The vendors' authorization servers, and their lists of assets. Up before the settings that name it. */
const vendor = new StandInVendor();
await vendor.start();
afterAll(() => vendor.stop());
afterEach(() => {
  vendor.reset();
  setClockOffset(0);
});

const SECRET = 'client-secret-4711';
const server = useServer({
  PROVIDER_BASE_SOCIAL_P1: vendor.base,
  OAUTH_SOCIAL_P1_CLIENT_ID: 'meta-app',
  OAUTH_SOCIAL_P1_CLIENT_SECRET: SECRET,
  PROVIDER_BASE_SOCIAL_P5: vendor.base,
  OAUTH_SOCIAL_P5_CLIENT_ID: 'x-app',
  OAUTH_SOCIAL_P5_CLIENT_SECRET: SECRET,
});

const START = (provider: string): string => `/api/v1/channels/oauth/${provider}/start`;
const CALLBACK = (provider: string, query: Record<string, string>): string =>
  `/api/v1/channels/oauth/${provider}/callback?${new URLSearchParams(query).toString()}`;
const TOKENS = {
  access_token: 'access-token-1',
  refresh_token: 'refresh-token-1',
  expires_in: 7200,
  scope: 'tweet.read users.read',
  token_type: 'bearer',
};

interface Begun {
  provider: string;
  location: URL;
  state: string;
  /** What the browser sends from now on: the session and the flow's own cookie. */
  cookies: string;
  setCookie: string;
}

/** Begins as a person in the browser does. */
async function begin(provider = 'social_p5', tenant: Pick<Tenant, 'cookie'> = server.ours): Promise<Begun> {
  const answer = await bySession(server, tenant.cookie, 'GET', START(provider));
  expect(answer.status, answer.text).toBe(302);
  const location = new URL(answer.headers.get('location')!);
  const setCookie = answer.headers.get('set-cookie')!;
  return {
    provider,
    location,
    state: location.searchParams.get('state')!,
    cookies: `${tenant.cookie}; ${setCookie.split(';')[0]!}`,
    setCookie,
  };
}

/** Comes back from the vendor. */
const comeBack = (
  { provider, state, cookies }: Pick<Begun, 'provider' | 'state' | 'cookies'>,
  query: Record<string, string> = { code: 'the-code' },
): Promise<Answer> =>
  server.fetch('GET', CALLBACK(provider, { state, ...query }), { headers: cookies === '' ? {} : { cookie: cookies } });

function expectPlain(answer: Answer, status: number): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('location')).toBeNull();
  expect(answer.text).not.toContain(SECRET);
}

const channelsOf = (accountId: string) =>
  server.services.database.prisma.channelIntegration.findMany({ where: { accountId }, orderBy: { createdAt: 'asc' } });

describe('start', () => {
  it('sends a person to the vendor with our address, PKCE, and a state that names the workspace', async () => {
    const { location, state, setCookie } = await begin();
    const { settings } = server.services;
    expect(location.origin + location.pathname).toBe(`${vendor.base}/i/oauth2/authorize`);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'x-app',
      redirect_uri: `${settings.baseUrl}/api/v1/channels/oauth/social_p5/callback`,
      scope: 'tweet.read users.read dm.read dm.write offline.access',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(readState(settings.appSecret, state)).toMatchObject({
      accountId: server.ours.accountId,
      provider: 'social_p5',
    });
    expect(parseSetCookie(setCookie)).toEqual({
      name: 'laris-oauth-social_p5',
      value: expect.stringMatching(/^v1\./),
      path: '/api/v1/channels/oauth',
      maxAge: 600,
      httpOnly: true,
      sameSite: 'lax',
    });
  });

  it('a redirect address in the request is not looked at, and nothing is cached', async () => {
    const answer = await bySession(
      server,
      server.ours.cookie,
      'GET',
      `${START('social_p5')}?redirect_uri=https%3A%2F%2Fevil.example`,
    );
    expect(answer.headers.get('location')).not.toContain('evil');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('the verifier can be read in neither address nor cookie', async () => {
    const { location, state, cookies, provider } = await begin();
    vendor.answers({ status: 200, body: JSON.stringify(TOKENS) });
    await comeBack({ provider, state, cookies });
    const verifier = new URLSearchParams(vendor.requests[0]!.body).get('code_verifier')!;
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(location.searchParams.get('code_challenge'));
    const readable = [location.href, cookies]
      .flatMap((text) => [
        text,
        ...text.split(/[.;=&?]/).map((part) => Buffer.from(part, 'base64url').toString('latin1')),
      ])
      .join('\n');
    expect(readable).not.toContain(verifier);
  });

  it('a key gets 403 before anything else is looked at, nobody 401, a session without a workspace 403', async () => {
    for (const provider of ['social_p5', 'social_p2', 'email_p1', 'nonsense']) {
      expectError(await server.call(server.ours.key, 'GET', START(provider)), 403, 'FORBIDDEN');
      expectError(
        await server.call(server.platform, 'GET', START(provider), { onBehalfOf: server.ours.accountId }),
        403,
        'FORBIDDEN',
      );
      expectError(await server.fetch('GET', START(provider)), 401, 'UNAUTHENTICATED');
    }
    const homeless = await makeSession(server.services, {
      sub: server.ours.user.id,
      accountId: null,
    });
    expectError(await bySession(server, homeless, 'GET', START('social_p5')), 403, 'NO_ACCOUNT');
  });

  it('is 404 for a provider without OAuth and 503 for one that the operator has not set up', async () => {
    for (const provider of ['email_p1', 'webhook_generic', 'nonsense', '__proto__'])
      expectError(await bySession(server, server.ours.cookie, 'GET', START(provider)), 404, 'UNKNOWN_PROVIDER');
    for (const provider of ['social_p2', 'social_p3', 'social_p4', 'social_p6', 'social_p7'])
      expectError(await bySession(server, server.ours.cookie, 'GET', START(provider)), 503, 'OAUTH_NOT_CONFIGURED');
    expectError(await bySession(server, server.ours.cookie, 'POST', START('social_p5')), 405, 'METHOD_NOT_ALLOWED');
  });
});

describe('callback', () => {
  it('exchanges the code, connects the channel, and leads to the channels page', async () => {
    const tenant = await server.makeTenant();
    const begun = await begin('social_p5', tenant);
    vendor.answers({ status: 200, body: JSON.stringify(TOKENS) });
    const before = Date.now();
    const answer = await comeBack(begun);
    expect([answer.status, answer.headers.get('location')], answer.text).toEqual([
      302,
      `${server.services.settings.baseUrl}/channels?connected=social_p5`,
    ]);
    expect(parseSetCookie(answer.headers.get('set-cookie')!)).toMatchObject({
      name: 'laris-oauth-social_p5',
      value: '',
      path: '/api/v1/channels/oauth',
      maxAge: 0,
    });

    const exchange = vendor.request;
    expect([exchange.method, exchange.path]).toEqual(['POST', '/2/oauth2/token']);
    expect(Object.fromEntries(new URLSearchParams(exchange.body))).toMatchObject({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: begun.location.searchParams.get('redirect_uri'),
    });
    expect(exchange.headers.authorization).toBe(`Basic ${Buffer.from(`x-app:${SECRET}`).toString('base64')}`);

    const [row, ...others] = await channelsOf(tenant.accountId);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      provider: 'social_p5',
      displayName: 'X',
      status: 'active',
      externalId: 'pending',
      scopesGranted: ['tweet.read', 'users.read'],
      lastSyncedAt: expect.any(Date),
    });
    expect(row!.expiresAt!.getTime() - before).toBeGreaterThanOrEqual(7_199_000);
    expect(row!.expiresAt!.getTime() - before).toBeLessThanOrEqual(7_260_000);
    expect(openConnection(server.services.settings, row!).credentials).toMatchObject({
      accessToken: 'access-token-1',
      refreshToken: 'refresh-token-1',
    });
    expect(JSON.stringify(await snapshotOf(server, tenant.accountId))).not.toMatch(/access-token-1|refresh-token-1/);
    expect(await auditOf(server, tenant.accountId)).toMatchObject([
      {
        action: 'channel.connect',
        actorKind: 'session',
        actorId: tenant.user.id,
        targetId: row!.id,
        data: { provider: 'social_p5' },
      },
    ]);
  });

  it('connecting again renews the same channel, a revoked one too, and asks for the choice anew', async () => {
    const tenant = await server.makeTenant();
    vendor.answers({ status: 200, body: JSON.stringify(TOKENS) });
    await comeBack(await begin('social_p5', tenant));
    const [first] = await channelsOf(tenant.accountId);
    await server.services.database.prisma.channelIntegration.updateMany({
      where: { id: first!.id },
      data: { externalId: '12', config: { assetId: '12', note: 'kept' } },
    });
    await server.call(tenant.key, 'DELETE', `/api/v1/channels/${first!.id}`);
    vendor.answers({ status: 200, body: JSON.stringify({ access_token: 'access-token-2' }) });
    await comeBack(await begin('social_p5', tenant));
    const [again, ...others] = await channelsOf(tenant.accountId);
    expect(others).toEqual([]);
    expect(again).toMatchObject({
      id: first!.id,
      createdAt: first!.createdAt,
      status: 'active',
      externalId: 'pending',
      config: { note: 'kept' },
      expiresAt: null,
      scopesGranted: ['tweet.read', 'users.read', 'dm.read', 'dm.write', 'offline.access'],
    });
    expect(openConnection(server.services.settings, again!).credentials.accessToken).toBe('access-token-2');
    expect((await auditOf(server, tenant.accountId)).map(({ action }) => action)).toEqual([
      'channel.connect',
      'channel.revoke',
      'channel.connect',
    ]);
  });

  it('two tabs that come back at once make one channel', async () => {
    const tenant = await server.makeTenant();
    vendor.answers({ status: 200, body: JSON.stringify(TOKENS) });
    const tabs = [await begin('social_p5', tenant), await begin('social_p5', tenant)];
    const answers = await Promise.all(tabs.map((tab) => comeBack(tab)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    expect(await channelsOf(tenant.accountId)).toHaveLength(1);
  });

  it('asks the vendor for nothing and stores nothing when the state does not hold', async () => {
    const tenant = await server.makeTenant();
    const colleague = await makeUser(server.services.database, tenant.accountId);
    const colleagueCookie = await makeSession(server.services, {
      sub: colleague.id,
      accountId: tenant.accountId,
    });
    const begun = await begin('social_p5', tenant);
    const other = await begin('social_p5', tenant);
    const neighbour = await begin('social_p5', server.theirs);
    const meta = await begin('social_p1', tenant);
    const flow = begun.cookies.split('; ')[1]!;
    const forged = signState('f'.repeat(64), {
      accountId: tenant.accountId,
      provider: 'social_p5',
      nonce: readState(server.services.settings.appSecret, begun.state)!.nonce,
      expiresAt: Date.now() + 60_000,
    });
    const [payload, signature] = begun.state.split('.') as [string, string];
    const altered = Buffer.from(
      JSON.stringify({
        ...readState(server.services.settings.appSecret, begun.state),
        accountId: server.theirs.accountId,
      }),
    ).toString('base64url');

    const attempts: [what: string, status: number, attempt: Promise<Answer>][] = [
      [
        'no state',
        400,
        server.fetch('GET', CALLBACK('social_p5', { code: 'c' }), { headers: { cookie: begun.cookies } }),
      ],
      ['an empty state', 400, comeBack({ ...begun, state: '' })],
      ['no state’s shape', 400, comeBack({ ...begun, state: 'abc' })],
      ['another secret’s signature', 400, comeBack({ ...begun, state: forged })],
      ['an altered payload', 400, comeBack({ ...begun, state: `${altered}.${signature}` })],
      ['a cut signature', 400, comeBack({ ...begun, state: `${payload}.${signature.slice(0, -2)}` })],
      ['a state of another provider', 400, comeBack({ ...begun, state: meta.state })],
      ['no session', 401, comeBack({ ...begun, cookies: flow })],
      ['no cookies at all', 401, comeBack({ ...begun, cookies: '' })],
      ['no cookie of the flow', 403, comeBack({ ...begun, cookies: tenant.cookie })],
      ['the cookie of another flow', 403, comeBack({ ...begun, cookies: other.cookies })],
      ['a colleague’s session', 403, comeBack({ ...begun, cookies: `${colleagueCookie}; ${flow}` })],
      ['another workspace’s session', 403, comeBack({ ...begun, cookies: `${server.theirs.cookie}; ${flow}` })],
      ['another workspace’s state', 403, comeBack({ ...neighbour, cookies: begun.cookies })],
      [
        'an unknown provider',
        404,
        server.fetch('GET', CALLBACK('nonsense', { code: 'c', state: begun.state }), {
          headers: { cookie: begun.cookies },
        }),
      ],
      [
        'a provider without a client',
        503,
        server.fetch('GET', CALLBACK('social_p2', { code: 'c', state: begun.state }), {
          headers: { cookie: begun.cookies },
        }),
      ],
    ];
    for (const [what, status, attempt] of attempts) {
      const answer = await attempt;
      expect(answer.status, what).toBe(status);
      expectPlain(answer, status);
    }
    expect(vendor.requests).toEqual([]);
    expect(await channelsOf(tenant.accountId)).toEqual([]);

    // None of it has used the real one up.
    vendor.answers({ status: 200, body: JSON.stringify(TOKENS) });
    expect((await comeBack(begun)).status).toBe(302);
  });

  it('lives ten minutes by the service’s clock', async () => {
    const [early, late] = [await begin(), await begin()];
    vendor.answers({ status: 200, body: JSON.stringify(TOKENS) });
    setClockOffset(9 * 60_000 + 50_000);
    expect((await comeBack(early)).status).toBe(302);
    setClockOffset(10 * 60_000 + 1_000);
    expectPlain(await comeBack(late), 400);
  });

  it('works once, also when it comes twice at the same time', async () => {
    const begun = await begin();
    vendor.answers({ status: 200, body: JSON.stringify(TOKENS) });
    const answers = await Promise.all([comeBack(begun), comeBack(begun), comeBack(begun)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400]);
    expectPlain(await comeBack(begun), 400);
    expect(vendor.requests).toHaveLength(1);
  });

  it('says so in plain text when the person or the vendor refuses', async () => {
    const tenant = await server.makeTenant();
    expectPlain(await comeBack(await begin('social_p5', tenant), { error: 'access_denied' }), 400);
    expectPlain(
      await comeBack(await begin('social_p5', tenant), { error: 'server_error', error_description: '<script>' }),
      400,
    );
    expectPlain(await comeBack(await begin('social_p5', tenant), {}), 400);
    for (const script of [
      { status: 400, body: '{"error":"invalid_grant"}' },
      { status: 500, body: 'oops' },
      { status: 200, body: '{}' },
      { status: 200, body: 'not json' },
      'cut' as const,
    ]) {
      vendor.answers(script);
      expectPlain(await comeBack(await begin('social_p5', tenant)), 502);
    }
    expect(await channelsOf(tenant.accountId)).toEqual([]);
  });

  it('HEAD exchanges nothing', async () => {
    const begun = await begin();
    const answer = await server.fetch('HEAD', CALLBACK('social_p5', { state: begun.state, code: 'c' }), {
      headers: { cookie: begun.cookies },
    });
    expect(answer.status).toBe(405);
    expect(vendor.requests).toEqual([]);
  });
});

describe('the choice after OAuth', () => {
  it('the worker lists what there is, the page stores one of it', async () => {
    const tenant = await server.makeTenant();
    vendor.answers(
      { status: 200, body: JSON.stringify({ access_token: 'short-token' }) },
      { status: 200, body: JSON.stringify({ access_token: 'long-token', expires_in: 5_184_000 }) },
    );
    const answer = await comeBack(await begin('social_p1', tenant));
    expect(answer.headers.get('location'), answer.text).toMatch(/connected=social_p1$/);
    const [row] = await channelsOf(tenant.accountId);
    const page = (name: string, type: 'query' | 'mutation' = 'query', more: object = {}) =>
      trpc(server, type, `channels.${name}`, { id: row!.id, ...more }, { cookie: tenant.cookie });
    expect((await page('assets')).data).toMatchObject({ state: 'loading', assets: [], chosen: null });

    vendor.answers({
      status: 400,
      body: JSON.stringify({
        error: { message: 'Invalid OAuth access token: long-token', type: 'OAuthException', code: 190 },
      }),
    });
    await runJobs(server.services);
    const failed = (await page('assets')).data;
    expect(failed).toMatchObject({ state: 'failed', error: expect.stringMatching(/\w/) });
    expect(failed.error).not.toContain('long-token');

    expect((await page('refreshAssets', 'mutation')).data).toMatchObject({ state: 'loading' });
    vendor.answers({
      status: 200,
      body: JSON.stringify({
        data: [
          { id: '101', name: 'Toko Anda', access_token: 'page-token' },
          { id: '102', name: 'Toko Lain', access_token: 'page-token-2' },
        ],
      }),
    });
    await runJobs(server.services);
    expect((await page('assets')).data).toEqual({
      state: 'ready',
      assets: [
        { id: '101', name: 'Toko Anda' },
        { id: '102', name: 'Toko Lain' },
      ],
      chosen: null,
      error: null,
    });

    expect(await page('chooseAsset', 'mutation', { asset: '999' })).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect((await page('chooseAsset', 'mutation', { asset: '102' })).data).toMatchObject({
      config: { assetId: '102' },
      externalId: '102',
      displayName: 'Toko Lain',
    });
    expect((await page('assets')).data.chosen).toBe('102');
    expect(
      await trpc(
        server,
        'mutation',
        'channels.chooseAsset',
        { id: row!.id, asset: '101' },
        { cookie: server.theirs.cookie },
      ),
    ).toMatchObject({ status: 404 });
    expect(JSON.stringify(await snapshotOf(server, tenant.accountId))).not.toMatch(/page-token|long-token/);
  });
});
