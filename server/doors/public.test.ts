/**
 * Public routes (docs/contract/shared.md#public-routes): CORS, OPTIONS, a weak ETag over the payload, 304, compression.
 */
import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { expectData, expectEnvelope, expectError } from '@/server/testing/http';
import { rawHttp, rawText } from '@/server/testing/raw-http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

let shop: Tenant;
let url: string;
beforeAll(async () => {
  shop = await server.makeTenant();
  url = `/api/v1/discount-codes/applicable/${shop.accountId}`;
  for (let n = 0; n < 20; n++) await makeDiscountCode(server.services.database, shop.accountId, { public: true });
});

const ask = (headers: Record<string, string> = {}, method = 'GET', path = url) =>
  server.fetch(method, path, { headers });
/** Bytes as they came, which fetch would decompress. */
const encodingOf = async (accept: string | undefined, path = url): Promise<string | undefined> =>
  (await rawHttp(server.baseUrl, rawText('GET', path, accept === undefined ? {} : { 'accept-encoding': accept })))
    .headers['content-encoding'];

describe('a public route', () => {
  it('may be read from any site, success and error alike', async () => {
    for (const path of [url, `${url}?currency=5`, '/api/v1/openapi.json'])
      expect(
        (await ask({ origin: 'https://shop.example' }, 'GET', path)).headers.get('access-control-allow-origin'),
      ).toBe('*');
  });

  it.each([() => url, () => '/api/v1/openapi.json'])(
    'answers OPTIONS without a body, with the methods that it takes',
    async (path) => {
      const answer = await ask(
        {
          origin: 'https://shop.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'if-none-match',
        },
        'OPTIONS',
        path(),
      );
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-methods')).toMatch(/GET/);
      expect(answer.headers.get('access-control-allow-headers')).toMatch(/if-none-match|\*/i);
      expect(answer.headers.get('allow')?.split(/,\s*/).sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
    },
  );

  it('has Cache-Control: public, no-cache, Vary: Accept-Encoding and a weak ETag', async () => {
    const answer = await ask();
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(answer.headers.get('etag')).toMatch(/^W\/"[\x21\x23-\x7e]+"$/);
  });

  it('keeps its ETag while the payload stays, though meta differs each time', async () => {
    const [first, second] = [await ask(), await ask()];
    expect(expectEnvelope(first).meta.requestId).not.toBe(expectEnvelope(second).meta.requestId);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await ask({ 'accept-encoding': 'gzip' })).headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('has another ETag as soon as the payload changes', async () => {
    const before = (await ask()).headers.get('etag')!;
    const { id } = await makeDiscountCode(server.services.database, shop.accountId, { public: true });
    const changed = await ask({ 'if-none-match': before });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(before);
    expectData(await server.call(shop.key, 'DELETE', `/api/v1/discount-codes/${id}`));
    const back = await ask({ 'if-none-match': before });
    expect([back.status, back.text]).toEqual([304, '']);
  });

  it.each<[string, (tag: string) => string, number]>([
    ['the tag itself', (tag) => tag, 304],
    ['the tag without W/', (tag) => tag.replace('W/', ''), 304],
    ['a list with it', (tag) => `"other", ${tag} , W/"x"`, 304],
    ['a star', () => '*', 304],
    ['another tag', () => 'W/"other"', 200],
    ['nothing', () => '', 200],
    ['the tag without quotes', (tag) => tag.replace(/W\/|"/g, ''), 200],
  ])('compares If-None-Match weakly: %s', async (_, header, status) => {
    const { headers } = await ask();
    const answer = await ask({ 'if-none-match': header(headers.get('etag')!) });
    expect(answer.status).toBe(status);
    for (const name of ['etag', 'cache-control', 'vary', 'access-control-allow-origin'])
      expect(answer.headers.get(name), name).toBe(headers.get(name));
    if (status === 304) expect(answer.text).toBe('');
  });

  it.each([
    [undefined, undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0, br;q=0', undefined],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['deflate', undefined],
    ['GZIP', 'gzip'],
  ])('is compressed as Accept-Encoding: %s lets it: %s', async (accept, expected) => {
    expect(await encodingOf(accept)).toBe(expected);
  });

  it('is the same document under every encoding', async () => {
    const plain = expectData(await ask({ 'accept-encoding': 'identity' }));
    for (const [encoding, open] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      // Not with fetch, which would decompress by itself.
      const bytes = await new Promise<Buffer>((resolve) => {
        get(server.baseUrl + url, { headers: { 'accept-encoding': encoding } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
        });
      });
      expect((JSON.parse(open(bytes).toString()) as { data: unknown }).data).toEqual(plain);
    }
  });

  it('is not compressed when it is small', async () => {
    expect(await encodingOf('br', `/api/v1/discount-codes/applicable/${server.theirs.accountId}`)).toBeUndefined();
  });

  it('is not changed by HEAD, which has the same headers', async () => {
    const [full, head] = [await ask(), await ask({}, 'HEAD')];
    for (const name of ['etag', 'cache-control', 'vary', 'access-control-allow-origin'])
      expect(head.headers.get(name)).toBe(full.headers.get(name));
    expect((await ask({ 'if-none-match': full.headers.get('etag')! }, 'HEAD')).status).toBe(304);
  });
});

describe('a route that needs credentials', () => {
  it('has neither CORS nor an ETag, and is not compressed', async () => {
    const answer = await server.call(server.ours.key, 'GET', '/api/v1/discount-codes', {
      headers: { origin: 'https://evil.example', 'accept-encoding': 'gzip' },
    });
    expectData(answer);
    for (const name of ['access-control-allow-origin', 'etag', 'content-encoding'])
      expect(answer.headers.get(name)).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('takes no OPTIONS', async () => {
    const answer = await ask(
      { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      'OPTIONS',
      '/api/v1/discount-codes',
    );
    expectError(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('openapi.json', () => {
  it('is bare, cacheable, and 304 when it has not changed', async () => {
    const answer = await ask({}, 'GET', '/api/v1/openapi.json');
    expect(Object.keys(JSON.parse(answer.text) as object)).toContain('paths');
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    const tag = answer.headers.get('etag');
    expect(tag).toMatch(/^W\//);
    expect((await ask({ 'if-none-match': tag! }, 'GET', '/api/v1/openapi.json')).status).toBe(304);
  });

  it('is compressed when that is accepted', async () => {
    expect(await encodingOf('gzip', '/api/v1/openapi.json')).toBe('gzip');
  });
});
