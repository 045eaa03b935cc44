/** What no browser sends, at addresses of pages and of sign-in: refused or answered, never a 500, never left without an answer. */
import { connect } from 'node:net';
import { rawHttp, rawText } from '@/server/testing/raw-http';
import { test } from './support/signed-in';
import { expect } from './support/test';

/** Where the raw bytes go: by number, because a raw socket tries no second address of a name. */
const serverOf = (baseURL: string | undefined): string => (baseURL ?? '').replace('localhost', '127.0.0.1');

const LONG = 12_000;

const TARGETS = [
  '*',
  'example.com:443',
  '?a=b',
  'foo/bar',
  'ftp://x/',
  'javascript:alert(1)',
  'http://',
  'http://[',
  'http://x:99999/',
  'http://x:y@z/',
  'https://evil.example/contacts',
  'http://x//y',
  '//',
  '///',
  '//evil.example/..',
  '/\\evil',
  '/%',
  '/%00',
  '/%zz',
  '/%ff',
  '/%c0%af',
  '/..%2f..%2fetc',
  '/../../etc/passwd',
  '/?a=%',
  '/?%00',
  '/#a',
  '/_next/..%2f',
  '/_next/static/%',
  '/_next/static/%00',
  '/_next/image?url=%00&w=64&q=75',
  '/_next/image?url=%252F&w=1e9&q=-1',
  '/_next/data/%/x.json',
  '/_next/hmr',
  '/_error',
  '/_not-found',
  '/_global-error',
  '/_global%2Derror',
  '/_global-error/',
  '/_global-error.rsc',
  '/500',
  '/.env',
  '/contacts.rsc',
  '/contacts.segments/%.segment.rsc',
  '/__proto__',
  '/contacts/__proto__',
  '/contacts/%2e%2e',
  '/contacts/%5C',
  '/contacts/%0d%0aSet-Cookie:x',
  '/contacts?cursor=%ff',
  '/sign-in?callbackUrl=http://[',
  '/sign-in?callbackUrl=a&callbackUrl=b',
  '/reset-password?token=%00',
  `/${'a'.repeat(LONG)}`,
  `/${'a/'.repeat(LONG / 2)}`,
  `/?${'a=b&'.repeat(LONG / 4)}`,
  '/api',
  '/api/auth',
  '/api/auth/%',
  '/api/auth/%00',
  '/api/auth/__proto__',
  '/api/auth/callback/credentials',
  '/api/auth/callback/__proto__',
  '/api/auth/signin/__proto__',
  '/api/auth/error?error=x%0d%0ay',
  '/api/auth/error/%0d%0a',
  '/api/auth/error?error=%F0%9F%98%80',
  '/api/auth/signin?callbackUrl=::',
  '/api/auth/session?callbackUrl=x',
  '/api/auth/csrf?callbackUrl=http://[',
  '/api/auth/providers?callbackUrl=/&callbackUrl=::',
];

const METHODS = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

const HEADERS: Record<string, string>[] = [
  { Host: '' },
  { Host: '[' },
  { Host: 'a b' },
  { Host: 'x:99999' },
  { Host: '\xff' },
  { 'X-Forwarded-Host': '[' },
  { 'X-Forwarded-Proto': '://' },
  { Cookie: 'a=%; =; ;;' },
  { Cookie: 'next-auth.session-token=%ff' },
  { Cookie: 'next-auth.session-token.0=%; next-auth.session-token.x=y' },
  { Cookie: 'next-auth.callback-url=x' },
  { Cookie: 'next-auth.callback-url=http://[' },
  { Cookie: 'next-auth.csrf-token=%' },
  { Cookie: '\xff=\xff' },
  { RSC: '1', 'Next-Router-State-Tree': '%' },
  { RSC: '1', 'Next-Router-State-Tree': '["",{"children":["x",{"children":5}]},null,"refetch"]' },
  { RSC: '1', 'Next-Router-State-Tree': '%5B'.repeat(LONG / 3) },
  { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '%' },
  { 'Next-Url': '%' },
  { 'x-invoke-status': '500', 'x-invoke-output': '/_error' },
  { 'x-nextjs-data': '1', 'x-nextjs-rewrite': '%' },
  { 'Accept-Language': '__proto__, *;q=x, %' },
  { 'Accept-Encoding': 'br;q=x, *;q=' },
  { Range: 'bytes=5-1' },
  { 'User-Agent': 'x'.repeat(LONG) },
];

const BODIES: [type: string, body: string][] = [
  ['application/json', '{'],
  ['application/json', 'null'],
  ['application/json', '{"callbackUrl":"::"}'],
  ['application/json', '{"callbackUrl":5}'],
  ['application/json', '{"csrfToken":{}}'],
  ['application/json', '{"a":'.repeat(5_000)],
  ['application/x-www-form-urlencoded', 'callbackUrl=::'],
  ['application/x-www-form-urlencoded', 'a=%'],
  ['application/x-www-form-urlencoded', `a=${'b'.repeat(200_000)}`],
  ['multipart/form-data; boundary=x', '--x\r\nbroken'],
];

const SIGN_IN = ['signin/credentials', 'callback/credentials', 'signout', 'session', '_log', 'csrf'];

interface Odd {
  method: string;
  target: string;
  headers?: Record<string, string>;
  body?: string;
}

const ODD: Odd[] = [
  ...TARGETS.map((target) => ({ method: 'GET', target })),
  ...METHODS.flatMap((method) =>
    [
      '*',
      '/',
      '/contacts',
      '/nowhere',
      '/%',
      '/_next/static/x.js',
      '/api/auth/csrf',
      '/api/auth/callback/credentials',
    ].map((target) => ({ method, target })),
  ),
  ...HEADERS.flatMap((headers) =>
    ['/', '/sign-in', '/contacts', '/nowhere', '/api/auth/csrf', '/api/auth/session'].map((target) => ({
      method: 'GET',
      target,
      headers,
    })),
  ),
  ...BODIES.flatMap(([type, body]) =>
    ['/', '/contacts', ...SIGN_IN.map((name) => `/api/auth/${name}`)].map((target) => ({
      method: 'POST',
      target,
      body,
      headers: { 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)), 'Next-Action': 'x' },
    })),
  ),
];

test('what is odd is refused or answered', async ({ baseURL, context }) => {
  const session = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const failures: string[] = [];
  for (const { method, target, headers = {}, body } of ODD) {
    for (const cookie of ['', session]) {
      const cookies = [cookie, headers.Cookie ?? ''].filter((part) => part !== '').join('; ');
      const text = rawText(method, target, { ...headers, ...(cookies !== '' && { Cookie: cookies }) }, body);
      const bytes = Buffer.from('Host' in headers ? text.replace('Host: localhost\r\n', '') : text, 'latin1');
      const { status } = await rawHttp(serverOf(baseURL), bytes);
      if (status < 200 || status >= 500)
        failures.push(
          `${method} ${target.slice(0, 80)} ${JSON.stringify(headers).slice(0, 120)} ${body?.slice(0, 40) ?? ''}: ${status}`,
        );
    }
  }
  expect(failures).toEqual([]);
});

test('what is wrong with the request is a 400, and another method a 405', async ({ baseURL }) => {
  const statusOf = async (method: string, target: string, headers: Record<string, string> = {}): Promise<number> =>
    (await rawHttp(serverOf(baseURL), rawText(method, target, headers))).status;
  for (const target of [
    '*',
    'example.com:443',
    '/%',
    '/api/auth/%',
    '/api/auth/callback/credentials',
    '/api/auth/csrf?callbackUrl=::',
    '/api/auth/error?error=x%0d%0ay',
  ])
    expect([target, await statusOf('GET', target)]).toEqual([target, 400]);
  expect(await statusOf('OPTIONS', '*')).toBe(400);
  expect(await statusOf('GET', '/contacts', { RSC: '1', 'Next-Router-State-Tree': 'x' })).toBe(400);
  expect(await statusOf('POST', '/contacts')).toBe(405);
  expect(await statusOf('TRACE', '/api/auth/csrf')).toBe(405);
  expect(await statusOf('GET', '/_global-error')).toBe(404);
});

test('a broken cookie of the callback address is refused once, and then gone', async ({ request }) => {
  const broken = await request.get('/api/auth/csrf', { headers: { cookie: 'next-auth.callback-url=x' } });
  expect(broken.status()).toBe(400);
  expect(broken.headers()['set-cookie']).toMatch(/^next-auth\.callback-url=; Path=\/; Max-Age=0$/);
});

const UPGRADES = {
  'curl --http2':
    'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n',
  WebSocket:
    'Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
};
const asking = (target: string, upgrade: string): string =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`;

for (const [name, upgrade] of Object.entries(UPGRADES))
  test(`an upgrade as of ${name} is answered as if it were not asked for`, async ({ baseURL }) => {
    for (const [target, status] of [
      ['/sign-in', 200],
      ['/nowhere', 404],
      ['/_next/hmr', 404],
      ['/healthz', 200],
      ['/api/v1/whoami', 401],
    ] as const)
      expect([target, (await rawHttp(serverOf(baseURL), asking(target, upgrade))).status]).toEqual([target, status]);
    const body = '{}';
    const post = `POST /api/v1/discount-codes HTTP/1.1\r\nHost: localhost\r\n${upgrade}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n${body}`;
    expect((await rawHttp(serverOf(baseURL), post)).status).toBe(401);
  });

test('600 clients that ask for an upgrade and go away leave no descriptor behind', async ({ baseURL, request }) => {
  const { hostname, port } = new URL(serverOf(baseURL));
  const open = async (): Promise<number> =>
    Number(/^process_open_fds (\d+)$/m.exec(await (await request.get('/metrics')).text())?.[1]);
  const before = await open();
  for (let round = 0; round < 6; round++)
    await Promise.all(
      Array.from(
        { length: 100 },
        () =>
          new Promise<void>((resolve) => {
            const socket = connect(Number(port), hostname, () =>
              socket.end(asking('/healthz', UPGRADES['curl --http2'].replace(', close', ''))),
            );
            socket.on('error', () => undefined).on('close', () => resolve());
            socket.once('data', () => socket.destroy());
            socket.once('end', () => socket.destroy());
            // One that leaves before there is an answer.
            if (round % 2 === 0) socket.once('finish', () => socket.destroy());
          }),
      ),
    );
  // Other tests have a few open of their own.
  await expect.poll(open, { timeout: 30_000 }).toBeLessThan(before + 200);
});
