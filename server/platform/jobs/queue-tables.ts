/** The queue's own tables, in a schema that graphile-worker keeps up to date itself. */
import { Logger, runMigrations } from 'graphile-worker';

/** Web processes add jobs before the first worker may have run, so that whoever migrates the database does this too. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, maxPoolSize: 1, logger: new Logger(() => () => {}) });
}
