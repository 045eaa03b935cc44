/**
 * The order of the checks (docs/contract/shared.md#order-of-checks), and what the door answers before a resource has
 * its say (docs/contract/shared.md#envelope).
 */
import { describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeKey, makeSession } from '@/server/testing/factories/account';
import { expectData, expectEnvelope, expectError, snapshotOf } from '@/server/testing/http';
import { rawHttp, rawText } from '@/server/testing/raw-http';
import { useServer, type Answer } from '@/server/testing/server';
import { signedHeaders } from '@/server/testing/sign';

const server = useServer();

const REDEEM = '/api/v1/discount-codes/redeem';
const HUGE = Buffer.alloc(11 * 1024 * 1024, 0x20);
const now = (): number => Math.floor(Date.now() / 1000);
const text = { 'content-type': 'text/plain' };

describe('the order of the checks', () => {
  /** Each request breaks its own rule and every rule after it. */
  const chain: [rule: string, status: number, code: string, send: () => Promise<Answer>][] = [
    [
      'an unknown route',
      404,
      'NOT_FOUND',
      () => server.fetch('PUT', '/api/v1/nothing', { body: HUGE, headers: { ...text, authorization: 'nonsense' } }),
    ],
    [
      'another method',
      405,
      'METHOD_NOT_ALLOWED',
      () => server.fetch('PUT', REDEEM, { body: HUGE, headers: { ...text, authorization: 'nonsense' } }),
    ],
    [
      'a body over 10 MiB',
      413,
      'PAYLOAD_TOO_LARGE',
      () => server.fetch('POST', REDEEM, { body: HUGE, headers: { ...text, authorization: 'nonsense' } }),
    ],
    [
      'no credentials',
      401,
      'UNAUTHENTICATED',
      () => server.fetch('POST', REDEEM, { body: '{', headers: { ...text, 'x-svc-timestamp': '0' } }),
    ],
    [
      'an Authorization header that does not parse',
      401,
      'UNAUTHENTICATED',
      () =>
        server.fetch('POST', REDEEM, {
          body: '{',
          headers: { ...text, authorization: 'Bearer x', 'x-svc-timestamp': '0' },
        }),
    ],
    [
      'a timestamp out of range',
      401,
      'TIMESTAMP_OUT_OF_RANGE',
      async () =>
        server.call({ ...(await revoked()), secret: 'wrong' }, 'POST', REDEEM, {
          body: '{',
          timestamp: now() - 400,
          headers: text,
          onBehalfOf: 'x',
        }),
    ],
    [
      'a wrong signature',
      401,
      'INVALID_SIGNATURE',
      async () =>
        server.call({ ...(await revoked()), secret: 'wrong' }, 'POST', REDEEM, {
          body: '{',
          headers: text,
          onBehalfOf: 'x',
        }),
    ],
    [
      'a revoked key',
      401,
      'REVOKED_KEY',
      async () => server.call(await revoked(), 'POST', REDEEM, { body: '{', headers: text, onBehalfOf: 'x' }),
    ],
    [
      'on-behalf-of with an ordinary key',
      403,
      'FORBIDDEN_ONBEHALF',
      async () => server.call(await key(['read']), 'POST', REDEEM, { body: '{', headers: text, onBehalfOf: 'x' }),
    ],
    [
      'on-behalf-of an unknown workspace',
      404,
      'NOT_FOUND',
      () => server.call(server.platform, 'POST', REDEEM, { body: '{', headers: text, onBehalfOf: 'x' }),
    ],
    [
      'a scope that does not reach',
      403,
      'INSUFFICIENT_SCOPE',
      async () => server.call(await key(['read', 'admin']), 'POST', REDEEM, { body: '{', headers: text }),
    ],
    [
      'no workspace',
      403,
      'NO_ACCOUNT',
      () => server.call(server.platform, 'POST', REDEEM, { body: '{', headers: text }),
    ],
    [
      'no workspace before the wrong kind of principal',
      403,
      'NO_ACCOUNT',
      async () => session(await homeless(), '{', text),
    ],
    ['the wrong kind of principal', 403, 'FORBIDDEN', () => session(server.ours.cookie, '{', text)],
    [
      'a media type that is not JSON',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      () => server.call(server.ours.key, 'POST', REDEEM, { body: '{', headers: text }),
    ],
    ['malformed JSON', 400, 'VALIDATION', () => server.call(server.ours.key, 'POST', REDEEM, { body: '{' })],
    [
      'the schema',
      400,
      'VALIDATION',
      () => server.call(server.ours.key, 'POST', REDEEM, { body: { discountCodeId: 'cunknown' } }),
    ],
    [
      'the resource',
      404,
      'NOT_FOUND',
      () =>
        server.call(server.ours.key, 'POST', REDEEM, {
          body: { discountCodeId: 'cunknown', checkoutSessionId: 's', appliedAmount: 1 },
        }),
    ],
  ];

  const key = (scopes: string[]) =>
    makeKey(server.services.database, server.services.keys, server.ours.accountId, { scopes });
  const revoked = async () => {
    const made = await key(['read']);
    await server.services.database.prisma.apiKey.update({
      where: { keyId: made.keyId },
      data: { revokedAt: new Date() },
    });
    return made;
  };
  const homeless = async () => {
    const tenant = await server.makeTenant();
    return makeSession(server.services, { sub: tenant.user.id, accountId: null });
  };
  const session = (cookie: string, body: string, headers: Record<string, string>) =>
    server.fetch('POST', REDEEM, { body, headers: { ...headers, cookie, origin: server.baseUrl } });

  it.each(chain)('%s comes before all that follows: %d %s', async (_, status, code, send) => {
    expectError(await send(), status, code);
  });

  it('checks a session that sends X-Svc-On-Behalf-Of before its scope of routes: 403 FORBIDDEN_ONBEHALF', async () => {
    const headers = { cookie: server.ours.cookie, origin: server.baseUrl, 'x-svc-on-behalf-of': server.ours.accountId };
    expectError(
      await server.fetch('POST', REDEEM, { body: '{', headers: { ...text, ...headers } }),
      403,
      'FORBIDDEN_ONBEHALF',
    );
    expectError(await server.fetch('GET', '/api/v1/whoami', { headers }), 403, 'FORBIDDEN_ONBEHALF');
  });

  it('changes nothing on any of these', async () => {
    await makeDiscountCode(server.services.database, server.ours.accountId);
    const before = await snapshotOf(server, server.theirs.accountId);
    for (const [, , , send] of chain) await send();
    expect(await snapshotOf(server, server.theirs.accountId)).toEqual(before);
    expect(await server.services.database.prisma.discountRedemption.count()).toBe(0);
  });
});

describe('paths', () => {
  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/api/v1/whoami/',
    '/api/v1/discount-codes/',
    '/api/v1/discount-codes/c1/',
    '/api/v1//whoami',
    '/api/v1/WHOAMI',
    '/api/v1/whoami/x',
    '/api/v1/api-keys/x/y',
    '/api/v1/discount-codes/applicable/',
    '/api/v1/discount-codes/a/b/c',
    '/api/v1/whoami%2F',
    '/api/v1/whoami;x=1',
    '/api/v1/./whoami',
    '/api/v1/x/../whoami',
    '/api/v2/whoami',
    '/api/v1/inbox',
    '/api/v1/admin',
  ])('%s is an unknown route: 404 NOT_FOUND in the envelope, with or without credentials', async (path) => {
    for (const headers of [{}, signedHeaders(server.ours.key, { method: 'GET', url: path })])
      expectError(await rawHttp(server.baseUrl, rawText('GET', path, headers)), 404, 'NOT_FOUND');
  });

  it('knows no route below an id that is as long as a book, and no such id: 404', async () => {
    const url = `/api/v1/discount-codes/${'a'.repeat(5_000)}`;
    expectError(await server.call(server.ours.key, 'GET', url), 404, 'NOT_FOUND');
    expectError(await server.call(server.ours.key, 'GET', `${url}/x/y`), 404, 'NOT_FOUND');
  });

  it.each([
    '/api/v1/discount-codes/%',
    '/api/v1/discount-codes/%zz',
    '/api/v1/discount-codes/%E0%A4',
    '/api/v1/discount-codes/%ff',
    '/api/v1/%',
    '/api/v1/discount-codes/applicable/%C3',
  ])('%s, a malformed percent-encoding, is refused in the envelope', async (path) => {
    const answer = await rawHttp(
      server.baseUrl,
      rawText('GET', path, signedHeaders(server.ours.key, { method: 'GET', url: path })),
    );
    expectError(answer, 400, 'VALIDATION');
    expect(answer.headers['x-content-type-options'], 'security headers').toBe('nosniff');
  });

  it('takes a request target in absolute form for the path in it', async () => {
    const path = '/api/v1/whoami';
    const answer = await rawHttp(
      server.baseUrl,
      rawText('GET', `http://localhost${path}`, signedHeaders(server.ours.key, { method: 'GET', url: path })),
    );
    expect(answer.status).toBe(200);
  });
});

describe('methods', () => {
  it.each([
    ['PUT', '/api/v1/whoami', 'GET, HEAD'],
    ['POST', '/api/v1/whoami', 'GET, HEAD'],
    ['DELETE', '/api/v1/api-keys', 'GET, HEAD, POST'],
    ['GET', '/api/v1/api-keys/c1/revoke', 'POST'],
    ['HEAD', '/api/v1/api-keys/c1/revoke', 'POST'],
    ['POST', '/api/v1/discount-codes/c1', 'GET, HEAD, PATCH, DELETE'],
    ['PUT', '/api/v1/discount-codes/validate', 'GET, HEAD, POST, PATCH, DELETE'],
    ['PATCH', '/api/v1/discount-codes', 'GET, HEAD, POST'],
    ['DELETE', '/api/v1/discount-codes/applicable/c1', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/v1/openapi.json', 'GET, HEAD, OPTIONS'],
    ['OPTIONS', '/api/v1/whoami', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/discount-codes', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/v1/whoami', 'GET, HEAD'],
    ['TRACE', '/api/v1/discount-codes', 'GET, HEAD, POST'],
    ['M-SEARCH', '/api/v1/whoami', 'GET, HEAD'],
  ])('%s %s is 405 METHOD_NOT_ALLOWED with Allow: %s', async (method, path, allow) => {
    const answer = await rawHttp(
      server.baseUrl,
      rawText(method, path, signedHeaders(server.ours.key, { method, url: path })),
    );
    expect(answer.status).toBe(405);
    expect(answer.headers.allow?.split(/,\s*/).sort()).toEqual(allow.split(', ').sort());
    if (method !== 'HEAD') expect(expectEnvelope(answer).error?.code).toBe('METHOD_NOT_ALLOWED');
  });

  it('HEAD answers like GET without a body, also its errors, and never changes anything', async () => {
    const { id } = await makeDiscountCode(server.services.database, server.ours.accountId);
    for (const url of [
      '/api/v1/whoami',
      '/api/v1/discount-codes?limit=1',
      `/api/v1/discount-codes/${id}`,
      '/api/v1/discount-codes/cunknown',
      '/api/v1/discount-codes?limit=x',
      `/api/v1/discount-codes/applicable/${server.ours.accountId}`,
    ]) {
      const [get, head] = [
        await server.call(server.ours.key, 'GET', url),
        await server.call(server.ours.key, 'HEAD', url),
      ];
      expect([head.status, head.text]).toEqual([get.status, '']);
      for (const name of ['content-type', 'cache-control', 'etag', 'vary', 'access-control-allow-origin'])
        expect(head.headers.get(name), `${url} ${name}`).toBe(get.headers.get(name));
      expect(head.headers.get('x-request-id')).toBeTruthy();
    }
    expect((await server.fetch('HEAD', '/api/v1/whoami')).status).toBe(401);
  });
});

describe('every answer', () => {
  const answers = async (headers: Record<string, string> = {}): Promise<Answer[]> => [
    await server.call(server.ours.key, 'GET', '/api/v1/whoami', { headers }),
    await server.fetch('GET', '/api/v1/whoami', { headers }),
    await server.fetch('GET', '/api/v1/nothing', { headers }),
    await server.fetch('PUT', '/api/v1/whoami', { headers }),
    await server.call(server.ours.key, 'POST', '/api/v1/discount-codes', { body: {}, headers }),
    await server.fetch('GET', `/api/v1/discount-codes/applicable/${server.ours.accountId}`, { headers }),
  ];

  it.each(['a', 'A-Za_z.0-9', '0123456789'.repeat(6) + 'abcd'])(
    'takes the request id %j over, in the header and in meta',
    async (id) => {
      for (const answer of await answers({ 'x-request-id': id })) {
        expect(answer.headers.get('x-request-id')).toBe(id);
        expect(expectEnvelope(answer).meta.requestId).toBe(id);
      }
    },
  );

  it.each(['', 'a b', 'a"b', 'ä', '<script>', 'x'.repeat(65), 'a,b', '{}'])(
    'makes an id of its own instead of %j',
    async (id) => {
      for (const answer of await answers({ 'x-request-id': id })) {
        const { requestId } = expectEnvelope(answer).meta;
        expect(requestId).not.toBe(id);
        expect(requestId).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
      }
    },
  );

  it('has a request id of its own each time when none is sent', async () => {
    const ids = (await answers()).map((answer) => expectEnvelope(answer).meta.requestId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has the security headers, and names no server software', async () => {
    for (const answer of await answers()) {
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.headers.get('referrer-policy')).toBeTruthy();
      expect(answer.headers.get('x-powered-by')).toBeNull();
      expect(answer.headers.get('server')).toBeNull();
    }
  });

  it('is not stored, unless it is a public success', async () => {
    const all = await answers();
    for (const answer of all.slice(0, -1)) expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(all.at(-1)!.headers.get('cache-control')).toBe('public, no-cache');
    const refused = await server.fetch('GET', `/api/v1/discount-codes/applicable/${server.ours.accountId}?currency=x`);
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  it('is written at the real time', async () => {
    const { meta } = expectEnvelope(await server.call(server.ours.key, 'GET', '/api/v1/whoami'));
    expect(Math.abs(Date.parse(meta.timestamp) - Date.now())).toBeLessThan(5_000);
  });

  it('keeps a connection usable after a refused request with a body', async () => {
    // The same agent, one request after the other: an unread body must not stand in the way of the next.
    for (let n = 0; n < 3; n++) {
      expectError(
        await server.fetch('PUT', '/api/v1/whoami', { body: 'x'.repeat(100_000) }),
        405,
        'METHOD_NOT_ALLOWED',
      );
      expectData(await server.call(server.ours.key, 'GET', '/api/v1/whoami'));
    }
  });
});
