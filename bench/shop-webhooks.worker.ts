/** The worker's part of bench/shop-webhooks.ts: applies what waits of an integration, when it is told to. */
import { performance } from 'node:perf_hooks';
import { loadSettings } from '@/server/platform/env';
import { applyWebhooks } from '@/server/modules/shops/connections/apply-webhooks';
import { createServices } from '@/server/assembly/services';

const services = createServices(loadSettings(process.env), { name: 'worker', poolSize: 4 });
process.on('disconnect', () => process.exit());
process.on('message', (integration: { accountId: string; integrationId: string }) => {
  const begun = performance.now();
  void applyWebhooks(services, integration).then(() => process.send?.({ ms: performance.now() - begun }));
});
process.send?.({ ready: true });
