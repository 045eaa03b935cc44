/** A worker for the kill tests: ends of tests and delivery, with short leases. Bundled and forked by server/modules/messaging/broadcasts/delivery/ab-ends-kill.test.ts. */
import { loadSettings } from '@/server/platform/env';
import { createTransport } from '@/server/platform/vendors/transport';
import { createServices } from '@/server/assembly/services';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';
import { startAbEnds } from '@/server/modules/messaging/broadcasts/delivery/ab-ends';

const services = createServices(loadSettings(process.env), { name: 'kill test', poolSize: 6 });
process.once('message', () => {
  startAbEnds(services, { everyMs: 20 });
  startDelivery({
    services,
    transport: createTransport(),
    rateOf: () => null,
    concurrency: 32,
    timing: { leaseMs: 1_500, idleMs: 30, retryAfterMs: 50, doubtMs: 200, turnMs: 1_000 },
  });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
