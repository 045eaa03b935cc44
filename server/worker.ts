/** The worker process: jobs and cron through graphile-worker, delivery of messages, the clock of scheduled broadcasts, conversions to Meta, and webhooks. */
import { createServices } from '@/server/services';
import { startDelivery } from '@/server/delivery/delivery';
import { startScheduler } from '@/server/delivery/scheduler';
import { loadSettings, SettingsError } from '@/server/env';
import { startQueue } from '@/server/jobs/queue';
import { runUntilStopped, tellParentReady } from '@/server/lib/process';
import { startDispatcher } from '@/server/resources/pixels/dispatcher';
import { startWebhooks } from '@/server/webhooks/dispatcher';

async function main(): Promise<void> {
  const services = createServices(loadSettings(process.env), { name: 'worker', poolSize: 16 });
  const queue = await startQueue(services);
  queue.ended.catch((error: unknown) => {
    // The launcher starts a new worker; jobs and messages are rows, nothing is lost.
    services.log.fatal({ err: error }, 'the queue ended');
    process.exit(1);
  });
  const delivery = startDelivery({ services, transport: services.transport });
  const scheduler = startScheduler(services);
  const dispatcher = startDispatcher(services);
  const webhooks = services.settings.extensions.has('webhook-delivery') ? startWebhooks(services) : undefined;
  tellParentReady();
  runUntilStopped(services.log, async () => {
    await Promise.all([queue.stop(), delivery.stop(), scheduler.stop(), dispatcher.stop(), webhooks?.stop()]);
    await services.close();
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
});
