/**
 * What is not a well-formed request (docs/contract/shared.md#bodies): an envelope or a closed connection, never a 500,
 * never a hang.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { answerBrokenRequest } from '@/server/doors/refuse';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectEnvelope, expectError } from '@/server/testing/http';
import { rawHttp, rawText, type RawAnswer } from '@/server/testing/raw-http';
import { useServer } from '@/server/testing/server';
import { signedHeaders } from '@/server/testing/sign';

const server = useServer();

const CODES = '/api/v1/discount-codes';
const create = (body: string | Buffer) => server.call(server.ours.key, 'POST', CODES, { body });
/** Signed over exactly what is sent, with the headers given and no others. */
const post = (body: string, headers: Record<string, string>, method = 'POST', url = CODES): Promise<RawAnswer> =>
  rawHttp(
    server.baseUrl,
    rawText(
      method,
      url,
      {
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
        ...signedHeaders(server.ours.key, { method, url, body }),
      },
      body,
    ),
  );
/** Alive and well: what came before did no harm. */
const stillServes = async (): Promise<void> =>
  void expectData(await server.call(server.ours.key, 'GET', '/api/v1/whoami'));

describe('a body', () => {
  it.each([
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1}{"b":2}',
    '{"a":1}x',
    'undefined',
    'NaN',
    '{"value":NaN}',
    '{"value":01}',
    '   ',
    '\ufeff{}',
    '{"code":"a\nb"}',
    '{"code":"\\x"}',
    '<xml/>',
    'a=1&b=2',
    '\0',
  ])('that is the malformed JSON %j is 400 VALIDATION', async (body) => {
    expectError(await create(body), 400, 'VALIDATION');
  });

  it.each(['null', '[]', '[{}]', '"text"', '5', '-0', 'true', '""'])(
    'that is %s, no object, is 400 VALIDATION',
    async (body) => {
      expectError(await create(body), 400, 'VALIDATION');
    },
  );

  it.each([
    [Buffer.from([0xff])],
    [Buffer.from([0xc3, 0x28])],
    [Buffer.from('{"code":"x"}', 'utf16le')],
    [Buffer.concat([Buffer.from('{"code":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')])],
  ])('that is not UTF-8 is 400 VALIDATION: %j', async (body) => {
    expectError(await create(body), 400, 'VALIDATION');
  });

  it('that is absent counts as an empty object', async () => {
    const error = expectError(await post('', {}), 400, 'VALIDATION');
    expect(error.details.issues.map((issue: { path: string }) => issue.path)).toContain('code');
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
    'application/json ; charset=utf-8',
  ])('may say it is %s', async (type) => {
    const body = JSON.stringify({ code: unique('T'), type: 'percent', value: 1, currency: 'IDR' });
    expect((await post(body, { 'content-type': type })).status).toBe(201);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/octet-stream',
    'json',
    'application/',
    '/',
    ';',
    '*/*',
    'garbage garbage',
    `x/${'y'.repeat(2_000)}`,
  ])('that says it is %s is 415 for whom it may be, and 401 before that', async (type) => {
    const body = '{"name":"x"}';
    expectError(await post(body, { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    const anonymous = rawText('POST', CODES, { 'content-type': type, 'content-length': String(body.length) }, body);
    expectError(await rawHttp(server.baseUrl, anonymous), 401, 'UNAUTHENTICATED');
  });

  it.each(['POST', 'PATCH', 'DELETE'])('of a %s without a content type is 415', async (method) => {
    expectError(
      await post('{"value":5}', {}, method, method === 'POST' ? CODES : `${CODES}/cx`),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });

  it('that nests a hundred thousand deep is 400 VALIDATION, as an unknown key or in place of a field', async () => {
    const deep = (open: string, close: string): string => open.repeat(100_000) + close.repeat(100_000);
    const rest = `"code":"${unique('D')}","type":"percent","value":1,"currency":"IDR"`;
    for (const nested of [deep('[', ']'), `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`]) {
      expectError(await create(`{"description":${nested}}`), 400, 'VALIDATION');
      expectError(await create(nested), 400, 'VALIDATION');
    }
    expectError(await create(`{"x":${deep('[', ']')},${rest}}`), 400, 'VALIDATION');
    // An unknown key may nest as deep as any valid one, and is ignored.
    expectData(await create(`{"x":${'['.repeat(60)}${']'.repeat(60)},${rest}}`), 201);
  });

  it('cannot reach the prototype of anything', async () => {
    const body = `{"__proto__":{"active":false,"polluted":1},"constructor":{"prototype":{"polluted":1}},"code":"${unique('P')}","type":"percent","value":1,"currency":"IDR"}`;
    expect(expectData(await create(body), 201).active).toBe(true);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('may hold a key __proto__ at any level of free-form JSON, which is dropped', async () => {
    const content = '{"email":{"subject":"Halo","__proto__":null},"__proto__":{"x":1}}';
    const body = `{"name":"${unique('b')}","providers":["email_p1"],"content":${content},"audience":{"type":"all"}}`;
    const { id } = expectData(await server.call(server.ours.key, 'POST', '/api/v1/broadcasts', { body }), 201);
    const saved = expectData(await server.call(server.ours.key, 'GET', `/api/v1/broadcasts/${String(id)}`));
    expect(JSON.stringify(saved.content)).toBe('{"email":{"subject":"Halo"}}');
  });

  it('may name a key twice; the last one counts, as JSON.parse has it', async () => {
    expect(
      expectData(await create(`{"code":"${unique('K')}","value":0,"value":7,"type":"percent","currency":"IDR"}`), 201)
        .value,
    ).toBe(7);
  });

  it.each([
    '1e400',
    '-1e400',
    '1e308',
    '9007199254740993',
    '123456789012345678901234567890',
    '-9223372036854775809',
    '0.1e-400',
  ])('with the number %s is refused with a 400', async (number) => {
    const answer = await create(`{"code":"${unique('N')}","type":"fixed","value":${number},"currency":"IDR"}`);
    expect([400, 'INVALID_VALUE VALIDATION'.includes(expectEnvelope(answer).error?.code ?? '-')]).toEqual([
      answer.status,
      true,
    ]);
  });

  it('of 10 MiB is taken, and one byte more is 413 PAYLOAD_TOO_LARGE, signed or not, with and without Content-Length', async () => {
    const limit = 10 * 1024 * 1024;
    expectError(await create(Buffer.alloc(limit, 0x20)), 400, 'VALIDATION');
    expectError(await create(Buffer.alloc(limit + 1, 0x20)), 413, 'PAYLOAD_TOO_LARGE');
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    const chunked = Buffer.concat([
      Buffer.from(rawText('POST', CODES, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })),
      ...Array.from({ length: 11 }, () => Buffer.concat([Buffer.from('100000\r\n'), chunk, Buffer.from('\r\n')])),
      Buffer.from('0\r\n\r\n'),
    ]);
    const answer = await rawHttp(server.baseUrl, chunked);
    // A client that is still writing may see the connection close before it reads the answer.
    if (answer.status !== 0) expectError(answer, 413, 'PAYLOAD_TOO_LARGE');
    await stillServes();
  });

  it('in chunks without Content-Length is read and signed like any other', async () => {
    const body = JSON.stringify({ code: unique('Chunk'), type: 'percent', value: 1, currency: 'IDR' });
    const headers = {
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
      ...signedHeaders(server.ours.key, { method: 'POST', url: CODES, body }),
    };
    const pieces = [body.slice(0, 9), body.slice(9)]
      .map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
      .join('');
    expect((await rawHttp(server.baseUrl, rawText('POST', CODES, headers, `${pieces}0\r\n\r\n`))).status).toBe(201);
  });
});

describe('bytes on the wire', () => {
  const HOST = 'Host: localhost\r\n';
  const END = 'Connection: close\r\n\r\n';

  const cases: [string, string | Buffer, { end?: boolean }?][] = [
    ['garbage', 'hello?\r\n\r\n'],
    ['binary garbage', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0a])],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', `BREW /api/v1/whoami HTTP/1.1\r\n${HOST}${END}`],
    ['a method in lower case', `get /api/v1/whoami HTTP/1.1\r\n${HOST}${END}`],
    ['no version', `GET /api/v1/whoami\r\n${HOST}${END}`],
    ['a version to come', `GET /api/v1/whoami HTTP/9.9\r\n${HOST}${END}`],
    ['no Host', `GET /api/v1/whoami HTTP/1.1\r\n${END}`],
    ['a blank in the path', `GET /api/v1/who ami HTTP/1.1\r\n${HOST}${END}`],
    ['a raw byte in the path', Buffer.from(`GET /api/v1/discount-codes/\xff HTTP/1.1\r\n${HOST}${END}`, 'latin1')],
    ['NUL in the path', `GET /api/v1/\0 HTTP/1.1\r\n${HOST}${END}`],
    ['a header without a colon', `GET /api/v1/whoami HTTP/1.1\r\n${HOST}nonsense\r\n${END}`],
    ['NUL in a header', `GET /api/v1/whoami HTTP/1.1\r\n${HOST}x: a\0b\r\n${END}`],
    ['a folded header', `GET /api/v1/whoami HTTP/1.1\r\n${HOST}x: a\r\n b\r\n${END}`],
    ['headers of 100 KB', `GET /api/v1/whoami HTTP/1.1\r\n${HOST}x: ${'y'.repeat(100_000)}\r\n${END}`],
    [
      '10,000 headers',
      `GET /api/v1/whoami HTTP/1.1\r\n${HOST}${Array.from({ length: 10_000 }, (_, n) => `x${n}: y\r\n`).join('')}${END}`,
    ],
    ['a path of 100 KB', `GET /api/v1/${'x'.repeat(100_000)} HTTP/1.1\r\n${HOST}${END}`],
    ['a Content-Length in words', `POST ${CODES} HTTP/1.1\r\n${HOST}Content-Length: many\r\n${END}{}`],
    ['a negative Content-Length', `POST ${CODES} HTTP/1.1\r\n${HOST}Content-Length: -1\r\n${END}{}`],
    ['two lengths', `POST ${CODES} HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n${END}{}`],
    [
      'a length and chunks',
      `POST ${CODES} HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n${END}0\r\n\r\n`,
    ],
    [
      'a chunk whose size is nonsense',
      `POST ${CODES} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n${END}zz\r\n{}\r\n0\r\n\r\n`,
    ],
    ['an unknown transfer coding', `POST ${CODES} HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n${END}{}`],
    [
      'a body that ends before its length',
      `POST ${CODES} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 100\r\n${END}{"a"`,
      { end: true },
    ],
    [
      'chunks that end before the last',
      `POST ${CODES} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n${END}5\r\n{"a"`,
      { end: true },
    ],
    ['half a request', `GET /api/v1/whoa`, { end: true }],
    ['nothing at all', '', { end: true }],
    [
      'an expectation nobody can meet',
      `POST ${CODES} HTTP/1.1\r\n${HOST}Expect: miracles\r\nContent-Length: 2\r\n${END}{}`,
    ],
    ['a CONNECT', `CONNECT example.test:443 HTTP/1.1\r\nHost: example.test:443\r\n${END}`],
    ['an upgrade', `GET /api/v1/whoami HTTP/1.1\r\n${HOST}Upgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n`],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}${END}`],
    ['HTTP/1.0', `GET /api/v1/whoami HTTP/1.0\r\n\r\n`],
    ['an answer instead of a request', 'HTTP/1.1 200 OK\r\n\r\n'],
  ];

  it.each(cases)('%s get the envelope or a closed connection', async (_, bytes, options) => {
    const answer = await rawHttp(server.baseUrl, bytes, options);
    if (answer.status !== 0) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expectEnvelope(answer);
    }
    await stillServes();
  });

  it('a second request after garbage in the same connection is not served', async () => {
    const good = `GET /api/v1/openapi.json HTTP/1.1\r\n${HOST}\r\n`;
    const answer = await rawHttp(server.baseUrl, `garbage\r\n\r\n${good}`);
    expect(answer.text).not.toContain('openapi');
  });

  it.each([
    ['headers', 'GET /api/v1/whoami HTTP/1.1\r\nHo'],
    ['a body', `POST ${CODES} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a"`],
  ])('%s that do not end in time get 408 REQUEST_TIMEOUT', async (_, bytes) => {
    // The service's own times are 15 and 60 seconds; Node's errors are the same.
    const impatient = createServer({ headersTimeout: 40, requestTimeout: 40, connectionsCheckingInterval: 10 });
    impatient.on('clientError', answerBrokenRequest);
    await new Promise<void>((resolve) => void impatient.listen(0, '127.0.0.1', resolve));
    const { port } = impatient.address() as AddressInfo;
    expectError(await rawHttp(`http://127.0.0.1:${port}`, bytes), 408, 'REQUEST_TIMEOUT');
    impatient.close();
  });

  it('Expect: 100-continue is answered and then served', async () => {
    const body = JSON.stringify({ code: unique('E'), type: 'percent', value: 1, currency: 'IDR' });
    const answer = await post(body, { 'content-type': 'application/json', expect: '100-continue' });
    expect(`${answer.status} ${answer.text}`).toMatch(/201/);
  });
});
