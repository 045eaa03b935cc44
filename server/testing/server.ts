/**
 * A server of one's own for a test file: the real doors on a port of the loopback, on a database of its own. Next is
 * there for the files that ask for it, and in the end-to-end tests.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { loadSettings } from '@/server/platform/env';
import { createApp } from '@/server/doors/app';
import { createPages } from '@/server/doors/next';
import { switchOnRowSecurity } from '@/server/migrations/row-security';
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import {
  type MadeKey,
  makeAccount,
  makeKey,
  makePlatformKey,
  makeSession,
  makeUser,
} from '@/server/testing/factories/account';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';
import { signedHeaders, type SignOptions, type TestKey } from '@/server/testing/sign';
import { endJobs } from '@/server/testing/worker';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Unchecked = any;

/** An answer of /api/v1. `data` is unchecked on purpose: tests say what it must be. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: {
    data: Unchecked;
    error: { code: string; message: string; details?: Unchecked } | null;
    meta: { requestId: string; timestamp: string };
  };
}

export interface CallOptions extends Omit<SignOptions, 'method' | 'url' | 'body'> {
  /** An object is sent as JSON, text and bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Signs over other bytes than those that are sent. */
  signBody?: string;
}

/** A workspace with a key and a person. */
export interface Tenant {
  accountId: string;
  key: MadeKey;
  user: { id: string; email: string; password: string };
  /** Cookie header of the person's session. */
  cookie: string;
}

export interface TestServer {
  baseUrl: string;
  services: ServicesHandle;
  /** Ours, and a neighbour who must see nothing of it. */
  ours: Tenant;
  theirs: Tenant;
  platform: MadeKey;
  /** A signed call. */
  call(key: TestKey, method: string, url: string, options?: CallOptions): Promise<Answer>;
  /** A call with the headers given and nothing else. */
  fetch(method: string, url: string, options?: CallOptions): Promise<Answer>;
  makeTenant(options?: Parameters<typeof makeAccount>[1]): Promise<Tenant>;
}

const bytesOf = (body: unknown): string | Buffer<ArrayBuffer> | undefined =>
  body === undefined || typeof body === 'string'
    ? body
    : Buffer.isBuffer(body)
      ? Buffer.from(body)
      : JSON.stringify(body);

/** Settings of a test: random secrets, a quiet log. */
export const testSettings = (databaseUrl: string, more: Record<string, string> = {}) =>
  loadSettings({
    DATABASE_URL: databaseUrl,
    LARIS_EMBEDDED: '1',
    PORT: '0',
    APP_SECRET: randomBytes(32).toString('hex'),
    UNSUBSCRIBE_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
    ...more,
  });

interface Mounted {
  /** With Next, as it is in production: what tests documents asks for it (`npm test` builds it first). */
  pages: boolean;
  /** Another one than a copy on the tests' server, with settings that go with it. */
  database?: () => Promise<TestDatabase & { settings: Record<string, string> }>;
}

/** Starts a server before the file's tests and stops it after. Read the result inside tests only. */
export function useServer(more: Record<string, string> = {}, mounted: Mounted = { pages: false }): TestServer {
  const server = {} as TestServer;
  let stop: () => Promise<void> = () => Promise.resolve();
  beforeAll(async () => {
    const started = await startServer(more, mounted);
    ({ stop } = started);
    Object.assign(server, started.server);
  });
  afterAll(() => stop());
  return server;
}

/** Starts a server of one test; the caller stops it. */
export async function startServer(
  more: Record<string, string>,
  mounted: Mounted,
): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const other = await mounted.database?.();
  const database = other ?? (await createTestDatabase());
  const settings = testSettings(database.url, { ...other?.settings, ...more });
  if (settings.rowSecurity) await switchOnRowSecurity(database.url);
  const services = createServices(settings, { name: 'test', answersRequests: true });
  const next = mounted.pages ? await createPages(services) : undefined;
  const app = await createApp(services, next?.pages);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = async (): Promise<void> => {
    await app.close();
    await next?.close();
    await endJobs(services);
    await services.close();
    await database.drop();
  };
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const makeTenant: TestServer['makeTenant'] = async (options) => {
    const accountId = await makeAccount(services.database, options);
    const user = await makeUser(services.database, accountId);
    const key = await makeKey(services.database, services.keys, accountId);
    return {
      accountId,
      key,
      user,
      cookie: await makeSession(services, { sub: user.id, accountId }),
    };
  };
  const request: TestServer['fetch'] = async (method, url, options = {}) => {
    const body = bytesOf(options.body);
    const headers =
      body === undefined || options.headers?.['content-type'] !== undefined
        ? options.headers
        : { 'content-type': 'application/json', ...options.headers };
    const response = await fetch(baseUrl + url, {
      method,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson && text !== '' ? JSON.parse(text) : undefined) as Answer['body'],
    };
  };
  const call: TestServer['call'] = (key, method, url, options = {}) => {
    const body = bytesOf(options.body);
    const headers = signedHeaders(key, { ...options, method, url, body: options.signBody ?? body });
    return request(method, url, { ...options, body, headers: { ...headers, ...options.headers } });
  };
  const server: TestServer = {
    baseUrl,
    services,
    ours: await makeTenant(),
    theirs: await makeTenant(),
    platform: await makePlatformKey(services.database, services.keys),
    call,
    fetch: request,
    makeTenant,
  };
  return { server, stop };
}
