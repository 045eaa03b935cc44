/** Clients that take nothing of their answer: every kind of it, over raw sockets that stop reading. */
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '@/server/doors/app';
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';
import { makeAccount, makeKey, type MadeKey } from '@/server/testing/factories/account';
import { rawText } from '@/server/testing/raw-http';
import { testSettings } from '@/server/testing/server';
import { signedHeaders } from '@/server/testing/sign';

/** In place of the half minute. */
const PATIENCE_MS = 500;
const LARGE = 24 * 1024 * 1024;
const FILE = `${'0123456789abcdef'.repeat(2)}01234567.png`;

describe('a client that stops reading', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'laris-stalled-'));
  let database: TestDatabase;
  let services: ServicesHandle;
  let app: Awaited<ReturnType<typeof createApp>>;
  let ownTimeout = 0;
  let key: MadeKey;
  let accountId: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    services = createServices(testSettings(database.url, { DATA_DIR: dataDir }), { name: 'test' });
    // Stands in for a page: Next answers over the same server.
    app = await createApp(services, {
      handle: (_request, response) => void response.end(Buffer.alloc(LARGE)),
    });
    ownTimeout = app.server.timeout;
    app.server.timeout = PATIENCE_MS;
    await app.listen({ host: '127.0.0.1', port: 0 });
    accountId = await makeAccount(services.database);
    key = await makeKey(services.database, services.keys, accountId);
    const { pool } = services.database;
    await pool.query(
      `INSERT INTO "AuditEntry" ("accountId", "actorKind", action, "targetType", "targetId", data, "createdAt")
       SELECT $1, 'system', 'test.fill', 'test', n::text, jsonb_build_object('text', repeat(md5(n::text), 64)), now()
       FROM generate_series(1, 12000) n`,
      [accountId],
    );
    const folder = path.join(dataDir, 'uploads', accountId);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, FILE), '');
    truncateSync(path.join(folder, FILE), LARGE);
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(async () => {
    await app.close();
    await services.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const ask = (target: string, headers: Record<string, string> = {}): Socket => {
    const { port } = app.server.address() as AddressInfo;
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(rawText('GET', target, headers)));
    sockets.push(socket.on('error', () => undefined).pause());
    return socket;
  };
  const connections = (): Promise<number> =>
    new Promise((resolve, reject) =>
      app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
    );
  const signed = (url: string): Record<string, string> => signedHeaders(key, { method: 'GET', url });

  const EXPORT = '/api/v1/audit-log/export?format=ndjson';
  it.each([
    ['the export of the audit log', () => ask(EXPORT, signed(EXPORT))],
    ['an upload', () => ask(`/uploads/${accountId}/${FILE}`)],
    ['a page', () => ask('/contacts')],
  ])('of %s is let go of, and holds nothing', async (_, asking) => {
    for (const socket of [asking(), asking()]) await new Promise((resolve) => socket.once('readable', resolve));
    await expect.poll(connections, { timeout: 15_000 }).toBe(0);
    expect(services.database.pool.totalCount).toBe(services.database.pool.idleCount);
  });

  it('has half a minute', () => {
    expect(ownTimeout).toBe(30_000);
  });

  it('is not one that reads slowly', async () => {
    const socket = ask(`/uploads/${accountId}/${FILE}`);
    let length = 0;
    const began = performance.now();
    for await (const chunk of socket) {
      length += (chunk as Buffer).length;
      // Always a part of the time that it may take nothing, and longer than that in all.
      if (performance.now() - began < 3 * PATIENCE_MS) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(length).toBeGreaterThan(LARGE);
  });

  it('is not one whose answer takes long to make', async () => {
    const blocker = await services.database.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE "DiscountCode"');
    const url = '/api/v1/discount-codes';
    const socket = ask(url, signed(url));
    const answer = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
    socket.resume();
    setTimeout(() => void blocker.query('COMMIT').then(() => blocker.release()), 3 * PATIENCE_MS);
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});
