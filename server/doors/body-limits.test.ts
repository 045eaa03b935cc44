/**
 * Which bodies are looked at: by size, before they are read where nobody is signed in, and in the order of the checks
 * (docs/contract/shared.md#order-of-checks).
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseLargeBody } from '@/server/doors/app';
import { expectData, expectError, trpc } from '@/server/testing/http';
import { rawHttp, rawText } from '@/server/testing/raw-http';
import { useServer } from '@/server/testing/server';

const server = useServer();
const KIB = 1024;
const CODES = '/api/v1/discount-codes/redeem';
/** Valid but for its size. */
const large = (bytes: number): string => `{"name":"x"${' '.repeat(bytes - 12)}}`;

describe('a body over the limit of its route', () => {
  const body = large(300 * KIB);
  const create = (options: Parameters<typeof server.call>[3] = {}) =>
    server.call(server.ours.key, 'POST', '/api/v1/api-keys', { body, ...options });

  it('is 400 VALIDATION, and one within it is taken', async () => {
    expect(expectError(await create(), 400, 'VALIDATION').message).toContain('has 307200 bytes');
    expectData(await create({ body: large(256 * KIB) }), 201);
  });

  it('is looked at after the credentials, the scope and the media type', async () => {
    expectError(await server.fetch('POST', '/api/v1/api-keys', { body }), 401, 'UNAUTHENTICATED');
    expectError(await create({ signBody: 'x' }), 401, 'INVALID_SIGNATURE');
    expectError(
      await server.fetch('POST', CODES, { body, headers: { cookie: server.ours.cookie, origin: server.baseUrl } }),
      403,
      'FORBIDDEN',
    );
    expectError(await create({ headers: { 'content-type': 'text/plain' } }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expectError(await create({ body: large(10 * KIB * KIB + 1) }), 413, 'PAYLOAD_TOO_LARGE');
  });
});

describe('a typed call', () => {
  const call = (name: string, body: string, options: { cookie?: string; headers?: Record<string, string> } = {}) =>
    server.fetch('POST', `/api/trpc/${name}`, {
      body,
      headers: {
        origin: server.baseUrl,
        ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
        ...options.headers,
      },
    });
  const codeOf = (text: string): string | undefined => /"appCode":"([A-Z_]+)"/.exec(text)?.[1];

  it.each([
    ['without a session', undefined],
    ['with a cookie that does not verify', 'next-auth.session-token=x'],
  ])('%s has at most 64 KB: 401, or 400 where nobody has to be signed in', async (_, cookie) => {
    const options = cookie === undefined ? {} : { cookie };
    for (const [name, status, code] of [
      ['apiKeys.create', 401, 'UNAUTHENTICATED'],
      ['accounts.requestReset', 400, 'VALIDATION'],
    ] as const) {
      const answer = await call(name, large(65 * KIB), options);
      expect([answer.status, codeOf(answer.text)]).toEqual([status, code]);
    }
    const small = await call('accounts.requestReset', large(64 * KIB), options);
    expect(small.text).toContain('email');
  });

  it('without a session is refused before its body comes', async () => {
    const head = rawText('POST', '/api/trpc/apiKeys.create', {
      origin: 'http://localhost',
      'content-type': 'application/json',
      'content-length': String(10 * KIB * KIB),
    });
    expect((await rawHttp(server.baseUrl, `${head}{`, { end: true })).status).toBe(401);
  });

  it('that does not say how long it is has the same limit', async () => {
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(64 * KIB, 0x20), Buffer.from('\r\n')]);
    const head = rawText('POST', '/api/trpc/accounts.requestReset', {
      origin: 'http://localhost',
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    });
    const answer = await rawHttp(
      server.baseUrl,
      Buffer.concat([Buffer.from(head), chunk, chunk, chunk, Buffer.from('0\r\n\r\n')]),
    );
    // A client that is still writing may see the connection close before it reads the answer.
    if (answer.status !== 0) expectError(answer, 400, 'VALIDATION');
    else expect(answer.text).toBe('');
  });

  it('of somebody who is signed in has the limit of what it calls', async () => {
    const { cookie } = server.ours;
    const name = (bytes: number) => ({ id: 'cx', name: 'x', pad: 'x'.repeat(bytes) });
    expect(await trpc(server, 'mutation', 'apiKeys.create', name(200 * KIB), { cookie })).toMatchObject({
      status: 200,
    });
    expect(await trpc(server, 'mutation', 'apiKeys.create', name(257 * KIB), { cookie })).toMatchObject({
      status: 400,
      code: 'VALIDATION',
    });
    expect(await trpc(server, 'mutation', 'blog.publishNow', name(2000 * KIB), { cookie })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  it('that nests deeper than 64 levels, holds too much, or is no JSON is refused in the words of tRPC', async () => {
    const { cookie } = server.ours;
    const deep = `{"name":${'['.repeat(70)}${']'.repeat(70)}}`;
    expect(await call('apiKeys.create', deep, { cookie }).then(({ status, text }) => [status, codeOf(text)])).toEqual([
      400,
      'VALIDATION',
    ]);
    const batch = await call('apiKeys.create,apiKeys.create?batch=1', deep, { cookie });
    expect([batch.status, JSON.parse(batch.text)]).toMatchObject([
      400,
      [{ error: { data: { appCode: 'VALIDATION' } } }, {}],
    ]);
    const wide = `{"a":[${'{},'.repeat(1_000_000)}1]}`;
    expect(await call('blog.publishNow', wide, { cookie }).then(({ status, text }) => [status, codeOf(text)])).toEqual([
      400,
      'VALIDATION',
    ]);
    expect((await call('apiKeys.create', 'x', { cookie, headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });

  it('goes with at most 49 others', async () => {
    const { cookie } = server.ours;
    const batch = (calls: number) =>
      server.fetch('GET', `/api/trpc/${Array.from({ length: calls }, () => 'whoami.get').join(',')}?batch=1&input={}`, {
        headers: { cookie },
      });
    expect((await batch(51)).status).toBe(400);
    expect((await batch(50)).status).not.toBe(400);
  });
});

describe('a body for a page', () => {
  let pages: http.Server;
  let baseUrl: string;
  beforeAll(async () => {
    pages = http.createServer((request, response) => {
      if (!refuseLargeBody(request, response)) request.resume().on('end', () => response.end('page'));
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  });
  afterAll(() => void pages.close());

  const post = (headers: Record<string, string>, body: string) =>
    rawHttp(baseUrl, rawText('POST', '/api/auth/callback/credentials', headers, body));

  it('has at most 64 KB and says how much', async () => {
    expect((await post({ 'content-length': '5' }, 'a=b&c')).status).toBe(200);
    expect((await post({ 'content-length': String(64 * KIB) }, 'x'.repeat(64 * KIB))).status).toBe(200);
    expect((await post({ 'content-length': String(64 * KIB + 1) }, 'x')).status).toBe(413);
    expect((await post({ 'transfer-encoding': 'chunked' }, '1\r\nx\r\n0\r\n\r\n')).status).toBe(411);
  });
});
