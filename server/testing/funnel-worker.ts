/** A worker for the kill test: funnels and what lets people in and out of them. Bundled and forked by server/modules/automation/funnels/worker/kill.test.ts. */
import { loadSettings } from '@/server/platform/env';
import { startTriggers } from '@/server/platform/outbox/take-triggers';
import { funnelTriggers } from '@/server/modules/automation/funnels/triggered';
import { createServices } from '@/server/assembly/services';
import { startFunnels } from '@/server/modules/automation/funnels/worker/dispatcher';

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
