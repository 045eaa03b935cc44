/**
 * Browser sessions at the doors (docs/contract/accounts.md#sessions): the cookie, its version, and the same-origin
 * rule.
 */
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode, encode } from 'next-auth/jwt';
import { describe, expect, it } from 'vitest';
import { sessionSecret } from '@/server/platform/auth/session';
import { makeSession, makeUser } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { bySession, eventually, expectData, expectError, trpc } from '@/server/testing/http';
import { rawHttp, rawText } from '@/server/testing/raw-http';
import { useServer } from '@/server/testing/server';

const server = useServer();

const NAME = 'next-auth.session-token';
const whoami = (cookie: string) => server.fetch('GET', '/api/v1/whoami', { headers: { cookie } });
const token = (made: object, options: { secret?: string; maxAge?: number } = {}): Promise<string> =>
  encode({
    token: made as Parameters<typeof encode>[0]['token'],
    secret: options.secret ?? sessionSecret(server.services.settings.appSecret),
    maxAge: options.maxAge ?? 3600,
  });
/** What our own cookie holds: each test changes one thing of a session that lives. */
const claims = async () => {
  const secret = sessionSecret(server.services.settings.appSecret);
  const { sub, accountId, sessionVersion, sessionId } = (await decode({
    token: server.ours.cookie.slice(NAME.length + 1),
    secret,
  }))!;
  return { sub, accountId, sessionVersion, sessionId };
};
const post = (headers: Record<string, string>) =>
  server.fetch('POST', '/api/v1/api-keys', { body: { name: 'By hand' }, headers });

describe('a typed call whose body is held back', () => {
  it('is of whoever its sender is by the time the body is there', async () => {
    const { accountId } = await server.makeTenant();
    const { services } = server;
    const [here, there] = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const user = await makeUser(services.database, accountId);
        return { user, cookie: await makeSession(services, { sub: user.id, accountId }) };
      }),
    );
    const name = unique('Held ');
    const body = JSON.stringify({ name });
    const { hostname, port } = new URL(server.baseUrl);
    const send = async (cookie: string, meanwhile: () => Promise<unknown>): Promise<number> => {
      const request = http.request({
        ...{ hostname, port, method: 'POST', path: '/api/trpc/contactLists.create' },
        headers: {
          ...{ cookie, origin: server.baseUrl, 'content-type': 'application/json' },
          'content-length': Buffer.byteLength(body),
        },
      });
      const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
      request.write(body.slice(0, 1));
      // The hooks before the body have run.
      await sleep(200);
      await meanwhile();
      request.end(body.slice(1));
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode ?? 0;
    };
    const made = () => services.database.prisma.contactList.count({ where: { accountId, name } });
    expect(
      await send(here!.cookie, async () => {
        await services.database.prisma.session.updateMany({
          where: { userId: here!.user.id },
          data: { endedAt: new Date() },
        });
        services.sessions.forget(here!.user.id);
      }),
    ).toBe(401);
    expect(await made()).toBe(0);
    expect(await send(there!.cookie, () => Promise.resolve())).toBe(200);
    expect(await made()).toBe(1);
  });
});

describe('a session cookie', () => {
  it('names the person and the workspace, beside other cookies, in any order', async () => {
    const me = { accountId: server.ours.accountId, principal: 'session', keyId: null, scopes: null, onBehalfOf: null };
    for (const cookie of [
      server.ours.cookie,
      `a=b; ${server.ours.cookie}`,
      `${server.ours.cookie}; theme=dark`,
      `x=;;  ${server.ours.cookie} ;`,
    ])
      expect(expectData(await whoami(cookie))).toEqual(me);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['empty', () => ''],
    ['nonsense', () => 'nonsense'],
    ['five dots', () => '.....'],
    [
      'a token without a signature',
      async () =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(await claims())).toString('base64url')}.`,
    ],
    ['encrypted under another secret', async () => token(await claims(), { secret: 'another secret' })],
    ['expired', async () => token(await claims(), { maxAge: -60 })],
    ['of nobody', async () => token({ ...(await claims()), sub: 'cnobody' })],
    ['without a user', async () => token({ ...(await claims()), sub: undefined })],
    ['with a user that is no text', async () => token({ ...(await claims()), sub: { toString: 'x' } })],
    ['without a version', async () => token({ ...(await claims()), sessionVersion: undefined })],
    ['without the id of a session', async () => token({ ...(await claims()), sessionId: undefined })],
    ['of a session that never was', async () => token({ ...(await claims()), sessionId: 'cnone' })],
    ["of another person's session", async () => token({ ...(await claims()), sub: server.theirs.user.id })],
    ['of an older version', async () => token({ ...(await claims()), sessionVersion: 0 })],
    ['of a version to come', async () => token({ ...(await claims()), sessionVersion: 2 })],
    ['cut short', async () => (await token(await claims())).slice(0, -5)],
    [
      'changed by one character',
      async () => (await token(await claims())).replace(/.(?=.{20}$)/, (c) => (c === 'A' ? 'B' : 'A')),
    ],
    ['very long', () => 'x'.repeat(10_000)],
  ])('opens nothing when it is %s: 401 UNAUTHENTICATED', async (_, make) => {
    expectError(await whoami(`${NAME}=${await make()}`), 401, 'UNAUTHENTICATED');
  });

  it('opens what it says when nothing is changed', async () => {
    expectData(await whoami(`${NAME}=${await token(await claims())}`));
  });

  it('opens nothing under another name', async () => {
    const value = await token(await claims());
    for (const name of [`__Secure-${NAME}`, `x${NAME}`, NAME.toUpperCase()])
      expectError(await whoami(`${name}=${value}`), 401, 'UNAUTHENTICATED');
  });

  it("names no workspace that is not the person's: 403 NO_ACCOUNT, never the neighbour's rows", async () => {
    const cookie = `${NAME}=${await token({ ...(await claims()), accountId: server.theirs.accountId })}`;
    expect(expectData(await whoami(cookie)).accountId).toBeNull();
    expectError(await bySession(server, cookie, 'GET', '/api/v1/api-keys'), 403, 'NO_ACCOUNT');
  });

  it('ends within 2 seconds when the version is raised, the membership taken away or the person removed', async () => {
    const { prisma } = server.services.database;
    const [raised, left, gone] = [await server.makeTenant(), await server.makeTenant(), await server.makeTenant()];
    for (const { cookie } of [raised, left, gone])
      expectData(await bySession(server, cookie, 'GET', '/api/v1/api-keys'));
    await prisma.user.update({ where: { id: raised.user.id }, data: { sessionVersion: 2 } });
    await prisma.membership.deleteMany({ where: { userId: { in: [left.user.id, gone.user.id] } } });
    await prisma.user.delete({ where: { id: gone.user.id } });
    await eventually(async () => {
      expectError(await whoami(raised.cookie), 401, 'UNAUTHENTICATED');
      expectError(await bySession(server, left.cookie, 'GET', '/api/v1/api-keys'), 403, 'NO_ACCOUNT');
      expectError(await whoami(gone.cookie), 401, 'UNAUTHENTICATED');
    }, 2_300);
    expect((await trpc(server, 'query', 'apiKeys.list', undefined, { cookie: raised.cookie })).code).toBe(
      'UNAUTHENTICATED',
    );
  });
});

describe('the same-origin rule', () => {
  const { protocol, host } = { protocol: 'http:', host: () => new URL(server.baseUrl).host };

  it.each<[string, () => Record<string, string>]>([
    ['Origin is the address that was called', () => ({ origin: server.baseUrl })],
    ['Origin is BASE_URL', () => ({ origin: server.services.settings.baseUrl })],
    ['the browser says Sec-Fetch-Site: same-origin and sends no Origin', () => ({ 'sec-fetch-site': 'same-origin' })],
  ])('lets a change through when %s', async (_, headers) => {
    expectData(await post({ cookie: server.ours.cookie, ...headers() }), 201);
  });

  it.each<[string, () => Record<string, string>]>([
    ['neither header is there', () => ({})],
    ['Origin is another site', () => ({ origin: 'https://evil.example' })],
    ['Origin is null', () => ({ origin: 'null' })],
    ['Origin is empty', () => ({ origin: '' })],
    ['Origin is no address', () => ({ origin: 'nonsense' })],
    ['Origin is another port', () => ({ origin: 'http://127.0.0.1:1' })],
    ['Origin is another scheme on the same host', () => ({ origin: `https://${host()}` })],
    ['Origin only begins like ours', () => ({ origin: `${server.baseUrl}.evil.example` })],
    ['Origin holds ours as user info', () => ({ origin: `${protocol}//${host()}@evil.example` })],
    [
      'Origin is another site though Sec-Fetch-Site says same-origin',
      () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }),
    ],
    ['Sec-Fetch-Site is cross-site', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['Sec-Fetch-Site is same-site', () => ({ 'sec-fetch-site': 'same-site' })],
    ['Sec-Fetch-Site is none', () => ({ 'sec-fetch-site': 'none' })],
    ['only Referer is ours', () => ({ referer: `${server.baseUrl}/api-keys` })],
  ])('refuses a change with 403 FORBIDDEN when %s', async (_, headers) => {
    const before = expectData(await server.call(server.ours.key, 'GET', '/api/v1/api-keys')).apiKeys.length;
    expectError(await post({ cookie: server.ours.cookie, ...headers() }), 403, 'FORBIDDEN');
    const typed = await server.fetch('POST', '/api/trpc/apiKeys.create', {
      body: { name: 'x' },
      headers: { cookie: server.ours.cookie, ...headers() },
    });
    expect([typed.status, /"code":"(\w+)"/.exec(typed.text)?.[1]]).toEqual([403, 'FORBIDDEN']);
    expect(expectData(await server.call(server.ours.key, 'GET', '/api/v1/api-keys')).apiKeys).toHaveLength(before);
  });

  it.each(['PATCH', 'DELETE'])('holds for %s as for POST', async (method) => {
    expectError(
      await server.fetch(method, '/api/v1/discount-codes/cx', {
        headers: { cookie: server.ours.cookie, origin: 'https://evil.example' },
      }),
      403,
      'FORBIDDEN',
    );
  });

  it('does not concern reads, signed requests, and requests without a session', async () => {
    expectData(
      await server.fetch('GET', '/api/v1/api-keys', {
        headers: { cookie: server.ours.cookie, origin: 'https://evil.example' },
      }),
    );
    expectData(
      await server.call(server.ours.key, 'POST', '/api/v1/api-keys', {
        body: { name: 'x' },
        headers: { origin: 'https://evil.example' },
      }),
      201,
    );
    expectError(await post({ origin: 'https://evil.example' }), 401, 'UNAUTHENTICATED');
    expectError(await post({ origin: 'https://evil.example', cookie: `${NAME}=forged` }), 401, 'UNAUTHENTICATED');
  });

  it('never lets another site read an answer that needs a session', async () => {
    const answer = await server.fetch('GET', '/api/v1/api-keys', {
      headers: { cookie: server.ours.cookie, origin: 'https://evil.example' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe("the dashboard's door", () => {
  it('knows people only: a signature opens nothing there', async () => {
    const answer = await server.call(server.ours.key, 'GET', '/api/trpc/apiKeys.list');
    expect(answer.status).toBe(401);
  });

  it('gives its errors code, status and details, and nothing of the inside', async () => {
    const calls = [
      await trpc(server, 'mutation', 'apiKeys.create', { name: '' }, { cookie: server.ours.cookie }),
      await trpc(server, 'query', 'discountCodes.get', { id: 'cunknown' }, { cookie: server.ours.cookie }),
      await trpc(server, 'query', 'nothing.here', undefined, { cookie: server.ours.cookie }),
      await trpc(server, 'query', 'apiKeys.create', undefined, { cookie: server.ours.cookie }),
    ];
    expect(calls.map(({ status, code }) => [status, code])).toEqual([
      [400, 'VALIDATION'],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
      [405, 'METHOD_NOT_ALLOWED'],
    ]);
    for (const { text } of calls) expect(text).not.toMatch(/stack|\.ts:\d|node_modules/);
  });

  it.each(['{', 'null', '[]', '"x"', '5', '', '{"0":{"json":1}}'])('survives the body %j', async (body) => {
    const headers = { cookie: server.ours.cookie, origin: server.baseUrl, 'content-type': 'application/json' };
    const answer = await server.fetch('POST', '/api/trpc/apiKeys.create', { body, headers });
    expect([answer.status, /"appCode":"(\w+)"/.exec(answer.text)?.[1]]).toEqual([400, 'VALIDATION']);
  });

  it.each([
    '?input=',
    '?input={',
    '?input=null',
    '?batch=1',
    '?batch=1&input={"0":1}',
    '?batch=1&input=[]',
    '?input=%zz',
    '?input=1&input=2',
  ])('survives the query %s', async (query) => {
    const answer = await rawHttp(
      server.baseUrl,
      rawText('GET', `/api/trpc/discountCodes.get${query}`, { cookie: server.ours.cookie }),
    );
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});
