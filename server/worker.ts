/** The worker process: jobs and cron through graphile-worker, delivery of messages, the clock of scheduled broadcasts, conversions to Meta, runs of shops, our codes there, funnels and what lets people in and out of them, what follows from changes, and webhooks. */
import { createServices } from '@/server/services';
import { startDelivery } from '@/server/worker/delivery/delivery';
import { startScheduler } from '@/server/worker/delivery/scheduler';
import { loadSettings, SettingsError } from '@/server/env';
import { startConsumer } from '@/server/events/consumer';
import { startTriggers } from '@/server/events/take-triggers';
import { startQueue } from '@/server/worker/queue';
import { runUntilStopped, tellParentReady } from '@/server/lib/process';
import { keepHeapSmall } from '@/server/lib/small-heap';
import { funnelTriggers } from '@/server/resources/funnels/triggered';
import { startDispatcher } from '@/server/resources/pixels/dispatcher';
import { startFunnels } from '@/server/worker/funnels/dispatcher';
import { startCodes } from '@/server/worker/shops/codes-dispatcher';
import { startShops } from '@/server/worker/shops/dispatcher';
import { startWebhooks } from '@/server/worker/webhooks/dispatcher';
import { webhooks } from '@/server/worker/webhooks/enqueue';

async function main(): Promise<void> {
  keepHeapSmall();
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
  const shops = startShops(services);
  const codes = startCodes(services);
  const funnels = startFunnels(services);
  const triggers = startTriggers(
    services,
    funnelTriggers(() => funnels.wake()),
  );
  const tellsWebhooks = services.settings.extensions.has('webhook-delivery');
  const webhookDelivery = tellsWebhooks ? startWebhooks(services) : undefined;
  const webhookEvents = tellsWebhooks
    ? startConsumer(services, webhooks, { onActed: () => webhookDelivery?.wake() })
    : undefined;
  tellParentReady();
  runUntilStopped(services.log, async () => {
    await Promise.all([
      queue.stop(),
      delivery.stop(),
      scheduler.stop(),
      dispatcher.stop(),
      shops.stop(),
      codes.stop(),
      triggers.stop(),
      funnels.stop(),
      webhookEvents?.stop(),
      webhookDelivery?.stop(),
    ]);
    await services.close();
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
});
