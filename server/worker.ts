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
import { startShops, type ShopDispatcher } from '@/server/modules/shops/connections/worker/dispatcher';
import { startWebhooks } from '@/server/modules/account/webhooks/delivery/dispatcher';
import { webhooks } from '@/server/modules/account/webhooks/delivery/enqueue';
import type { Services } from '@/server/platform/access/context';
import { workerName } from '@/server/platform/engine/lease';
import { startPoll } from '@/server/platform/engine/poll';
import { now as clock } from '@/server/platform/lib/clock';
import { pushCode } from '@/server/modules/shops/connections/worker/codes-push';
import { claimCodes } from '@/server/modules/shops/connections/worker/codes-queue';
import { LEASE_MS } from '@/server/modules/shops/connections/worker/queue';

/** Brings our codes to shops (docs/contract/integrations.md#codes). Any number of workers may do so at once. */
const EVERY_MS = 1_000;
/** Shops that are notified of a code at the same time: what is waited for is mostly the shop. */
const AT_ONCE = 4;

interface CodeTiming {
  everyMs: number;
  /** The duration of a claim, in milliseconds, unless it is moved on. */
  leaseMs: number;
}

export function startCodes(
  services: Pick<Services, 'database' | 'settings' | 'transport' | 'log'>,
  { everyMs = EVERY_MS, leaseMs = LEASE_MS }: Partial<CodeTiming> = {},
): ShopDispatcher {
  const log = services.log.child({ part: 'codes' });
  const worker = workerName();
  const running = new Map<string, Promise<void>>();

  const look = async (): Promise<void> => {
    const limit = AT_ONCE - running.size;
    if (limit <= 0 || poll.stopping) return;
    const busy = [...running.keys()];
    for (const claimed of await claimCodes(services.database.pool, { worker, now: clock(), leaseMs, busy, limit })) {
      const { integrationId, discountCodeId } = claimed;
      const ended = pushCode({ ...services, log }, worker, claimed, { leaseMs })
        .catch((error: unknown) =>
          log.warn({ err: error, integrationId, discountCodeId }, 'a code is tried again when its lease lapses'),
        )
        .finally(() => {
          running.delete(integrationId);
          poll.wake();
        });
      running.set(integrationId, ended);
    }
  };

  const poll = startPoll({
    everyMs,
    look,
    onError: (error) => log.warn({ err: error }, 'codes could not be looked for, trying again'),
  });
  return {
    wake: () => poll.wake(),
    async stop() {
      await poll.stop();
      await Promise.all(running.values());
    },
  };
}

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
