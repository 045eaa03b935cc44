import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAtomic, migrate, pendingMigrations } from '@/server/db/migrate';
import { migrationDifference } from '@/server/db/migration-diff';
import { type MigrationFile, readMigrations } from '@/server/db/migration-files';
import { createTestDatabase, testAdminUrl } from '@/server/testing/database';

/** A database without a table: the template's copies are migrated. */
let url: string;
let pool: pg.Pool;

beforeEach(async () => {
  const name = `empty_${Date.now()}_${Math.floor(Math.random() * 1e9)}`;
  await onServer(`CREATE DATABASE ${name}`);
  const address = new URL(testAdminUrl());
  address.pathname = `/${name}`;
  url = address.href;
  pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined);
});
afterEach(async () => {
  await pool.end();
  await onServer(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
});

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: testAdminUrl() });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const migration = (name: string, script: string): MigrationFile => ({
  name,
  script,
  checksum: createHash('sha256').update(script).digest('hex'),
});
const rows = async (sql: string) => (await pool.query(sql)).rows;
const finished =
  'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL';

describe('migrate', () => {
  test('applies all migrations once, in order, for several processes at once', async () => {
    const names = readMigrations().map(({ name }) => name);
    expect(await pendingMigrations(pool)).toEqual(names);
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(applied.flat()).toEqual(names);
    expect(await rows(finished)).toHaveLength(names.length);
    expect(await pendingMigrations(pool)).toEqual([]);
  });

  test('has nothing to do the second time, and then takes no lock', async () => {
    await migrate(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [0x6c61726973]);
    expect(await migrate(url)).toEqual([]);
    await client.end();
  });

  test('runs a migration as one transaction, with functions and texts that hold semicolons', async () => {
    const script =
      "CREATE FUNCTION two() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END $$; CREATE TABLE t AS SELECT two() AS x;";
    await migrate(url, [migration('1_function', script)]);
    expect(await rows('SELECT x FROM t')).toEqual([{ x: 'a;b' }]);
  });

  test('says in one line which migration failed and why, and leaves nothing of it', async () => {
    const good = migration('1_good', 'CREATE TABLE good (id int);');
    const bad = migration('2_bad', 'CREATE TABLE half (id int); SELECT nonsense();');
    await expect(migrate(url, [good, bad])).rejects.toThrow(/^Migration 2_bad failed: [^\n]*nonsense[^\n]*$/);
    expect(await rows("SELECT to_regclass('good') IS NOT NULL AS good, to_regclass('half') AS half")).toEqual([
      { good: true, half: null },
    ]);
  });

  test('goes on once a failed migration was mended, or one was cut short', async () => {
    await expect(migrate(url, [migration('1_bad', 'SELECT nonsense();')])).rejects.toThrow('nonsense');
    expect(await migrate(url, [migration('1_bad', 'CREATE TABLE mended (id int);')])).toEqual(['1_bad']);
  });

  test('does not begin again what does not run as one transaction', async () => {
    const script = 'CREATE INDEX CONCURRENTLY i ON nothing (id);';
    await expect(migrate(url, [migration('1_index', script)])).rejects.toThrow('Migration 1_index failed');
    await expect(migrate(url, [migration('1_index', script)])).rejects.toThrow('Migration 1_index stopped half-way');
  });

  test('refuses a migration that was edited after it was applied', async () => {
    await migrate(url, [migration('1_table', 'CREATE TABLE t (id int);')]);
    await expect(migrate(url, [migration('1_table', 'CREATE TABLE t (id bigint);')])).rejects.toThrow(
      /^Migration 1_table was edited after/,
    );
  });

  test('leaves a database alone that a newer Laris has migrated', async () => {
    const [first, second] = [
      migration('1_first', 'CREATE TABLE a (id int);'),
      migration('2_second', 'CREATE TABLE b (id int);'),
    ];
    await migrate(url, [first, second]);
    expect(await migrate(url, [first])).toEqual([]);
  });
});

test('a copy of the template is migrated', async () => {
  const database = await createTestDatabase();
  expect(await migrate(database.url)).toEqual([]);
  await database.drop();
});

test('every migration runs as one transaction, so that one cut short can begin again', () => {
  expect(readMigrations().filter(({ script }) => !isAtomic(script))).toEqual([]);
});

test('the migrations lead to the schema', async () => {
  expect(await migrationDifference(testAdminUrl())).toBeNull();
});
