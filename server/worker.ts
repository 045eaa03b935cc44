/**
 * The worker process: jobs and cron through graphile-worker, delivery of messages, the clock of scheduled broadcasts
 * and of their tests, conversions to Meta, runs of shops, our codes there, funnels and what lets people in and out of
 * them, what follows from changes, the chain of the audit log, and webhooks.
 */
import { ConnectionsError } from '@/server/platform/db/check-connections';
import { createServices } from '@/server/assembly/services';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';
import { startScheduler } from '@/server/modules/messaging/broadcasts/delivery/scheduler';
import { startAbEnds } from '@/server/modules/messaging/broadcasts/delivery/ab-ends';
import { loadSettings, SettingsError } from '@/server/platform/env';
import { startConsumer } from '@/server/assembly/consumer';
import { startTriggers } from '@/server/platform/outbox/take-triggers';
import { startQueue } from '@/server/assembly/queue';
import { runUntilStopped, reportReady } from '@/server/platform/lib/process';
import { keepHeapSmall } from '@/server/platform/lib/small-heap';
import { startChainer } from '@/server/modules/account/audit-log/chainer';
import { funnelTriggers } from '@/server/modules/automation/funnels/triggered';
import { startDispatcher } from '@/server/modules/offers/pixels/dispatcher';
import { startFunnels } from '@/server/modules/automation/funnels/worker/dispatcher';
import { startCodes } from '@/server/modules/shops/connections/worker/codes-dispatcher';
import { startShops } from '@/server/modules/shops/connections/worker/dispatcher';
import { startWebhooks } from '@/server/modules/account/webhooks/delivery/dispatcher';
import { webhooks } from '@/server/modules/account/webhooks/delivery/enqueue';

async function main(): Promise<void> {
  keepHeapSmall();
  const services = createServices(loadSettings(process.env), { name: 'worker', poolSize: 16 });
  await services.connections.atStart();
  const queue = await startQueue(services);
  queue.ended.catch((error: unknown) => {
    // The launcher starts a new worker; jobs and messages are rows, nothing is lost.
    services.log.fatal({ err: error }, 'the queue ended');
    process.exit(1);
  });
  const delivery = startDelivery({ services, transport: services.transport });
  const scheduler = startScheduler(services);
  const abEnds = startAbEnds(services);
  const dispatcher = startDispatcher(services);
  const shops = startShops(services);
  const codes = startCodes(services);
  const funnels = startFunnels(services);
  const chainer = startChainer(services);
  const triggers = startTriggers(
    services,
    funnelTriggers(() => funnels.wake()),
  );
  const deliversWebhooks = services.settings.extensions.has('webhook-delivery');
  const webhookDelivery = deliversWebhooks ? startWebhooks(services) : undefined;
  const webhookEvents = deliversWebhooks
    ? startConsumer(services, webhooks, { onActed: () => webhookDelivery?.wake() })
    : undefined;
  reportReady();
  runUntilStopped(services.log, async () => {
    await Promise.all([
      queue.stop(),
      delivery.stop(),
      scheduler.stop(),
      abEnds.stop(),
      dispatcher.stop(),
      shops.stop(),
      codes.stop(),
      triggers.stop(),
      funnels.stop(),
      chainer.stop(),
      webhookEvents?.stop(),
      webhookDelivery?.stop(),
    ]);
    await services.close();
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError || error instanceof ConnectionsError ? error.message : error);
  process.exit(1);
});
