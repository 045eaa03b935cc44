import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAtomic, migrate, pendingMigrations, requireVersion } from '@/server/migrations/migrate';
import { migrationDifference } from '@/server/migrations/diff';
import { type MigrationFile, readMigrations } from '@/server/migrations/files';
import { packageRoot } from '@/server/platform/lib/package-root';
import { createEmptyDatabase, createTestDatabase, testAdminUrl, type TestDatabase } from '@/server/testing/database';

/** A database without a table: the template's copies are migrated. */
let database: TestDatabase;
let url: string;
let pool: pg.Pool;

beforeEach(async () => {
  database = await createEmptyDatabase();
  ({ url } = database);
  pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

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

  test('says which PostgreSQL is too old', () => {
    expect(() => requireVersion({ number: 150_018, words: '15.18 (Debian)' })).toThrow(
      'Laris needs PostgreSQL 16 or newer; this is 15.18 (Debian)',
    );
    requireVersion({ number: 160_000, words: '16.0' });
  });

  test('goes on once a failed migration was mended', async () => {
    await expect(migrate(url, [migration('1_bad', 'SELECT 1;\nSELECT nonsense();')])).rejects.toThrow(
      /^Migration 1_bad failed: [^\n]*nonsense[^\n]* \(line 2\)$/,
    );
    expect(await migrate(url, [migration('1_bad', 'CREATE TABLE mended (id int);')])).toEqual(['1_bad']);
    expect(await rows(finished)).toEqual([{ migration_name: '1_bad' }]);
  });

  test.each(['CREATE INDEX CONCURRENTLY i ON nothing (id);', 'CREATE TABLE half (id int); COMMIT; SELECT nonsense();'])(
    'refuses what does not run within a transaction: %s',
    async (script) => {
      await expect(migrate(url, [migration('1_own', script)])).rejects.toThrow(
        /^Migration 1_own does not run within a transaction/,
      );
      expect(await rows("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
    },
  );

  test('a process that is killed half-way leaves nothing of the migration it was at, and the next one begins it again', async () => {
    const migrations = [
      migration('1_done', 'CREATE TABLE done (id int);'),
      // Waits until the test lets it.
      migration(
        '2_long',
        'CREATE TABLE half (id int); SELECT pg_advisory_xact_lock(4711); CREATE TABLE rest (id int);',
      ),
    ];
    const gate = new pg.Client({ connectionString: url });
    await gate.connect();
    await gate.query('SELECT pg_advisory_lock(4711)');
    const child = spawn(
      process.execPath,
      [
        '--import=tsx',
        '--input-type=module',
        '--eval',
        `import { migrate } from './server/migrations/migrate.ts'; await migrate(${JSON.stringify(url)}, ${JSON.stringify(migrations)});`,
      ],
      { cwd: packageRoot, stdio: 'ignore' },
    );
    const ended = once(child, 'exit');
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'";
    await expect.poll(() => rows(waiting), { timeout: 20_000 }).toHaveLength(1);
    child.kill('SIGKILL');
    await ended;
    await gate.end();

    expect(await migrate(url, migrations)).toEqual(['2_long']);
    expect(await rows(finished)).toEqual([{ migration_name: '1_done' }, { migration_name: '2_long' }]);
  });

  describe("Prisma's own engine", () => {
    /** As its schema engine (7.10) makes the table and records what it applied, failed at and was told to forget. */
    const PRISMA = `CREATE TABLE _prisma_migrations (id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL,
      finished_at TIMESTAMPTZ, migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
      started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;
    const record = ({ name, checksum }: MigrationFile, finishedAt: 'now()' | 'NULL') =>
      pool.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, logs, applied_steps_count)
         VALUES (gen_random_uuid()::text, $1, $2, ${finishedAt}, ${finishedAt === 'NULL' ? "'failed'" : 'NULL'}, 1)`,
        [checksum, name],
      );
    const [first, second] = [
      migration('1_first', 'CREATE TABLE a (id int);'),
      migration('2_second', 'CREATE TABLE b (id int);'),
    ];

    test('may have begun: what it applied is not applied again, what it failed at is', async () => {
      await pool.query(PRISMA);
      await pool.query(first.script);
      await record(first, 'now()');
      await record(second, 'NULL');
      expect(await migrate(url, [first, second])).toEqual(['2_second']);
      expect(
        await rows(
          'SELECT migration_name, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS undone FROM _prisma_migrations ORDER BY migration_name, finished_at',
        ),
      ).toEqual([
        { migration_name: '1_first', finished: true, undone: false },
        { migration_name: '2_second', finished: true, undone: false },
        { migration_name: '2_second', finished: false, undone: true },
      ]);
    });

    test('finds its own table, with the checksums that it would have written', async () => {
      const columns =
        "SELECT column_name, data_type, character_maximum_length, is_nullable, column_default FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position";
      await migrate(url, [first]);
      const ours = await rows(columns);
      expect(
        await rows(
          'SELECT migration_name, checksum, logs, rolled_back_at, applied_steps_count, length(id) AS id, finished_at >= started_at AS timed FROM _prisma_migrations',
        ),
      ).toEqual([
        {
          migration_name: '1_first',
          checksum: createHash('sha256').update(first.script).digest('hex'),
          logs: null,
          rolled_back_at: null,
          applied_steps_count: 1,
          id: 36,
          timed: true,
        },
      ]);
      await pool.query(`DROP TABLE _prisma_migrations; ${PRISMA}`);
      expect(ours).toEqual(await rows(columns));
    });
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

test('every migration runs within a transaction', () => {
  expect(readMigrations().filter(({ script }) => !isAtomic(script))).toEqual([]);
});

test('the migrations lead to the schema', async () => {
  expect(await migrationDifference(testAdminUrl())).toBeNull();
});
