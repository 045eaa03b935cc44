/**
 * Databases of earlier releases, each with the demo's rows in it (releases/<version>.backup, made by that release's own
 * `backup`), are brought up to date, keep every row, and are served. What the release before writes still fits, so that
 * old and new processes run side by side while a release is rolled out (CONTRIBUTING.md#changing-the-database).
 */
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quoted } from '@/server/backup/catalogue';
import type { Header, Trailer } from '@/server/backup/format';
import { checkBackup } from '@/server/backup/read-backup';
import { restore } from '@/server/backup/restore';
import { systemDb } from '@/server/platform/db/workspace';
import { createApp } from '@/server/doors/app';
import { packageRoot } from '@/server/platform/lib/package-root';
import { pendingMigrations } from '@/server/migrations/migrate';
import { readMigrations } from '@/server/migrations/files';
import { openApiDocument } from '@/server/doors/openapi/document';
import { linkAll } from '@/server/modules/account/audit-log/chainer';
import { verify } from '@/server/modules/account/audit-log/verify';
import { createServices } from '@/server/assembly/services';
import { createEmptyDatabase, type TestDatabase } from '@/server/testing/database';
import { makeKey } from '@/server/testing/factories/account';
import { testSettings } from '@/server/testing/server';
import { signedHeaders } from '@/server/testing/sign';

const FOLDER = path.join(packageRoot, 'server', 'migrations', 'releases');
const RELEASES = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.backup'));

test('there is a database of a release', () => {
  expect(RELEASES).toContain('0.1.0.backup');
});

describe.each(RELEASES)('%s', (name) => {
  const file = path.join(FOLDER, name);
  let database: TestDatabase;
  let url: string;
  let pool: pg.Pool;
  let header: Header;
  let rows: Trailer['rows'];

  beforeAll(async () => {
    database = await createEmptyDatabase();
    ({ url } = database);
    ({ header, rows } = await checkBackup(file));
    await restore({ settings: testSettings(url), file, replace: false });
    pool = new pg.Pool({ connectionString: url });
    pool.on('error', () => undefined);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  test('is brought up to date, from an older state than ours', async () => {
    expect(header.migrations.length).toBeLessThan(readMigrations().length);
    expect(await pendingMigrations(pool)).toEqual([]);
  });

  test('keeps every row', async () => {
    const kept: Trailer['rows'] = {};
    for (const { name: table } of header.tables)
      kept[table] = (await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${quoted(table)}`)).rows[0]!.n;
    expect(kept).toEqual(rows);
    expect(kept.Contact).toBeGreaterThan(100);
  });

  test('takes what the release itself still writes: its columns are there, and new ones need no value', async () => {
    const { rows: columns } = await pool.query<{ table: string; name: string; needed: boolean }>(
      `SELECT table_name AS table, column_name AS name,
              is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AND is_generated = 'NEVER' AS needed
       FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    for (const { name: table, columns: old } of header.tables) {
      const before = old.map((column) => column.split(' ', 1)[0] ?? '');
      const now = columns.filter((column) => column.table === table);
      expect(
        now.map(({ name: column }) => column),
        table,
      ).toEqual(expect.arrayContaining(before));
      expect(
        now.filter((column) => column.needed && !before.includes(column.name)),
        table,
      ).toEqual([]);
    }
  });

  test('its audit log of before there was a chain is linked, all of it', async () => {
    const services = createServices(testSettings(url), { name: 'test' });
    try {
      await linkAll(services);
      const { rows: logs } = await pool.query<{ id: string; entries: number }>(
        `SELECT "accountId" AS id, count(*)::int AS entries FROM "AuditEntry" GROUP BY 1`,
      );
      expect(logs.length).toBeGreaterThan(0);
      for (const { id, entries } of logs)
        expect(await verify(systemDb(services.database, id))).toEqual({
          ok: true,
          checked: entries,
          firstBrokenId: null,
        });
      expect((await pool.query('SELECT FROM "AuditBackfill"')).rowCount).toBe(0);
    } finally {
      await services.close();
    }
  });

  test('is served', async () => {
    const services = createServices(testSettings(url), { name: 'test' });
    const app = await createApp(services);
    await app.listen({ host: '127.0.0.1', port: 0 });
    try {
      const { id: accountId } = await services.database.prisma.account.findFirstOrThrow({ select: { id: true } });
      const key = await makeKey(services.database, services.keys, accountId);
      const get = (address: string): Promise<Response> =>
        fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${address}`, {
          headers: signedHeaders(key, { method: 'GET', url: address }),
        });
      const contacts = await get('/api/v1/contacts?limit=1');
      expect(contacts.status).toBe(200);
      expect(await contacts.json()).toMatchObject({ data: { data: [{ id: expect.any(String) }] } });
      const { paths } = openApiDocument('http://localhost');
      const lists = Object.entries(paths ?? {})
        .filter(([address, item]) => 'get' in item && !address.includes('{'))
        .map(([address]) => address);
      const statuses = new Map<string, number>();
      for (const address of lists) statuses.set(address, (await get(address)).status);
      // Some ask for a parameter or for another access level; none fails.
      expect([...statuses].filter(([, status]) => status >= 500 || status === 404)).toEqual([]);
      expect([...statuses.values()].filter((status) => status === 200).length).toBeGreaterThan(30);
    } finally {
      await app.close();
      await services.close();
    }
  });
});
