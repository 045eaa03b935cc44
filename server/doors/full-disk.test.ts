/**
 * A disk that is full, or fails: what needs it is 503 UNAVAILABLE and not ready, what does not goes on
 * (docs/contract/shared.md#errors).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'laris-full-'));
const server = useServer({ DATA_DIR: dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const sql = (text: string) => server.services.database.pool.query(text);

/** Every statement that adds to one of these tables fails as PostgreSQL's own do. */
async function failing<T>(state: string, work: () => Promise<T>): Promise<T> {
  const tables = ['DiscountCode', 'Contact', 'SignInThrottle', 'User', 'Upload'];
  await sql(
    `CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not extend file "base/5/16384"' USING ERRCODE = '${state}'; END $$`,
  );
  for (const table of tables)
    await sql(`CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON "${table}" EXECUTE FUNCTION full_disk()`);
  try {
    return await work();
  } finally {
    for (const table of tables) await sql(`DROP TRIGGER full_disk ON "${table}"`);
  }
}

const makeCode = () =>
  server.call(server.ours.key, 'POST', '/api/v1/discount-codes', {
    body: { code: unique('FULL'), type: 'percent', value: 1, currency: 'IDR' },
  });
const makeContact = () =>
  server.call(server.ours.key, 'POST', '/api/v1/contacts', { body: { email: `${unique('full')}@example.com` } });
const signUp = () =>
  trpc(server, 'mutation', 'accounts.signUp', {
    workspaceName: 'w',
    name: 'n',
    email: `${unique('full')}@example.com`,
    password: 'long enough',
  });

describe('a database without room', () => {
  it.each(['53100', '53200', '53400', '58000', '58030', '25006'])(
    'answers %s with 503 UNAVAILABLE and Retry-After, whatever way the write takes, and reads go on',
    async (state) => {
      await failing(state, async () => {
        for (const make of [makeCode, makeContact]) {
          const answer = await make();
          expectError(answer, 503, 'UNAVAILABLE');
          expect(answer.headers.get('retry-after')).toBe('1');
        }
        expect(await signUp()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
        expectData(await server.call(server.ours.key, 'GET', '/api/v1/discount-codes'));
      });
      expectData(await makeCode(), 201);
    },
  );
});

describe('readiness', () => {
  const ready = () => server.fetch('GET', '/readyz');
  /** A setting of the database, for the connections to come; those that are there end. */
  const set = async (change: string): Promise<void> => {
    const admin = new pg.Client({
      connectionString: server.services.settings.databaseUrl,
      options: '-c default_transaction_read_only=off',
    });
    await admin.connect();
    const { rows } = await admin.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
    await admin.query(`ALTER DATABASE ${rows[0]!.name} ${change}`);
    await admin.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await admin.end();
  };
  afterEach(() => set('RESET ALL'));

  it.each([
    // PostgreSQL's own refusal, of the same class as that of a full disk.
    ['may not grow a file', `SET temp_file_limit = '1kB'`],
    ['takes no writes', 'SET default_transaction_read_only = on'],
  ])('is 503 while the database %s, and 200 again when it does', async (_, change) => {
    expect((await ready()).status).toBe(200);
    await set(change);
    await expect.poll(async () => (await ready()).status, { timeout: 15_000 }).toBe(503);
    expect(JSON.parse((await ready()).text)).toEqual({ status: 'database cannot write' });
    expect((await server.fetch('GET', '/healthz')).status).toBe(200);
    await set('RESET ALL');
    await expect.poll(async () => (await ready()).status, { timeout: 15_000 }).toBe(200);
  });
});

describe('a full disk of uploads', () => {
  const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);

  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])(
    'answers %s with 503 UNAVAILABLE, and keeps nothing of it',
    async (code) => {
      const signed = expectData(
        await server.call(server.ours.key, 'POST', '/api/v1/uploads/sign-merchant', {
          body: { kind: 'compose-asset', contentType: 'image/png', size: PNG.length },
        }),
      ) as { url: string; key: string };
      const put = () =>
        server.fetch('PUT', signed.url.slice(server.services.settings.baseUrl.length), {
          body: PNG,
          headers: { 'content-type': 'image/png' },
        });
      const probe = await open(os.devNull);
      const handles = Object.getPrototypeOf(probe) as typeof probe;
      await probe.close();
      const write = vi
        .spyOn(handles, 'writeFile')
        .mockRejectedValueOnce(Object.assign(new Error(`${code}: it does not work, write`), { code }));
      const answer = await put();
      write.mockRestore();
      expectError(answer, 503, 'UNAVAILABLE');
      expect(answer.headers.get('retry-after')).toBe('1');
      expect((await put()).status).toBe(200);
    },
  );
});
