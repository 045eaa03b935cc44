/** The worker process: jobs and cron, through graphile-worker. */
import { createServices } from '@/server/services';
import { loadSettings, SettingsError } from '@/server/env';
import { startQueue } from '@/server/jobs/queue';
import { runUntilStopped, tellParentReady } from '@/server/lib/process';

async function main(): Promise<void> {
  const services = createServices(loadSettings(process.env), { name: 'worker', poolSize: 8 });
  const queue = await startQueue(services);
  queue.ended.catch((error: unknown) => {
    // The launcher starts a new worker; jobs are rows, nothing is lost.
    services.log.fatal({ err: error }, 'the queue ended');
    process.exit(1);
  });
  tellParentReady();
  runUntilStopped(services.log, async () => {
    await queue.stop();
    await services.close();
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
});
