/**
 * Brings a database up to date with prisma/migrations, each in a transaction of its own, together with its row in
 * Prisma's table. Safe to call from several processes at once, and cheap when there is nothing to do. Prisma's engine
 * only writes migrations (diff.ts).
 */
import pg from 'pg';
import { type MigrationFile, readMigrations } from './files';

/** The database cannot be brought up to date; `message` is one line for the operator. */
export class MigrationError extends Error {}

/** The advisory lock's key: "laris" in ASCII. */
const LOCK_KEY = 0x6c_61_72_69_73;

interface RecordedMigration {
  name: string;
  checksum: string;
  finished: boolean;
}

/**
 * Applies the migrations that are not yet applied.
 * @returns their names
 * @throws MigrationError when one fails, which leaves nothing of it, or was edited after it was applied
 */
export async function migrate(databaseUrl: string, migrations: MigrationFile[] = readMigrations()): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'laris migrate' });
  await client.connect();
  // An error between two queries (a database that stops) shows in the next query.
  client.on('error', () => {});
  try {
    if (missing(migrations, await recorded(client)).length === 0) return [];
    // What a migration does to rows is no news to anybody.
    await client.query('SET laris.webhook_delivery = off');
    // Held by this connection, so it ends with the process however that ends.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    const absent = missing(migrations, await recorded(client));
    if (absent.length === 0) return [];
    requireVersion((await client.query<Version>(VERSION)).rows[0]);
    await client.query(CREATE_TABLE);
    for (const migration of absent) await apply(client, migration);
    return absent.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

interface Version {
  number: number;
  words: string;
}
const VERSION = `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS words`;
const OLDEST = 16;

/** @throws MigrationError in words, where a migration would fail in its own */
export function requireVersion(version: Version | undefined): void {
  if (version !== undefined && version.number < OLDEST * 10_000)
    throw new MigrationError(`Laris needs PostgreSQL ${OLDEST} or newer; this is ${version.words}`);
}

/**
 * The migrations that this code needs and the database lacks, for /readyz: one query.
 * @throws when the database cannot be reached
 */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  known ??= readMigrations();
  const applied = new Set((await recorded(pool)).filter(({ finished }) => finished).map(({ name }) => name));
  return known.map(({ name }) => name).filter((name) => !applied.has(name));
}
let known: MigrationFile[] | undefined;

/** Reads the database's records of migrations. One that was rolled back counts as never applied. */
async function recorded(database: Pick<pg.Client, 'query'> | pg.Pool): Promise<RecordedMigration[]> {
  try {
    const { rows } = await database.query<RecordedMigration>(
      'SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    );
    return rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
const UNDEFINED_TABLE = '42P01';

/**
 * Returns our migrations that the database lacks. Those it has and we do not are of no concern: a newer Laris was here,
 * and migrations are written so that the release before still works.
 */
function missing(migrations: MigrationFile[], inDatabase: RecordedMigration[]): MigrationFile[] {
  const applied = new Map(inDatabase.filter(({ finished }) => finished).map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new MigrationError(
        `Migration ${name} was edited after this database applied it; put its file back and make the change in a new migration`,
      );
    }
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

/**
 * A release before this one recorded a migration when it began, so that one which failed or was cut short left a row
 * behind. It ran as one transaction then too: nothing of it stayed, and it can begin again.
 */
const FORGET_UNFINISHED =
  'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL';

/** Prisma's own table, so that its tools and this file agree on what a database has. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;
const RECORD = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
  VALUES (gen_random_uuid()::text, $1, $2, clock_timestamp(), 1)`;

/**
 * Checks whether PostgreSQL can run the script within a transaction, which ends when we say so. What cannot (CREATE
 * INDEX CONCURRENTLY, VACUUM) is not supported.
 */
export function isAtomic(script: string): boolean {
  return !/\b(COMMIT|ROLLBACK|CONCURRENTLY|VACUUM|ALTER\s+SYSTEM|(CREATE|DROP)\s+DATABASE)\b/i.test(
    script.replace(/--.*/g, ''),
  );
}

/** Applies one migration and records it, both or neither. @throws MigrationError */
async function apply(client: pg.Client, { name, script, checksum }: MigrationFile): Promise<void> {
  if (!isAtomic(script))
    throw new MigrationError(
      `Migration ${name} does not run within a transaction (COMMIT, CONCURRENTLY, VACUUM and the like), which every migration must`,
    );
  try {
    await client.query('BEGIN');
    await client.query(FORGET_UNFINISHED, [name]);
    await client.query(script);
    await client.query(RECORD, [checksum, name]);
    await client.query('COMMIT');
  } catch (error) {
    // Of a connection that broke, PostgreSQL takes back by itself what was not committed.
    await client.query('ROLLBACK').catch(() => undefined);
    throw new MigrationError(`Migration ${name} failed: ${explanation(error, script)}`, { cause: error });
  }
}

/** Returns PostgreSQL's message, and the line of the script that it is about, in one line. */
function explanation(error: unknown, script: string): string {
  const { message, position } = error as pg.DatabaseError;
  const line = position === undefined ? '' : ` (line ${script.slice(0, Number(position) - 1).split('\n').length})`;
  return message.replace(/\s+/g, ' ').trim().slice(0, 500) + line;
}
