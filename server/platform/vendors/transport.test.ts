/** The transport against local servers: what was surely not sent, what may have been, and what the guard lets through. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import {
  NotSentError,
  OutcomeUnknownError,
  type VendorAnswer,
  type VendorRequest,
} from '@/server/platform/vendors/provider';
import type { Lookup } from '@/server/platform/vendors/lookup';
import { createTransport, type TransportOptions } from '@/server/platform/vendors/transport';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

/** A plain server that speaks HTTP by hand; counts its connections. */
async function tcp(
  onRequest: (socket: Socket, text: string, count: number) => void,
): Promise<{ port: number; sockets: Socket[]; requests: () => number }> {
  const sockets: Socket[] = [];
  let requests = 0;
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).on('data', (chunk) => onRequest(socket, chunk.toString('latin1'), ++requests));
  });
  const port = await listening(server);
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port, sockets, requests: () => requests };
}

async function http(
  handler: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<number> {
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => handler(request, response, Buffer.concat(chunks).toString()));
  });
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return listening(server);
}

function transport(options?: TransportOptions): ReturnType<typeof createTransport> {
  const made = createTransport(options);
  open.push(() => made.close());
  return made;
}

const post = (url: string, body = '{"a":1}'): VendorRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', authorization: 'Bearer secret-token' },
  body,
});
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const error = async (promise: Promise<unknown>): Promise<Error> => {
  try {
    await promise;
  } catch (thrown) {
    return thrown as Error;
  }
  throw new Error('It should have failed.');
};

describe('request', () => {
  it('sends what it is given and hands back what came', async () => {
    const seen: string[] = [];
    const port = await http((request, response, body) => {
      seen.push(
        `${request.method} ${request.url} ${request.headers.authorization} ${request.headers['content-length']} ${body}`,
      );
      response.writeHead(422, { 'X-Words': 'No', 'Set-Cookie': ['a=1', 'b=2'] }).end('{"ü":1}');
    });
    const answer = await transport().request(post(`http://127.0.0.1:${port}/v1/a%2Fb?x=1#y`));
    expect(seen).toEqual(['POST /v1/a%2Fb?x=1 Bearer secret-token 7 {"a":1}']);
    expect(answer).toMatchObject({
      status: 422,
      body: '{"ü":1}',
      headers: { 'x-words': 'No', 'set-cookie': 'a=1, b=2' },
    });
  });

  it('follows no redirect, and takes an interim answer for none', async () => {
    const { port } = await tcp((socket) =>
      socket.write(
        'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 307 Go\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n',
      ),
    );
    expect(await transport().request(post(`http://127.0.0.1:${port}/`))).toMatchObject({
      status: 307,
      headers: { location: '/b' },
    });
  });

  it('reads at most 1 MiB of an answer', async () => {
    const port = await http((_, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    const answer = await transport().request(post(`http://127.0.0.1:${port}/`));
    expect([answer.status, answer.body.length]).toEqual([200, 1024 * 1024]);
  });

  it('keeps a connection for the next request', async () => {
    const { port, sockets } = await tcp((socket) => socket.write(OK));
    const out = transport();
    for (let n = 0; n < 20; n++) await out.request(post(`http://127.0.0.1:${port}/`));
    // A second one, when the first answer is read before its connection counts as free.
    expect(sockets.length).toBeLessThanOrEqual(2);
  });
});

describe('not sent', () => {
  it('nobody listens', async () => {
    const { port } = await tcp(() => undefined);
    await open.pop()!();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const thrown = await error(transport().request(post(`http://127.0.0.1:${port}/`)));
    expect(thrown).toBeInstanceOf(NotSentError);
    expect(thrown).toMatchObject({ final: false, message: 'No connection (ECONNREFUSED).' });
  });

  it('the name does not resolve', async () => {
    expect(await error(transport().request(post('http://nowhere.invalid/')))).toMatchObject({
      constructor: NotSentError,
      final: false,
    });
  });

  it('there is no TLS', async () => {
    const { port, requests } = await tcp((socket) => socket.end(OK));
    expect(await error(transport().request(post(`https://127.0.0.1:${port}/`)))).toBeInstanceOf(NotSentError);
    // What came in was the greeting of TLS, never the request.
    expect(requests()).toBe(1);
  });

  it('the connection is not made in time, and nothing is written when it is made later', async () => {
    const { port, requests } = await tcp(() => undefined);
    const slow = new Agent({
      connect: (options, callback) => void setTimeout(() => buildConnector({})(options, callback), 150),
    });
    const out = transport({ dispatcher: slow });
    expect(await error(out.request(post(`http://127.0.0.1:${port}/`), { timeoutMs: 50 }))).toMatchObject({
      constructor: NotSentError,
      message: 'No connection in time.',
    });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(requests()).toBe(0);
  });

  it.each([
    ['a line break in a header', { headers: { authorization: 'Bearer a\r\nx: y' } }],
    ['a header beyond Latin-1', { headers: { authorization: 'Bearer ключ' } }],
    ['a name of a header with a space', { headers: { 'a b': 'c' } }],
  ])('it cannot be written: %s; for good', async (_, part) => {
    const { port, requests } = await tcp((socket) => socket.write(OK));
    const thrown = await error(transport().request({ ...post(`http://127.0.0.1:${port}/`), ...part }));
    expect(thrown).toMatchObject({ constructor: NotSentError, final: true });
    expect(thrown.message).not.toMatch(/Bearer|ключ/);
    expect(requests()).toBe(0);
  });

  it.each(['', 'nonsense', 'ftp://127.0.0.1/x', '/path'])('%j is no address', async (url) => {
    expect(await error(transport().request(post(url)))).toMatchObject({ constructor: NotSentError, final: true });
  });
});

describe('the outcome is unknown', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['closed without an answer', (socket) => socket.end()],
    ['reset without an answer', (socket) => socket.resetAndDestroy()],
    ['cut in the head', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le')],
    ['cut in the body', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"half":')],
    [
      'reset in the body',
      (socket) =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"half":', () => socket.resetAndDestroy()),
    ],
    [
      'a chunk that does not end',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'),
    ],
    ['no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ])('%s', async (_, script) => {
    const { port, requests } = await tcp(script);
    expect(await error(transport().request(post(`http://127.0.0.1:${port}/`)))).toBeInstanceOf(OutcomeUnknownError);
    expect(requests()).toBe(1);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['no answer at all', () => undefined],
    ['a head and no body', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"half":')],
    [
      'a drop now and then',
      (socket) => void setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20).unref(),
    ],
  ])('in time there is %s, and the connection is given up', async (_, script) => {
    const { port, sockets } = await tcp(script);
    const began = performance.now();
    expect(await error(transport().request(post(`http://127.0.0.1:${port}/`), { timeoutMs: 100 }))).toMatchObject({
      constructor: OutcomeUnknownError,
      message: 'No answer in time.',
    });
    expect(performance.now() - began).toBeLessThan(2000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sockets.every((socket) => socket.readableEnded || socket.destroyed)).toBe(true);
  });
});

describe('a kept connection', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['closed', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('that the server %s while idle is replaced, and each request arrives once', async (_, close) => {
    const { port, sockets, requests } = await tcp((socket) => socket.write(OK));
    const out = transport();
    for (let n = 1; n <= 20; n++) {
      expect(await out.request(post(`http://127.0.0.1:${port}/`))).toMatchObject({ status: 200 });
      close(sockets.at(-1)!);
      // Even without a pause: the close may still be under way.
      if (n % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect([requests(), sockets.length]).toEqual([20, 20]);
  });

  it('whose write fails has not sent the request', async () => {
    const broken = {
      dispatch: (_: unknown, handler: Dispatcher.DispatchHandler) => {
        handler.onRequestStart?.({ abort: () => undefined } as unknown as Dispatcher.DispatchController, {});
        handler.onResponseError?.(
          {} as Dispatcher.DispatchController,
          Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
        );
        return true;
      },
      close: () => Promise.resolve(),
    } as unknown as Dispatcher;
    expect(await error(transport({ dispatcher: broken }).request(post('http://127.0.0.1:1/')))).toMatchObject({
      constructor: NotSentError,
      final: false,
    });
  });
});

describe('guarded', () => {
  const PUBLIC = '93.184.216.34';
  /** Connects to a local plain server in the place of the judged address, and notes which address that was. */
  function local(port: number, asked: { origins: string[]; servernames: (string | undefined)[] }): Agent {
    const connector = buildConnector({});
    return new Agent({
      connect: (options, callback) => {
        asked.origins.push(`${options.protocol}//${options.hostname}:${options.port}`);
        asked.servernames.push(options.servername);
        connector({ ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(port) }, callback);
      },
    });
  }
  interface World {
    out: ReturnType<typeof createTransport>;
    asked: { origins: string[]; servernames: (string | undefined)[] };
    looked: string[];
    seen: { method: string; url: string; host: string; headers: IncomingMessage['headers']; body: string }[];
  }
  async function world(
    names: Record<string, string[]>,
    answer: (path: string, count: number) => Partial<VendorAnswer> = () => ({}),
  ): Promise<World> {
    const asked: World['asked'] = { origins: [], servernames: [] };
    const [looked, seen]: [string[], World['seen']] = [[], []];
    const port = await http((request, response, body) => {
      seen.push({
        method: request.method!,
        url: request.url!,
        host: request.headers.host!,
        headers: request.headers,
        body,
      });
      const { status = 200, headers = {}, body: text = 'ok' } = answer(request.url!, seen.length);
      response.writeHead(status, headers).end(text);
    });
    const lookup: Lookup = (name) => {
      looked.push(name);
      return Object.hasOwn(names, name)
        ? Promise.resolve(names[name]!.map((address) => ({ address })))
        : Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    };
    return { out: transport({ dispatcher: local(port, asked), lookup }), asked, looked, seen };
  }

  it('connects to the very address that was judged, and the server sees and proves the name', async () => {
    const { out, asked, looked, seen } = await world({ 'hook.example': [PUBLIC] });
    expect(await out.guarded(post('https://hook.example:8443/a?b=1'))).toMatchObject({ status: 200, body: 'ok' });
    expect([asked.origins, asked.servernames, looked]).toEqual([
      [`https://${PUBLIC}:8443`],
      ['hook.example'],
      ['hook.example'],
    ]);
    expect(seen).toMatchObject([{ method: 'POST', url: '/a?b=1', host: 'hook.example:8443', body: '{"a":1}' }]);
  });

  it.each([
    'http://hook.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost./',
    'https://db.internal/',
    'https://user:pw@hook.example/',
    'nonsense',
  ])('refuses %s before it looks anything up', async (url) => {
    const { out, asked, looked } = await world({ 'hook.example': [PUBLIC] });
    const thrown = await error(out.guarded(post(url)));
    expect(thrown).toMatchObject({ constructor: NotSentError, final: true });
    expect(thrown.message).not.toContain('pw');
    expect([asked.origins, looked]).toEqual([[], []]);
  });

  it.each([
    [['10.0.0.5']],
    [['127.0.0.1']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:192.168.1.1']],
    [['64:ff9b::7f00:1']],
    [['fe80::1%eth0']],
    [[PUBLIC, '10.0.0.5']],
    [['10.0.0.5', PUBLIC]],
    [['2606:4700::1', 'fd00::1']],
  ])('refuses a name of %j, for any of them may be the one', async (addresses) => {
    const { out, asked } = await world({ 'hook.example': addresses });
    expect(await error(out.guarded(post('https://hook.example/')))).toMatchObject({
      constructor: NotSentError,
      final: true,
      message: 'The address leads to a private or local network.',
    });
    expect(asked.origins).toEqual([]);
  });

  it('is not fooled by a name that resolves differently the second time', async () => {
    let count = 0;
    const asked: World['asked'] = { origins: [], servernames: [] };
    const port = await http((_request, response) => void response.end('ok'));
    const out = transport({
      dispatcher: local(port, asked),
      lookup: () => Promise.resolve([{ address: count++ === 0 ? PUBLIC : '127.0.0.1' }]),
    });
    expect(await out.guarded(post('https://rebind.example/'))).toMatchObject({ status: 200 });
    expect(asked.origins).toEqual([`https://${PUBLIC}:`]);
    expect(await error(out.guarded(post('https://rebind.example/')))).toMatchObject({ final: true });
    expect(count).toBe(2);
  });

  it('takes the next address when one cannot be reached', async () => {
    const asked: string[] = [];
    const port = await http((_, response) => void response.end('ok'));
    const dispatcher = new Agent({
      connect: (options, callback) => {
        asked.push(options.hostname);
        if (options.hostname.includes(':'))
          return callback(Object.assign(new Error('no route'), { code: 'ENETUNREACH' }), null);
        buildConnector({})({ ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(port) }, callback);
      },
    });
    const out = transport({
      dispatcher,
      lookup: () => Promise.resolve([{ address: '2606:4700::1' }, { address: PUBLIC }]),
    });
    expect(await out.guarded(post('https://hook.example/'))).toMatchObject({ status: 200 });
    expect(asked).toEqual(['2606:4700::1', PUBLIC]);
  });

  it('a name that does not resolve, or too slowly, is not sent', async () => {
    const { out } = await world({ 'empty.example': [] });
    expect(await error(out.guarded(post('https://nowhere.example/')))).toMatchObject({
      constructor: NotSentError,
      final: false,
      message: 'The name of the address was not resolved (ENOTFOUND).',
    });
    expect(await error(out.guarded(post('https://empty.example/')))).toMatchObject({
      constructor: NotSentError,
      final: false,
    });
    const stuck = transport({ lookup: () => new Promise(() => undefined) });
    expect(await error(stuck.guarded(post('https://hook.example/'), { timeoutMs: 30 }))).toMatchObject({
      constructor: NotSentError,
      final: false,
    });
  });

  describe('redirects', () => {
    const to = (location: string, status = 307): Partial<VendorAnswer> => ({ status, headers: { location } });

    it.each([307, 308])('a POST’s %i goes on with its body, judged anew', async (status) => {
      const { out, looked, seen } = await world({ 'a.example': [PUBLIC], 'b.example': ['1.1.1.1'] }, (path) =>
        path === '/1' ? to('https://b.example/2', status) : {},
      );
      expect(await out.guarded(post('https://a.example/1'))).toMatchObject({ status: 200 });
      expect(looked).toEqual(['a.example', 'b.example']);
      expect(seen.map(({ method, url, host, body }) => [method, url, host, body])).toEqual([
        ['POST', '/1', 'a.example', '{"a":1}'],
        ['POST', '/2', 'b.example', '{"a":1}'],
      ]);
      // What proves us to one origin is not shown to another.
      expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret-token', undefined]);
    });

    it.each([301, 302, 303])('a POST’s %i is an answer: nothing follows it as a GET', async (status) => {
      const { out, seen } = await world({ 'a.example': [PUBLIC] }, () => to('/2', status));
      expect(await out.guarded(post('https://a.example/1'))).toMatchObject({ status });
      expect(seen).toHaveLength(1);
    });

    it('a GET’s are followed, three at most', async () => {
      const { out, seen } = await world({ 'a.example': [PUBLIC] }, (path) =>
        path === '/4' ? {} : to(`/${Number(path.slice(1)) + 1}`, 302),
      );
      const get = (url: string): VendorRequest => ({ method: 'GET', url, headers: {} });
      expect(await out.guarded(get('https://a.example/1'))).toMatchObject({ status: 200 });
      expect(seen).toHaveLength(4);
      expect(await error(out.guarded(get('https://a.example/0')))).toMatchObject({
        constructor: NotSentError,
        final: true,
      });
      expect(seen).toHaveLength(8);
    });

    it.each([
      'http://b.example/',
      'https://10.0.0.1/',
      'https://0x7f.1/',
      'https://localhost/',
      'https://private.example/',
      '//[::1]/',
      'https://u:p@b.example/',
    ])('to %s is refused', async (location) => {
      const { out, asked } = await world(
        { 'a.example': [PUBLIC], 'b.example': [PUBLIC], 'private.example': ['192.168.0.1'] },
        () => to(location),
      );
      expect(await error(out.guarded(post('https://a.example/1')))).toMatchObject({
        constructor: NotSentError,
        final: true,
      });
      expect(asked.origins).toHaveLength(1);
    });
  });
});
