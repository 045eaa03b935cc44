/** The queue's own tables, in a schema that graphile-worker keeps up to date itself. */
import { Logger, runMigrations } from 'graphile-worker';

/**
 * Migrates the queue's tables together with the database, because web processes add jobs before the first worker may
 * have run.
 */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, maxPoolSize: 1, logger: new Logger(() => () => {}) });
}
