/** `npm run migrate`: brings DATABASE_URL up to date, where web and worker run without the launcher. */
import { migrateQueue } from '@/server/jobs/queue-tables';
import { migrate } from './migrate';

async function main(databaseUrl: string | undefined): Promise<void> {
  if (!databaseUrl) throw new Error('Set DATABASE_URL; npm start migrates the embedded database by itself.');
  const applied = await migrate(databaseUrl);
  await migrateQueue(databaseUrl);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
}

main(process.env.DATABASE_URL).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
