/** The package as it is published (built anew, loaded as its users load it), against a running server: every route once. */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restRoutes } from '@/server/doors/rest-routes';
import { openApiDocument } from '@/server/doors/openapi/document';
import { packageRoot } from '@/server/platform/lib/package-root';
import { isRecord } from '@/server/platform/lib/narrow';
import { entriesOf } from '@/server/testing/contract/entries';
import { makeContact } from '@/server/testing/factories/audience';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { useServer, type Tenant } from '@/server/testing/server';
import { buildSdk } from './build';
import { methodsOf, NOT_CALLED } from './generate';
import type { ClientOptions } from './src/client';

const server = useServer();
const ENTRIES = entriesOf(server);
const document = openApiDocument('https://laris.example');
const METHODS = methodsOf(document);
const FOLDER = path.join(packageRoot, '.test', `sdk-${process.pid}`);
const DIST = path.join(FOLDER, 'node_modules', '@laris', 'sdk', 'dist');

/** A method of the client: the input, and the options of a call. */
type Call = (input?: object, options?: object) => PromiseLike<unknown> & AsyncIterable<unknown>;
type Client = Record<string, unknown>;
interface Package {
  Laris: new (options: ClientOptions) => Client;
  verifyWebhook: (request: object) => Promise<{ id: string }>;
  stringToSign: (signed: object) => Promise<string>;
  Signer: new (key: object) => { headers: (signed: object) => Promise<Record<string, string>> };
  ApiError: new () => Error;
}
let sdk: Package;

beforeAll(async () => {
  buildSdk(DIST);
  fs.copyFileSync(path.join(packageRoot, 'sdk', 'package.json'), path.join(DIST, '..', 'package.json'));
  sdk = (await import(pathToFileURL(path.join(DIST, 'index.js')).href)) as Package;
});
afterAll(() => fs.rmSync(FOLDER, { recursive: true, force: true }));

const clientOf = (key: { keyId: string; secret: string }, more: Partial<ClientOptions> = {}): Client =>
  new sdk.Laris({ baseUrl: server.baseUrl, keyId: key.keyId, secret: key.secret, ...more });

/** `contacts.list` of a client. */
function methodOf(client: Client, name: string): Call {
  const found = name.split('.').reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), client);
  if (typeof found !== 'function') throw new Error(`The client has no ${name}.`);
  return found as Call;
}

/** Routes of platform keys, which look at no workspace. */
const OF_PLATFORMS = new Set(
  restRoutes()
    .filter(({ accessLevel }) => ['platform', 'operator', 'ownPartner'].includes(accessLevel))
    .map(({ name }) => name.replace('.', '_')),
);

describe('every route', () => {
  it('has one method, or a reason to have none', () => {
    const operations = Object.values(document.paths as Record<string, Record<string, { operationId?: string }>>)
      .flatMap((item) => Object.entries(item).filter(([key]) => key !== 'parameters'))
      .map(([, { operationId = '' }]) => operationId);
    const ours = [...METHODS.map(({ operationId }) => operationId), ...Object.keys(NOT_CALLED)];
    expect(ours.sort()).toEqual(operations.sort());
    expect(new Set(METHODS.map(({ name }) => name)).size).toBe(METHODS.length);
  });

  /** Files, whose routes are no procedures and have no entry in the contract's list: what is asked of each, and how it is answered. */
  const FILES: Record<string, { input?: (us: Tenant) => object; status: number }> = {
    'auditLog.export': { status: 200 },
    'broadcasts.exportRecipients': { input: () => ({ id: 'cunknown' }), status: 404 },
    'contacts.exportAll': { status: 200 },
    'feeds.shoppingXml': { input: ({ accountId }) => ({ accountId }), status: 200 },
    'feeds.metaCsv': { input: ({ accountId }) => ({ accountId }), status: 200 },
    'feeds.tiktokCsv': { input: ({ accountId }) => ({ accountId }), status: 200 },
    'inbox.attachment': { input: () => ({ id: 'cunknown', index: 0 }), status: 404 },
    'discountCodes.exportBatch': { input: () => ({ id: 'cunknown' }), status: 404 },
    'integrations.exportRefusals': { input: () => ({ id: 'cunknown', runId: 'cunknown' }), status: 404 },
    'programs.exportStatement': { input: () => ({ id: 'cunknown' }), status: 404 },
  };

  it.each(METHODS.filter(({ name }) => !(name in FILES)))('$name is answered', async ({ name, operationId, route }) => {
    const entry = ENTRIES[operationId.replace('_', '.')];
    if (entry === undefined) throw new Error(`${name} has no entry in the contract's list.`);
    const call = methodOf(clientOf(OF_PLATFORMS.has(operationId) ? server.platform : server.ours.key), name);
    const answer = call(await entry.success(server.ours));
    if (entry.withoutExtension !== undefined) {
      await expect(answer).rejects.toMatchObject({ code: entry.withoutExtension.code, requestId: expect.any(String) });
      return;
    }
    const data = await answer;
    expect(data).toBeTypeOf('object');
    if (route.pages !== undefined) expect(isRecord(data) && Array.isArray(data[route.pages[0]])).toBe(true);
  });

  it.each(Object.entries(FILES))('%s gives the file as it comes', async (name, { input, status }) => {
    const answer = methodOf(clientOf(server.ours.key), name)(input?.(server.ours));
    if (status === 200) {
      const response = (await answer) as Response;
      expect(response.status).toBe(200);
      expect((await response.text()).length).toBeGreaterThan(0);
    } else await expect(answer).rejects.toMatchObject({ name: 'NotFoundError', status, code: 'NOT_FOUND' });
  });
});

describe('lists', () => {
  it('are walked over all their pages, each once and in order, whatever their shape', async () => {
    const us = await server.makeTenant();
    const { database } = server.services;
    for (let n = 0; n < 7; n++) {
      await makeContact(database, us.accountId, { firstName: `n${n}` });
      await makeDiscountCode(database, us.accountId);
    }
    const client = clientOf(us.key);
    for (const name of ['contacts.list', 'discountCodes.list']) {
      const ids: string[] = [];
      for await (const item of methodOf(client, name)({ limit: 3 })) ids.push((item as { id: string }).id);
      expect(new Set(ids).size).toBe(7);
      const whole = methodOf(client, name)({ limit: 100 }) as unknown as {
        toArray(most?: number): Promise<{ id: string }[]>;
      };
      expect((await whole.toArray()).map(({ id }) => id)).toEqual(ids);
      expect(await (methodOf(client, name)({ limit: 3 }) as unknown as typeof whole).toArray(4)).toHaveLength(4);
    }
  });
});

describe('a refusal', () => {
  it('is an error of its class, with code, details and the request id of the log', async () => {
    const client = clientOf(server.ours.key);
    const refused = (name: string, input: object): Promise<unknown> =>
      Promise.resolve(methodOf(client, name)(input)).then(
        () => undefined,
        (error: unknown) => error,
      );
    const error = await refused('contacts.get', { id: 'cunknown' });
    expect(error).toBeInstanceOf(sdk.ApiError);
    expect(error).toMatchObject({
      name: 'NotFoundError',
      status: 404,
      code: 'NOT_FOUND',
      requestId: expect.any(String),
    });
    expect(await refused('discountCodes.create', { code: 'A' })).toMatchObject({
      name: 'ValidationError',
      code: 'VALIDATION',
      details: expect.anything(),
    });
    const code = await makeDiscountCode(server.services.database, server.ours.accountId);
    expect(
      await refused('discountCodes.create', { code: code.code, type: 'percent', value: 5, currency: 'IDR' }),
    ).toMatchObject({ name: 'ConflictError', code: 'CODE_EXISTS' });
    const wrong = methodOf(clientOf({ ...server.ours.key, secret: 'svcs_wrong' }), 'whoami.get')();
    await expect(wrong).rejects.toMatchObject({ name: 'AuthenticationError', code: 'INVALID_SIGNATURE' });
    await expect(async () => methodOf(client, 'contacts.get')({})).rejects.toThrow('id is missing.');
  });

  it('of somebody in between is told as it came', async () => {
    const client = clientOf(server.ours.key, {
      retries: 0,
      fetch: () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })),
    });
    await expect(methodOf(client, 'whoami.get')()).rejects.toMatchObject({
      name: 'ServerError',
      status: 502,
      code: 'UNKNOWN',
    });
    const moved = clientOf(server.ours.key, {
      fetch: () =>
        Promise.resolve(new Response(null, { status: 301, headers: { location: 'https://elsewhere.example' } })),
    });
    await expect(methodOf(moved, 'whoami.get')()).rejects.toMatchObject({ status: 301 });
  });
});

describe('trying again', () => {
  /** A server that breaks off or refuses so many times, and then gives what it is asked for. */
  async function flaky(
    failures: (number | 'cut')[],
    work: (client: Client, seen: http.IncomingMessage[]) => Promise<void>,
  ) {
    const seen: http.IncomingMessage[] = [];
    const stand = http
      .createServer((request, response) => {
        seen.push(request);
        const failure = failures.shift();
        if (failure === 'cut') return void request.socket.destroy();
        if (failure !== undefined) return void response.writeHead(failure, { 'retry-after': '0' }).end();
        response.end(JSON.stringify({ data: { ok: true }, error: null, meta: {} }));
      })
      .listen(0, '127.0.0.1');
    await new Promise((resolve) => stand.once('listening', resolve));
    const { port } = stand.address() as AddressInfo;
    try {
      await work(clientOf(server.ours.key, { baseUrl: `http://127.0.0.1:${port}` }), seen);
    } finally {
      stand.closeAllConnections();
      stand.close();
    }
  }
  const create = { code: 'A', type: 'percent', value: 5, currency: 'IDR' };
  const redeem = { discountCodeId: 'c1', checkoutSessionId: 's1', appliedAmount: 1 };

  it.each([
    ['a read', 'whoami.get', {}, [503, 'cut']],
    ['a POST with a natural key', 'discountCodes.redeem', redeem, ['cut', 504]],
    ['a write that was turned away', 'discountCodes.create', create, [429, 429]],
    ['a PUT', 'feeds.putProducts', { products: [] }, [502]],
  ] as const)('%s, as often as it is safe, signed anew', async (_, name, input, failures) => {
    await flaky([...failures], async (client, seen) => {
      expect(await methodOf(client, name)(input)).toEqual({ ok: true });
      expect(seen).toHaveLength(failures.length + 1);
      for (const { headers } of seen) expect(headers.authorization).toMatch(/signature=[0-9a-f]{64}$/);
    });
  });

  it.each([
    ['a write whose outcome is not known', 'discountCodes.create', create, ['cut']],
    ['a write that failed', 'discountCodes.create', create, [503]],
    ['a refusal that stays', 'whoami.get', {}, [404]],
  ] as const)('never %s', async (_, name, input, failures) => {
    await flaky([...failures, ...failures], async (client, seen) => {
      await expect(Promise.resolve(methodOf(client, name)(input))).rejects.toBeInstanceOf(Error);
      expect(seen).toHaveLength(1);
    });
  });

  it('ends after two, and when somebody gives the call up', async () => {
    await flaky([503, 503, 503, 503], async (client, seen) => {
      await expect(Promise.resolve(methodOf(client, 'whoami.get')())).rejects.toMatchObject({ name: 'ServerError' });
      expect(seen).toHaveLength(3);
    });
    await flaky(['cut', 'cut'], async (client) => {
      const signal = AbortSignal.timeout(100);
      await expect(Promise.resolve(methodOf(client, 'whoami.get')({}, { signal }))).rejects.toMatchObject({
        name: 'ConnectionError',
        message: 'The call was given up.',
      });
    });
  });

  it('a server that never answers is left after the time that was given', async () => {
    const stand = http.createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => stand.once('listening', resolve));
    const { port } = stand.address() as AddressInfo;
    const client = clientOf(server.ours.key, { baseUrl: `http://127.0.0.1:${port}`, timeout: 100, retries: 0 });
    await expect(Promise.resolve(methodOf(client, 'whoami.get')())).rejects.toMatchObject({ name: 'ConnectionError' });
    stand.closeAllConnections();
    stand.close();
  });
});

interface Vector {
  name: string;
  secret: string;
  keyId: string;
  method: string;
  path: string;
  timestamp: number;
  body?: string;
  idempotencyKey?: string;
  stringToSign: string;
  authorization: string;
}

describe('signatures', () => {
  const vectors = (
    JSON.parse(fs.readFileSync(path.join(packageRoot, 'docs/signing/vectors.json'), 'utf8')) as Vector[]
  ).filter(({ body }) => body !== undefined);

  it.each(vectors)('$name is signed as the rules have it', async (vector) => {
    const signed = { ...vector, body: vector.body ?? '' };
    expect(await sdk.stringToSign(signed)).toBe(vector.stringToSign);
    const headers = await new sdk.Signer({ keyId: vector.keyId, secret: vector.secret }).headers(signed);
    expect(headers.authorization).toBe(vector.authorization);
  });

  it('of webhooks: ours are parsed, all others are refused', async () => {
    const secret = 'whsec_test';
    const body = JSON.stringify({ id: 'evt_1', type: 'contact.created', data: {} });
    const now = 1_760_000_000;
    const sign = (of: string, text: string, t = now): string =>
      `t=${t},v1=${createHmac('sha256', of).update(`${t}.${text}`).digest('hex')}`;
    const verify = (signature: string | null, text = body) => sdk.verifyWebhook({ secret, signature, body: text, now });
    expect(await verify(sign(secret, body))).toMatchObject({ id: 'evt_1' });
    expect(await verify(sign(secret, body, now - 299))).toMatchObject({ id: 'evt_1' });
    // While a secret is changed there are two.
    expect(await verify(`${sign('old', body)},${sign(secret, body).split(',')[1]}`)).toMatchObject({ id: 'evt_1' });
    for (const bad of [
      null,
      '',
      'v1=00',
      sign('other', body),
      sign(secret, `${body} `),
      sign(secret, body, now - 301),
      sign(secret, body, now + 301),
      sign(secret, body).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      `t=${now},v1=`,
    ])
      await expect(verify(bad)).rejects.toMatchObject({ name: 'WebhookSignatureError' });
  });
});

describe('the package', () => {
  it('is under 25 KB, depends on nothing, and names nothing of Node where it is loaded', () => {
    const { outputFiles } = buildSync({
      entryPoints: [path.join(DIST, 'index.js')],
      bundle: true,
      minify: true,
      format: 'esm',
      // A platform that has no modules of Node: what it would need of them fails here.
      platform: 'browser',
      write: false,
    });
    expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).toBeLessThan(25_000);
    const manifest = JSON.parse(fs.readFileSync(path.join(packageRoot, 'sdk/package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
    expect(manifest.license).toBe('MIT');
    const { version } = JSON.parse(fs.readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(manifest.version).toBe(version);
  });

  it.each([
    ['laris.js', 4000],
    ['forms.js', 6000],
  ])('has %s for shops’ pages under %i bytes, which a Laris serves to any site as it stands', async (name, most) => {
    const script = fs.readFileSync(path.join(packageRoot, 'sdk/snippet', name), 'utf8');
    expect(gzipSync(script, { level: 9 }).length).toBeLessThan(most);
    const answer = await fetch(`${server.baseUrl}/${name}`);
    expect(await answer.text()).toBe(script);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
    });
    const tag = answer.headers.get('etag') ?? '';
    const again = await fetch(`${server.baseUrl}/${name}`, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  });

  /** The snippets of the READMEs and guides, as files that somebody has pasted. */
  const readmes = ['sdk/README.md', 'sdk/snippet/README.md', 'docs/site/guides/en/from-voucherify.md']
    .map((file) => fs.readFileSync(path.join(packageRoot, file), 'utf8'))
    .join('\n');
  const snippets = [...readmes.matchAll(/```ts\n([^]*?)```/g)].map(([, text = ''], at) => ({
    file: `snippet-${at + 1}.ts`,
    text,
  }));

  it('has types that its README’s snippets fit, in a strict project of its own', () => {
    for (const { file, text } of snippets) fs.writeFileSync(path.join(FOLDER, file), text);
    fs.writeFileSync(path.join(FOLDER, 'package.json'), '{"type":"module"}');
    const wrong = path.join(FOLDER, 'wrong.ts');
    fs.writeFileSync(
      wrong,
      `import type { Laris } from '@laris/sdk';\nexport const f = (l: Laris) => l.contacts.get({ idd: '' });\n`,
    );
    const program = ts.createProgram([...snippets.map(({ file }) => path.join(FOLDER, file)), wrong], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
      typeRoots: [path.join(packageRoot, 'node_modules', '@types')],
      strict: true,
      noEmit: true,
    });
    const found = ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, messageText }) =>
          `${path.basename(file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^wrong\.ts: .*'idd' does not exist/);
  });

  it.each(snippets)('$file of the README runs', async ({ file, text }) => {
    expect(snippets.length).toBe(8);
    const outfile = path.join(FOLDER, file.replace(/ts$/, 'mjs'));
    fs.writeFileSync(outfile, ts.transpile(text, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }));
    const { keyId, secret } = server.ours.key;
    const { stderr } = await promisify(execFile)(process.execPath, [outfile], {
      cwd: FOLDER,
      env: {
        PATH: process.env.PATH ?? '',
        LARIS_URL: server.baseUrl,
        LARIS_KEY_ID: keyId,
        LARIS_SECRET: secret,
      } as unknown as NodeJS.ProcessEnv,
      timeout: 20_000,
    });
    expect(stderr).toBe('');
  });
});
