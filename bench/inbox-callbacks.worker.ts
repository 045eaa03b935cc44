/** The worker's part of bench/inbox-callbacks.ts: applies what waits of a channel, when it is told to. */
import { performance } from 'node:perf_hooks';
import { loadSettings } from '@/server/platform/env';
import { applyCallbacks } from '@/server/modules/messaging/channels/apply-callbacks';
import { createServices } from '@/server/assembly/services';

const services = createServices(loadSettings(process.env), { name: 'worker', poolSize: 4 });
process.on('disconnect', () => process.exit());
process.on('message', (channel: { accountId: string; channelId: string }) => {
  const begun = performance.now();
  void applyCallbacks(services, channel).then(() => process.send?.({ ms: performance.now() - begun }));
});
process.send?.({ ready: true });
