/** Uploads to our own disk (docs/contract/uploads.md): signing, taking, showing. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { expectData, expectError, trpc } from '@/server/testing/http';
import { rawHttp, rawText } from '@/server/testing/raw-http';
import { useServer } from '@/server/testing/server';
import { setClockOffset } from '@/server/platform/lib/clock';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'laris-uploads-'));
writeFileSync(path.join(dataDir, 'secrets.json'), 'not for you');
const server = useServer({ DATA_DIR: dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const SIGN = '/api/v1/uploads/sign-merchant';
const filled = (head: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(head as string, 'latin1'), Buffer.from('…the rest of the picture')]);
const IMAGES = {
  'image/png': filled('\x89PNG\r\n\x1a\n'),
  'image/jpeg': filled('\xff\xd8\xff\xe0'),
  'image/gif': filled('GIF89a'),
  'image/webp': filled('RIFF\x10\0\0\0WEBP'),
  'image/avif': filled('\0\0\0\x18ftypmif1\0\0\0\0avif'),
} as const;
const PNG = IMAGES['image/png'];

interface Signed {
  url: string;
  publicUrl: string;
  key: string;
  headers: Record<string, string>;
  expiresAt: string;
}
const sign = async (contentType = 'image/png', size: number = PNG.length): Promise<Signed> =>
  expectData(await server.call(server.ours.key, 'POST', SIGN, { body: { kind: 'compose-asset', contentType, size } }));
/** Addresses say BASE_URL; the test's server listens elsewhere. */
const local = (url: string): string => url.slice(server.services.settings.baseUrl.length);
const put = (signed: Signed, body: Buffer, headers: Record<string, string> = signed.headers) =>
  server.fetch('PUT', local(signed.url), { body, headers });
const get = (signed: Signed, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.baseUrl + local(signed.publicUrl), { method, headers });
const stored = async (bytes = PNG): Promise<Signed> => {
  const signed = await sign('image/png', bytes.length);
  expect((await put(signed, bytes)).status).toBe(200);
  return signed;
};
const kept = (): string[] =>
  readdirSync(path.join(dataDir, 'uploads'), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );

describe('POST /uploads/sign-merchant', () => {
  it('answers with an address, a key that nobody guesses, and 15 minutes', async () => {
    const signed = await sign();
    expect(Object.keys(signed).sort()).toEqual(['expiresAt', 'headers', 'key', 'publicUrl', 'url']);
    expect(signed.key).toMatch(new RegExp(`^${server.ours.accountId}/[0-9a-f]{40}\\.png$`));
    expect(signed.publicUrl).toBe(`${server.services.settings.baseUrl}/uploads/${signed.key}`);
    expect(signed.headers).toEqual({ 'content-type': 'image/png' });
    expect(Math.abs(Date.parse(signed.expiresAt) - Date.now() - 15 * 60_000)).toBeLessThan(5_000);
    expect((await sign()).key).not.toBe(signed.key);
    expect(await server.services.database.prisma.upload.findFirst({ where: { key: signed.key } })).toMatchObject({
      accountId: server.ours.accountId,
      kind: 'compose-asset',
      contentType: 'image/png',
      size: PNG.length,
      storedAt: null,
    });
  });

  it.each(['compose-asset', 'merchant-logo'])('takes the kind %s', async (kind) => {
    const body = { kind, contentType: 'image/png', size: 1 };
    const { key } = expectData(await server.call(server.ours.key, 'POST', SIGN, { body }));
    expect(await server.services.database.prisma.upload.findFirst({ where: { key } })).toMatchObject({ kind });
  });

  it.each([
    [{ contentType: 'image/png', size: 1 }, 'kind'],
    [{ kind: '', contentType: 'image/png', size: 1 }, 'kind'],
    [{ kind: 'template', contentType: 'image/png', size: 1 }, 'kind'],
    [{ kind: 'Compose-Asset', contentType: 'image/png', size: 1 }, 'kind'],
    [{ kind: 'merchant-logo ', contentType: 'image/png', size: 1 }, 'kind'],
    [{ kind: ['compose-asset'], contentType: 'image/png', size: 1 }, 'kind'],
    [{ kind: 'compose-asset', size: 1 }, 'contentType'],
    [{ kind: 'compose-asset', contentType: 'image/svg+xml', size: 1 }, 'contentType'],
    [{ kind: 'compose-asset', contentType: 'text/html', size: 1 }, 'contentType'],
    [{ kind: 'compose-asset', contentType: 'image/png' }, 'size'],
    [{ kind: 'compose-asset', contentType: 'image/png', size: 0 }, 'size'],
    [{ kind: 'compose-asset', contentType: 'image/png', size: 1.5 }, 'size'],
    [{ kind: 'compose-asset', contentType: 'image/png', size: 10 * 1024 * 1024 + 1 }, 'size'],
  ])('refuses %j at %s', async (body, field) => {
    const { details } = expectError(await server.call(server.ours.key, 'POST', SIGN, { body }), 400, 'VALIDATION');
    expect(details.issues[0].path).toBe(field);
  });

  it("tells the dashboard where ours are, and nothing of the neighbour's", async () => {
    const { key, publicUrl } = await sign();
    const ask = (cookie: string) => trpc(server, 'query', 'uploads.get', { key }, { cookie });
    expect((await ask(server.ours.cookie)).data).toEqual({
      key,
      publicUrl,
      contentType: 'image/png',
      size: PNG.length,
    });
    expect(await ask(server.theirs.cookie)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('needs a workspace', async () => {
    expectError(
      await server.fetch('POST', SIGN, { body: { kind: 'compose-asset', contentType: 'image/png', size: 1 } }),
      401,
      'UNAUTHENTICATED',
    );
    expectError(
      await server.call(server.platform, 'POST', SIGN, {
        body: { kind: 'compose-asset', contentType: 'image/png', size: 1 },
      }),
      403,
      'NO_ACCOUNT',
    );
  });
});

describe('PUT to the address', () => {
  it.each(Object.entries(IMAGES))('takes %s, and shows it to anybody', async (type, bytes) => {
    const signed = await sign(type, bytes.length);
    expect((await put(signed, bytes)).status).toBe(200);
    const shown = await get(signed);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe(type);
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
    expect(await server.services.database.prisma.upload.findFirst({ where: { key: signed.key } })).toMatchObject({
      storedAt: expect.any(Date),
    });
  });

  it('takes 10 MiB', async () => {
    const bytes = Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024 - PNG.length)]);
    const signed = await stored(bytes);
    expect((await get(signed, {}, 'HEAD')).headers.get('content-length')).toBe(String(bytes.length));
  });

  it('refuses another type, another length and bytes of another kind', async () => {
    const signed = await sign();
    expectError(await put(signed, PNG, { 'content-type': 'image/gif' }), 400, 'VALIDATION');
    expectError(await put(signed, PNG, { 'content-type': 'text/html' }), 400, 'VALIDATION');
    expectError(await put(signed, Buffer.concat([PNG, PNG])), 400, 'VALIDATION');
    expectError(await put(signed, PNG.subarray(0, 20)), 400, 'VALIDATION');
    const html = Buffer.from('<script>alert(1)</script>'.padEnd(PNG.length).slice(0, PNG.length));
    expectError(await put(signed, html), 400, 'VALIDATION');
    expectError(await put(signed, IMAGES['image/gif'].subarray(0, PNG.length)), 400, 'VALIDATION');
    expect((await get(signed)).status).toBe(404);
    expect((await put(signed, PNG)).status).toBe(200);
  });

  it('refuses a body without a length', async () => {
    const signed = await sign();
    const answer = await rawHttp(
      server.baseUrl,
      rawText(
        'PUT',
        local(signed.url),
        { 'content-type': 'image/png', 'transfer-encoding': 'chunked' },
        `4\r\n${'x'.repeat(4)}\r\n0\r\n\r\n`,
      ),
    );
    expectError(answer, 400, 'VALIDATION');
  });

  it('answers before it has read what nobody signed', async () => {
    const answer = await rawHttp(
      server.baseUrl,
      rawText(
        'PUT',
        '/uploads/c1/x.png',
        { 'content-type': 'image/png', 'content-length': '10000000' },
        'only the beginning',
      ),
    );
    expectError(answer, 403, 'FORBIDDEN');
  });

  it('refuses what is over', async () => {
    const signed = await sign();
    try {
      setClockOffset(15 * 60_000 + 1_000);
      expectError(await put(signed, PNG), 403, 'FORBIDDEN');
    } finally {
      setClockOffset(0);
    }
    expect((await put(signed, PNG)).status).toBe(200);
  });

  it('refuses a signature that is not for exactly this', async () => {
    const [signed, other] = [await sign(), await sign()];
    const changed = (change: (query: URLSearchParams) => void): Signed => {
      const url = new URL(signed.url);
      change(url.searchParams);
      return { ...signed, url: url.href };
    };
    const wrong = [
      { ...signed, url: signed.url.replace(signed.key, other.key) },
      { ...signed, url: signed.url.replace(server.ours.accountId, server.theirs.accountId) },
      changed((query) => query.set('type', 'image/gif')),
      changed((query) => query.set('size', '1')),
      changed((query) => query.set('expires', '99999999999')),
      changed((query) => query.set('signature', 'f'.repeat(64))),
      changed((query) => query.set('signature', '')),
      changed((query) => query.delete('signature')),
      changed((query) => query.append('signature', query.get('signature')!)),
      { ...signed, url: signed.url.replace(/\?.*/, '') },
    ];
    for (const each of wrong) expectError(await put(each, PNG), 403, 'FORBIDDEN');
    expect((await get(signed)).status).toBe(404);
  });

  it('may be repeated with the same bytes, and never replaces a file', async () => {
    const signed = await stored();
    expect((await put(signed, PNG)).status).toBe(200);
    const other = Buffer.from(PNG);
    other[other.length - 1] = 0;
    expectError(await put(signed, other), 409, 'BAD_STATE');
    expect(Buffer.from(await (await get(signed)).arrayBuffer()).equals(PNG)).toBe(true);
  });

  it('stores one file when many come at once, and leaves nothing half-written', async () => {
    const signed = await sign();
    const bodies = Array.from({ length: 8 }, (_, index) => {
      const bytes = Buffer.from(PNG);
      bytes[bytes.length - 1] = index;
      return bytes;
    });
    const before = kept().length;
    const answers = await Promise.all(bodies.map((bytes) => put(signed, bytes)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect(kept()).toHaveLength(before + 1);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(Buffer.from(await (await get(signed)).arrayBuffer()).equals(bodies[winner]!)).toBe(true);
  });
});

describe('GET of a file', () => {
  it('can be kept for ever and run nowhere', async () => {
    const { headers } = await get(await stored());
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; sandbox");
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('answers HEAD, 304, ranges and 416', async () => {
    const signed = await stored();
    const head = await get(signed, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(PNG.length), '']);
    const tag = head.headers.get('etag')!;
    for (const known of [tag, `"x", ${tag}`, `W/${tag}`, '*'])
      expect((await get(signed, { 'if-none-match': known })).status).toBe(304);
    expect((await get(signed, { 'if-none-match': '"x"' })).status).toBe(200);
    const range = async (value: string, more: Record<string, string> = {}) => {
      const answer = await get(signed, { range: value, ...more });
      return [answer.status, answer.headers.get('content-range'), Buffer.from(await answer.arrayBuffer()).length];
    };
    const size = PNG.length;
    expect(await range('bytes=0-3')).toEqual([206, `bytes 0-3/${size}`, 4]);
    expect(await range('bytes=4-')).toEqual([206, `bytes 4-${size - 1}/${size}`, size - 4]);
    expect(await range('bytes=-4')).toEqual([206, `bytes ${size - 4}-${size - 1}/${size}`, 4]);
    expect(await range('bytes=0-999999')).toEqual([206, `bytes 0-${size - 1}/${size}`, size]);
    expect(await range(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, 0]);
    expect(await range('bytes=0-1,3-4')).toEqual([200, null, size]);
    expect(await range('bytes=5-2')).toEqual([200, null, size]);
    expect(await range('lines=1-2')).toEqual([200, null, size]);
    expect(await range('bytes=0-3', { 'if-range': '"x"' })).toEqual([200, null, size]);
    expect(await range('bytes=0-3', { 'if-range': tag })).toEqual([206, `bytes 0-3/${size}`, 4]);
  });

  it.each([
    '/uploads/../secrets.json',
    '/uploads/..%2fsecrets.json',
    '/uploads/%2e%2e/secrets.json',
    '/uploads/x/..%2f..%2fsecrets.json',
    '/uploads/x/%2e%2e%2f%2e%2e%2fsecrets.json',
    '/uploads/..%5c..%5csecrets.json/x',
    '/uploads/.incoming/x',
    '/uploads//etc/passwd',
    '/uploads/x/secrets.json%00.png',
    '/uploads/c1/0000000000000000000000000000000000000000.png',
    '/uploads/c1/0000000000000000000000000000000000000000.html',
    '/uploads/',
    '/uploads',
  ])('answers 404 to %s', async (target) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await rawHttp(server.baseUrl, rawText(method, target));
      expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store']);
      expect(answer.text).not.toContain('not for you');
    }
  });

  it('lets pages of other origins put and read', async () => {
    const signed = await sign();
    const preflight = await fetch(server.baseUrl + local(signed.url).split('?')[0]!, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([
      preflight.status,
      preflight.headers.get('access-control-allow-origin'),
      preflight.headers.get('access-control-allow-headers'),
    ]).toEqual([204, '*', 'content-type']);
    const answer = await put(signed, PNG, { ...signed.headers, origin: 'https://shop.example' });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect((await get(signed)).headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('/email-frame', () => {
  it('is an empty document under which an e-mail can show styles and images, and nothing can run', async () => {
    const answer = await server.fetch('GET', '/email-frame');
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy')!;
    for (const part of [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src http: https: data:',
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-same-origin',
    ])
      expect(policy).toContain(part);
    expect(policy).not.toContain('allow-scripts');
    expect(policy).not.toContain('script-src');
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(answer.text).toContain('<body></body>');
  });
});

describe('the library', () => {
  interface Image {
    key: string;
    name: string | null;
  }
  interface Page {
    items: Image[];
    total: number;
    nextCursor: string | null;
    hasMore: boolean;
  }
  const mutate = (path: string, input: unknown, { cookie } = server.ours) =>
    trpc(server, 'mutation', `uploads.${path}`, input, { cookie });
  const page = async (input: object, { cookie } = server.ours): Promise<Page> =>
    (await trpc(server, 'query', 'uploads.library', input, { cookie })).data as Page;
  const keys = async (input: object): Promise<string[]> => (await page(input)).items.map(({ key }) => key);
  const storedAs = async (name?: string, kind = 'compose-asset'): Promise<string> => {
    const body = { kind, contentType: 'image/png', size: PNG.length, ...(name !== undefined && { name }) };
    const signed: Signed = expectData(await server.call(server.ours.key, 'POST', SIGN, { body }));
    expect((await put(signed, PNG)).status).toBe(200);
    return signed.key;
  };

  it('has what was stored, newest first, in pages that lose and repeat nothing', async () => {
    const word = `rak${Date.now()}`;
    const made: string[] = [];
    for (let place = 0; place < 5; place++) made.unshift(await storedAs(`${word} ${place}.png`));
    expect(await keys({ q: word })).toEqual(made);
    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, nextCursor, total, hasMore } = await page({ q: word, limit: 2, cursor });
      expect(total).toBe(5);
      expect(hasMore).toBe(nextCursor !== null);
      walked.push(...items.map(({ key }) => key));
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(walked).toEqual(made);
  });

  it('leaves out what never came, logos, and what the neighbour has', async () => {
    const word = `kebun${Date.now()}`;
    const kept = await storedAs(`Pagi di ${word}.png`);
    await storedAs(`Logo ${word}.png`, 'merchant-logo');
    await server.call(server.ours.key, 'POST', SIGN, {
      body: { kind: 'compose-asset', contentType: 'image/png', size: 9, name: `${word}.png` },
    });
    expect(await keys({ q: word.toUpperCase() })).toEqual([kept]);
    expect((await page({ q: word }, server.theirs)).items).toEqual([]);
  });

  it('shows a picture without a name where nobody searches', async () => {
    const key = await storedAs();
    expect((await page({})).items[0]).toMatchObject({ key, name: null, publicUrl: expect.stringContaining(key) });
  });

  it('gives another name, takes out and takes back, and the image is shown all the while', async () => {
    const word = `senja${Date.now()}`;
    const key = await storedAs('lama.png');
    expect((await mutate('rename', { key, name: word })).status).toBe(200);
    expect(await keys({ q: word })).toEqual([key]);
    expect((await mutate('archive', { key })).status).toBe(200);
    expect(await keys({ q: word })).toEqual([]);
    expect((await fetch(`${server.baseUrl}/uploads/${key}`)).status).toBe(200);
    expect((await mutate('unarchive', { key })).status).toBe(200);
    expect(await keys({ q: word })).toEqual([key]);
    for (const act of ['archive', 'unarchive'])
      expect(await mutate(act, { key }, server.theirs)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await mutate('rename', { key, name: 'x' }, server.theirs)).toMatchObject({ status: 404 });
    expect(await keys({ q: word })).toEqual([key]);
  });
});
