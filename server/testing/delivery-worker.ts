/** A worker for the kill tests: delivery alone, with short leases. Bundled and forked by server/modules/messaging/broadcasts/delivery/kill.test.ts. */
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';
import { loadSettings } from '@/server/platform/env';
import { createTransport } from '@/server/platform/vendors/transport';
import { createServices } from '@/server/assembly/services';

const services = createServices(loadSettings(process.env), { name: 'kill test', poolSize: 6 });
process.once('message', () => {
  // What takes minutes in production.
  startDelivery({
    services,
    transport: createTransport(),
    rateOf: () => null,
    concurrency: 8,
    timing: { leaseMs: 1_500, idleMs: 30, retryAfterMs: 50, doubtMs: 200, turnMs: 1_000 },
  });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
