/** The worker's part in funnels, in a process of its own that tells how much memory it has. Forked by bench/funnels.ts. */
import { loadSettings } from '@/server/env';
import { startTriggers } from '@/server/events/take-triggers';
import { keepHeapSmall } from '@/server/lib/small-heap';
import { funnelTriggers } from '@/server/resources/funnels/triggered';
import { createServices } from '@/server/services';
import { startFunnels } from '@/server/worker/funnels/dispatcher';

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
