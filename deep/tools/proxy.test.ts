/**
 * Outside programs between a client and a running server: @stoplight/prism-cli 5.14.2 judges what goes through it by the
 * OpenAPI document, and newman 6.2.2 runs the Postman collection, signatures included.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_PREFIX, restRoutes } from '@/server/doors/rest-routes';
import { packageRoot } from '@/server/platform/lib/package-root';
import { jsonAt } from '@/server/doors/openapi/json';
import { entriesOf } from '@/server/testing/contract/entries';
import { keyFor, toRequest } from '@/server/testing/contract/requests';
import { useServer } from '@/server/testing/server';
import { signedHeaders } from '@/server/testing/sign';

const server = useServer();
const entries = entriesOf(server);
const program = (file: string): string => path.join(packageRoot, 'deep', 'node_modules', file);

/** Milliseconds that newman may take for the whole collection. */
const LONGEST_MS = 100_000;

let folder: string;
let prism: ChildProcess;
let proxy: string;
let document: unknown;

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Resolves as the program says that it listens. @throws Error with all that it said when it ends before */
const listening = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes('is listening')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('exit', () => reject(new Error(said)));
  });

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'laris-deep-'));
  const { text } = await server.fetch('GET', '/api/v1/openapi.json');
  document = JSON.parse(text);
  writeFileSync(path.join(folder, 'openapi.json'), text);
  const port = await freePort();
  proxy = `http://127.0.0.1:${port}`;
  prism = spawn(process.execPath, [
    program('@stoplight/prism-cli/dist/index.js'),
    ...['proxy', path.join(folder, 'openapi.json'), server.baseUrl, '--port', String(port), '--host', '127.0.0.1'],
  ]);
  await listening(prism);
});
afterAll(() => {
  prism.kill();
  rmSync(folder, { recursive: true, force: true });
});

interface Violation {
  location: string[];
  severity: string;
  message: string;
}

it('no request of ours and no answer of the server breaks the document, as Prism sees it', async () => {
  const found: string[] = [];
  const routes = restRoutes();
  for (const route of routes) {
    const entry = entries[route.name];
    if (entry === undefined) throw new Error(`${route.name} has no entry.`);
    const { method, url, body } = toRequest(route, await entry.success(server.ours));
    const takesBody =
      jsonAt(document, 'paths', API_PREFIX + route.path, method.toLowerCase(), 'requestBody') !== undefined;
    const sent = takesBody ? JSON.stringify(body) : undefined;
    const answer = await fetch(proxy + url, {
      method,
      redirect: 'manual',
      headers: {
        ...signedHeaders(keyFor(server, route), { method, url, body: sent }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: sent }),
    });
    const text = await answer.text();
    const violations = JSON.parse(answer.headers.get('sl-violations') ?? '[]') as Violation[];
    const isRefused = entry.withoutExtension !== undefined || entry.withoutMail !== undefined;
    if (answer.status >= (isRefused ? 500 : 400))
      found.push(`${method} ${route.path}: ${answer.status} ${text.slice(0, 300)}`);
    for (const { location, severity, message } of violations)
      if (severity === 'Error') found.push(`${method} ${route.path} ${location.join('.')}: ${message}`);
  }
  expect(found).toEqual([]);
  expect(routes.length).toBeGreaterThan(250);
});

interface Run {
  run: {
    failures: { error: { message: string } }[];
    executions: {
      item: { name: string };
      request: { method: string; body?: { raw?: string } };
      response?: { code: number; stream: { data: number[] } };
    }[];
  };
}

it('newman signs each request of the Postman collection, and the samples are taken', async () => {
  const { text } = await server.fetch('GET', '/docs/laris.postman_collection.json');
  // Ids that nobody has.
  const collection = JSON.parse(text, (key, value: unknown) =>
    key === 'variable' && Array.isArray(value)
      ? (value as { key: string; value: string }[]).map((each) => ({ ...each, value: each.value || 'cunknown' }))
      : value,
  ) as object;
  const [input, output] = [path.join(folder, 'collection.json'), path.join(folder, 'newman.json')];
  writeFileSync(input, JSON.stringify(collection));
  const { keyId, secret } = server.ours.key;
  const variables = { baseUrl: server.baseUrl, keyId, secret, onBehalfOf: '' };
  const done = spawn(process.execPath, [
    program('newman/bin/newman.js'),
    ...['run', input, '--reporters', 'json', '--reporter-json-export', output, '--ignore-redirects'],
    ...['--timeout', String(LONGEST_MS)],
    ...Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
  ]);
  await new Promise((resolve) => done.on('exit', resolve));
  const { run } = JSON.parse(readFileSync(output, 'utf8')) as Run;
  expect(run.failures.map(({ error }) => error.message)).toEqual([]);
  const answers = run.executions.map(({ item, request, response }) => ({
    name: `${request.method} ${item.name}`,
    code: response?.code,
    // A sample that names a row which nobody has is refused with reason.
    isSample: request.body?.raw !== undefined && !request.body.raw.includes('cunknown'),
    text: Buffer.from(response?.stream.data ?? []).toString(),
  }));
  expect(answers.length).toBeGreaterThan(300);
  expect(answers.filter(({ isSample }) => isSample).length).toBeGreaterThan(80);
  const refused = answers.filter(
    ({ code, isSample }) => code === undefined || code === 401 || (code === 400 && isSample),
  );
  expect(refused.map(({ name, code, text: said }) => `${name}: ${String(code)} ${said.slice(0, 300)}`)).toEqual([]);
});
