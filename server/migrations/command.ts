/** `npm run migrate`: brings the database up to date, where web and worker run without the launcher. */
import { migrateQueue } from '@/server/platform/jobs/queue-tables';
import { flag } from '@/server/platform/env';
import { migrate } from './migrate';
import { switchOnRowSecurity } from './row-security';

async function main(databaseUrl: string | undefined, rowSecurity: boolean): Promise<void> {
  if (!databaseUrl) throw new Error('Set DATABASE_URL; npm start migrates the embedded database by itself.');
  const applied = await migrate(databaseUrl);
  await migrateQueue(databaseUrl);
  if (rowSecurity) await switchOnRowSecurity(databaseUrl);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
}

const { DATABASE_URL, DATABASE_DIRECT_URL, ROW_SECURITY } = process.env;
main(DATABASE_DIRECT_URL || DATABASE_URL, flag.catch(false).parse(ROW_SECURITY)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
