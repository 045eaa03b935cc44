/**
 * Brings a database up to date with prisma/migrations. Safe to call from several processes at once, and cheap when
 * there is nothing to do.
 */
import pg from 'pg';
import { type MigrationFile, readMigrations, readSchema } from './migration-files';
import { openSchemaEngine } from './schema-engine';

/** The database cannot be brought up to date; `message` is one line for the operator. */
export class MigrationError extends Error {}

/** The advisory lock's key: "laris" in ASCII. Prisma's own has a time limit of 10 seconds, too short for a large table. */
const LOCK_KEY = 0x6c_61_72_69_73;

interface RecordedMigration {
  name: string;
  checksum: string;
  finished: boolean;
}

/**
 * Applies the migrations that are not yet applied.
 * @returns their names
 * @throws MigrationError when one fails, was edited after it was applied, or was left half-done
 */
export async function migrate(databaseUrl: string, migrations: MigrationFile[] = readMigrations()): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'laris migrate' });
  await client.connect();
  // An error between two queries (a database that stops) shows in the next query.
  client.on('error', () => {});
  try {
    if (missing(migrations, await recorded(client)).length === 0) return [];
    // Held by this connection, apart from the engine's own, so it ends with the process however that ends.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    const absent = missing(migrations, await recorded(client));
    if (absent.length === 0) return [];
    await forgetUnfinished(client, absent);
    return await apply(databaseUrl, client, migrations);
  } finally {
    await client.end();
  }
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

/** What the database says about migrations. One that was rolled back counts as never applied. */
async function recorded(database: Pick<pg.Client, 'query'> | pg.Pool): Promise<RecordedMigration[]> {
  try {
    const { rows } = await database.query<RecordedMigration>(
      'SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    );
    return rows;
  } catch (error) {
    if ((error as pg.DatabaseError).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
const UNDEFINED_TABLE = '42P01';

/**
 * Which of our migrations the database lacks. Those it has and we do not are of no concern: a newer Laris was here, and
 * migrations are written so that the release before still works.
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
 * A migration that was begun and not finished, because it failed or because the process was killed, would block Prisma
 * for good. PostgreSQL runs a migration as one transaction, so nothing of it stayed and it can begin again.
 */
async function forgetUnfinished(client: pg.Client, absent: MigrationFile[]): Promise<void> {
  const unfinished = new Set((await recorded(client)).filter(({ finished }) => !finished).map(({ name }) => name));
  for (const { name, script } of absent.filter((migration) => unfinished.has(migration.name))) {
    if (!isAtomic(script)) {
      throw new MigrationError(
        `Migration ${name} stopped half-way and does not run as one transaction: undo what it did, then UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '${name}'`,
      );
    }
    await client.query(
      'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL',
      [name],
    );
  }
}

/** Whether PostgreSQL takes the script, sent in one message, as one transaction. */
export function isAtomic(script: string): boolean {
  return !/\b(COMMIT|CONCURRENTLY|VACUUM|ALTER\s+SYSTEM|(CREATE|DROP)\s+DATABASE)\b/i.test(script.replace(/--.*/g, ''));
}

async function apply(databaseUrl: string, client: pg.Client, migrations: MigrationFile[]): Promise<string[]> {
  const engine = await openSchemaEngine(databaseUrl, readSchema());
  try {
    return await engine.apply(migrations);
  } catch (error) {
    const failed = (await recorded(client)).find(({ finished }) => !finished);
    const reason = oneLine((error as Error).message);
    throw new MigrationError(
      failed ? `Migration ${failed.name} failed: ${reason}` : `The migrations cannot be applied: ${reason}`,
      { cause: error },
    );
  } finally {
    await engine.close();
  }
}

/** The engine says in several lines where it was when PostgreSQL refused, and last what PostgreSQL said. */
function oneLine(message: string): string {
  const said = /(?:ERROR:|external connector error)\s*(.+)/.exec(message)?.[1] ?? message;
  return said.replace(/\s+/g, ' ').trim().slice(0, 500);
}
