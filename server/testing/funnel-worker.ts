/** A worker for the kill test: funnels and what lets people in and out of them. Bundled and forked by server/worker/funnels/kill.test.ts. */
import { loadSettings } from '@/server/env';
import { startTriggers } from '@/server/events/take-triggers';
import { funnelTriggers } from '@/server/resources/funnels/triggered';
import { createServices } from '@/server/services';
import { startFunnels } from '@/server/worker/funnels/dispatcher';

const services = createServices(loadSettings(process.env), { name: 'kill test', poolSize: 6 });
process.once('message', () => {
  const funnels = startFunnels(services, { everyMs: 30 });
  // What takes a minute in production.
  startTriggers(
    services,
    funnelTriggers(() => funnels.wake()),
    { everyMs: 30, leaseMs: 500 },
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
