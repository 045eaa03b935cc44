/** Files from addresses that merchants gave: how much of them comes in, and from where. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import {
  FileTooLargeError,
  NotSentError,
  OutcomeUnknownError,
  type DownloadedFile,
  type VendorRequest,
} from '@/server/platform/vendors/provider';
import { createTransport } from '@/server/platform/vendors/transport';
import { toLoopback } from '@/server/testing/vendor';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

type Answer = (response: ServerResponse, path: string, host: string) => void;

/** A transport whose every connection leads to a server that answers like this; `seen` are its requests. */
async function world(answer: Answer, lookup?: Record<string, string>) {
  const seen: string[] = [];
  const server = createServer(({ url = '', headers: { host = '' } }, response) => {
    seen.push(`${host}${url}`);
    answer(response, url, host);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const options = toLoopback(() => String(port));
  const out = createTransport({
    ...options,
    ...(lookup === undefined ? {} : { lookup: (name) => Promise.resolve([{ address: lookup[name]! }]) }),
  });
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  open.push(() => out.close());
  return { out, seen };
}

const get = (url: string): VendorRequest => ({ method: 'GET', url, headers: {} });
const FILE = get('https://shop.example/file.csv');

async function textOf(file: DownloadedFile | null): Promise<string> {
  const bytes = await file!.slice(0, file!.size).arrayBuffer();
  await file!.close();
  return Buffer.from(bytes).toString();
}

const temporaryFiles = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('laris-') && name.length === 'laris-'.length + 36);

it('brings a file, its hash and its headers, and leaves nothing on the disk', async () => {
  const before = await temporaryFiles();
  const { out } = await world((response) => response.writeHead(200, { ETag: '"1"' }).end('a,b\n1,2\n'));
  const { status, headers, url, file } = await out.download(FILE, { mostBytes: 100 });
  expect([status, headers['etag'], url, file!.size]).toEqual([200, '"1"', FILE.url, 8]);
  expect(file!.sha256).toBe(createHash('sha256').update('a,b\n1,2\n').digest('hex'));
  expect(Buffer.from(await file!.slice(2, 5).arrayBuffer()).toString()).toBe('b\n1');
  expect(await temporaryFiles()).toEqual(before);
  expect(await textOf(file)).toBe('a,b\n1,2\n');
});

it.each([
  ['100 bytes', 100, true],
  ['101 bytes', 101, false],
])('of at most 100 bytes: %s', async (_, size, isTaken) => {
  const { out } = await world((response, path) => {
    // With its length, and in pieces without one.
    if (path === '/long') return response.writeHead(200, { 'content-length': size }).end('x'.repeat(size));
    response.writeHead(200).write('x'.repeat(60));
    setTimeout(() => response.end('x'.repeat(size - 60)), 20);
  });
  for (const path of ['long', 'pieces']) {
    const downloading = out.download(get(`https://shop.example/${path}`), { mostBytes: 100 });
    if (isTaken) expect(await textOf((await downloading).file)).toBe('x'.repeat(size));
    else await expect(downloading).rejects.toBeInstanceOf(FileTooLargeError);
  }
});

it('brings the beginning of a file that never ends', async () => {
  const { out } = await world((response) => {
    const timer = setInterval(() => response.write('0123456789'.repeat(10)), 1);
    response.writeHead(200).on('close', () => clearInterval(timer));
  });
  const { file } = await out.download(FILE, { mostBytes: 1234, isCut: true });
  expect(await textOf(file)).toBe('0123456789'.repeat(200).slice(0, 1234));
});

it.each([304, 404, 500])('%i is an answer without a file', async (status) => {
  const { out } = await world((response) => response.writeHead(status).end(status === 304 ? undefined : 'no'));
  expect(await out.download(FILE, { mostBytes: 100 })).toMatchObject({ status, file: null });
});

it('a file that ends too early is no file, and one that takes too long neither', async () => {
  const { out } = await world((response, path) => {
    response.writeHead(200, { 'content-length': 100 }).write('half');
    if (path === '/cut') setTimeout(() => response.destroy(), 20);
  });
  await expect(out.download(get('https://shop.example/cut'), { mostBytes: 100 })).rejects.toBeInstanceOf(
    OutcomeUnknownError,
  );
  await expect(out.download(get('https://shop.example/slow'), { mostBytes: 100, timeoutMs: 80 })).rejects.toMatchObject(
    { constructor: OutcomeUnknownError, message: 'No answer in time.' },
  );
});

it.each([
  'http://shop.example/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/',
  'https://inside.example/',
])('%s is refused, named at first or by a redirect', async (url) => {
  const { out, seen } = await world((response) => response.writeHead(302, { location: url }).end(), {
    'shop.example': '93.184.216.34',
    'inside.example': '10.0.0.7',
  });
  await expect(out.download(get(url), { mostBytes: 100 })).rejects.toMatchObject({
    constructor: NotSentError,
    final: true,
  });
  expect(seen).toEqual([]);
  await expect(out.download(FILE, { mostBytes: 100 })).rejects.toMatchObject({
    constructor: NotSentError,
    final: true,
  });
  expect(seen).toEqual(['shop.example/file.csv']);
});

it('follows redirects to the file, and not to where it is told to end', async () => {
  const { out, seen } = await world((response, path, host) =>
    host === 'files.example'
      ? response.end('here')
      : response
          .writeHead(307, { location: path === '/private' ? 'https://sign-in.example/' : 'https://files.example/1' })
          .end('moved'),
  );
  const { url, file } = await out.download(FILE, { mostBytes: 100, endsAt: 'sign-in.example' });
  expect([url, await textOf(file)]).toEqual(['https://files.example/1', 'here']);
  const ended = await out.download(get('https://shop.example/private'), { mostBytes: 100, endsAt: 'sign-in.example' });
  expect(ended).toMatchObject({ status: 307, url: 'https://shop.example/private', file: null });
  expect(seen).toEqual(['shop.example/file.csv', 'files.example/1', 'shop.example/private']);
});
