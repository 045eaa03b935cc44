/** The OAuth client against a local authorization server (RFC 6749, RFC 7636) and the oddities of each vendor. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CATALOG, providerEntry } from '@/server/platform/vendors/catalog';
import type { OAuthEntry } from '@/server/platform/vendors/provider-entry';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { authorizeUrl, exchangeCode, OAuthError } from '@/server/modules/messaging/adapters/oauth';
import { NotSentError, OutcomeUnknownError } from '@/server/platform/vendors/provider';
import { deadAddress, loopbackTransport, useVendor } from '@/server/testing/vendor';

const vendor = useVendor();
const entry = (id: ProviderId): OAuthEntry => providerEntry(id).oauth!;
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const REDIRECT = 'https://laris.example.com/api/v1/channels/oauth/callback';
const client = () => ({
  base: vendor.base as string | undefined,
  clientId: 'client-1',
  clientSecret: 'the-client-secret',
});
const exchange = (id: ProviderId, base?: string) =>
  exchangeCode(
    entry(id),
    {
      ...client(),
      ...(base === undefined ? {} : { base }),
      redirectUri: REDIRECT,
      code: 'a code&more',
      verifier: VERIFIER,
    },
    loopbackTransport,
  );
const formOf = (n = 0): Record<string, string> => Object.fromEntries(new URLSearchParams(vendor.requests[n]!.body));
const granted = (more: object = {}) => ({
  status: 200,
  body: JSON.stringify({ access_token: 'at-1', token_type: 'bearer', ...more }),
});

describe('authorizeUrl', () => {
  const made = (id: ProviderId, base?: string) =>
    new URL(
      authorizeUrl(entry(id), { base, clientId: 'client-1', redirectUri: REDIRECT, state: 'a.b', verifier: VERIFIER }),
    );

  it.each([...CATALOG.values()].filter(({ oauth }) => oauth !== undefined).map(({ id }) => [id]))(
    '%s: asks for a code with our state and the catalogue’s scopes',
    (id) => {
      const url = made(id);
      const { oauth } = providerEntry(id);
      expect(url.origin + url.pathname).toBe(oauth!.authorizeUrl);
      expect([
        url.searchParams.get('response_type'),
        url.searchParams.get('redirect_uri'),
        url.searchParams.get('state'),
        url.searchParams.get(oauth!.clientIdName ?? 'client_id'),
      ]).toEqual(['code', REDIRECT, 'a.b', 'client-1']);
      expect(url.searchParams.get('scope')!.split(oauth!.scopeSeparator ?? ' ')).toEqual(oauth!.scopes);
    },
  );

  it('sends the S256 challenge of RFC 7636, never the verifier, where the vendor asks for PKCE', () => {
    const url = made('social_p5');
    expect([url.searchParams.get('code_challenge'), url.searchParams.get('code_challenge_method')]).toEqual([
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      'S256',
    ]);
    expect(url.searchParams.get('code_challenge')).toBe(createHash('sha256').update(VERIFIER).digest('base64url'));
    expect(url.href).not.toContain(VERIFIER);
    expect(made('social_p6').searchParams.has('code_challenge')).toBe(false);
  });

  it('keeps to the oddities: TikTok’s client_key and commas, Google’s offline access', () => {
    expect(made('social_p4').searchParams.has('client_id')).toBe(false);
    expect(made('social_p1').searchParams.get('scope')).toBe('pages_show_list,pages_messaging,pages_manage_metadata');
    expect([made('social_p7').searchParams.get('access_type'), made('social_p7').searchParams.get('prompt')]).toEqual([
      'offline',
      'consent',
    ]);
  });

  it('goes to the address that stands in for the vendor’s', () => {
    expect(made('social_p5', 'http://127.0.0.1:9/x').href).toMatch(
      /^http:\/\/127\.0\.0\.1:9\/x\/i\/oauth2\/authorize\?response_type=code&/,
    );
  });
});

describe('exchangeCode', () => {
  it('posts the code as a form with the client in the body', async () => {
    vendor.answers(granted({ refresh_token: 'rt-1', expires_in: 5184000, scope: 'openid,profile' }));
    expect(await exchange('social_p6')).toEqual({
      accessToken: 'at-1',
      refreshToken: 'rt-1',
      expiresInSeconds: 5184000,
      scopes: ['openid', 'profile'],
    });
    const { request } = vendor;
    expect([request.method, request.path, request.headers['content-type'], request.headers.authorization]).toEqual([
      'POST',
      '/oauth/v2/accessToken',
      'application/x-www-form-urlencoded',
      undefined,
    ]);
    expect(formOf()).toEqual({
      grant_type: 'authorization_code',
      code: 'a code&more',
      redirect_uri: REDIRECT,
      client_id: 'client-1',
      client_secret: 'the-client-secret',
    });
  });

  it('X: Basic authentication and the verifier', async () => {
    vendor.answers(granted({ refresh_token: 'rt-1', expires_in: 7200, scope: 'tweet.read dm.write' }));
    expect(await exchange('social_p5')).toEqual({
      accessToken: 'at-1',
      refreshToken: 'rt-1',
      expiresInSeconds: 7200,
      scopes: ['tweet.read', 'dm.write'],
    });
    expect(vendor.request.headers.authorization).toBe(
      `Basic ${Buffer.from('client-1:the-client-secret').toString('base64')}`,
    );
    expect(formOf()).toEqual({
      grant_type: 'authorization_code',
      code: 'a code&more',
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
    });
  });

  it('TikTok: client_key', async () => {
    vendor.answers(granted({ open_id: 'o', scope: 'user.info.basic', expires_in: 86400, refresh_token: 'rt-1' }));
    await exchange('social_p4');
    expect(vendor.request.path).toBe('/v2/oauth/token/');
    expect(formOf()).toMatchObject({ client_key: 'client-1', client_secret: 'the-client-secret' });
    expect(formOf()).not.toHaveProperty('client_id');
  });

  it('Facebook: the token is exchanged at once for one that holds 60 days', async () => {
    vendor.answers(granted({ expires_in: 3600 }), {
      status: 200,
      body: JSON.stringify({ access_token: 'long-1', token_type: 'bearer', expires_in: 5183944 }),
    });
    expect(await exchange('social_p1')).toEqual({ accessToken: 'long-1', expiresInSeconds: 5183944 });
    const [, second] = vendor.requests;
    expect([second!.method, second!.path, Object.fromEntries(second!.query)]).toEqual([
      'GET',
      '/v25.0/oauth/access_token',
      {
        grant_type: 'fb_exchange_token',
        client_id: 'client-1',
        client_secret: 'the-client-secret',
        fb_exchange_token: 'at-1',
      },
    ]);
  });

  it('Threads: likewise, at its own address', async () => {
    vendor.answers(granted({ user_id: 1 }), {
      status: 200,
      body: JSON.stringify({ access_token: 'long-1', token_type: 'bearer', expires_in: 5183944 }),
    });
    expect(await exchange('social_p3')).toEqual({ accessToken: 'long-1', expiresInSeconds: 5183944 });
    const [, second] = vendor.requests;
    expect([second!.method, second!.path, Object.fromEntries(second!.query)]).toEqual([
      'GET',
      '/access_token',
      { grant_type: 'th_exchange_token', client_secret: 'the-client-secret', access_token: 'at-1' },
    ]);
  });

  it.each([
    [
      { status: 400, body: '{"error":"invalid_grant","error_description":"the-client-secret is wrong"}' },
      'The vendor gave no token: HTTP 400, invalid_grant.',
    ],
    [
      { status: 200, body: '{"error":"invalid_request","log_id":"1"}' },
      'The vendor gave no token: HTTP 200, invalid_request.',
    ],
    [
      { status: 400, body: '{"error":{"message":"Invalid verification code","type":"OAuthException","code":100}}' },
      'The vendor gave no token: HTTP 400.',
    ],
    [{ status: 302, body: '{"access_token":"x"}' }, 'The vendor gave no token: HTTP 302.'],
    [{ status: 200, body: 'access_token=x' }, 'The vendor gave no token: HTTP 200.'],
    [{ status: 200, body: '{"access_token":""}' }, 'The vendor gave no token: HTTP 200.'],
    [{ status: 500, body: '' }, 'The vendor gave no token: HTTP 500.'],
  ])('%j is no token, and its words are not repeated', async (answer, message) => {
    vendor.answers(answer);
    await expect(exchange('social_p6')).rejects.toEqual(new OAuthError(message));
  });

  it.each([['0'], [-5], ['soon'], [1.5], [null]])('takes a lifetime of %j for none', async (lifetime) => {
    vendor.answers(granted({ expires_in: lifetime }));
    expect(await exchange('social_p6')).toEqual({ accessToken: 'at-1' });
  });

  it('leaves failures of the network as the transport names them', async () => {
    await expect(exchange('social_p6', await deadAddress())).rejects.toBeInstanceOf(NotSentError);
    vendor.answers('cut');
    await expect(exchange('social_p6')).rejects.toBeInstanceOf(OutcomeUnknownError);
  });
});
