/** The worker's part in funnels, in a process of its own that tells how much memory it has. Forked by bench/funnels.ts. */
import { loadSettings } from '@/server/platform/env';
import { startTriggers } from '@/server/platform/outbox/take-triggers';
import { keepHeapSmall } from '@/server/platform/lib/small-heap';
import { funnelTriggers } from '@/server/modules/automation/funnels/triggered';
import { createServices } from '@/server/assembly/services';
import { startFunnels } from '@/server/modules/automation/funnels/worker/dispatcher';

keepHeapSmall();
const services = createServices(loadSettings(process.env), { name: 'worker', poolSize: 16 });
process.on('disconnect', () => process.exit());
process.on('message', () => {
  const funnels = startFunnels(services);
  startTriggers(
    services,
    funnelTriggers(() => funnels.wake()),
  );
  setInterval(() => process.send?.({ rss: process.memoryUsage.rss() }), 200);
});
process.send?.({ ready: true });
