/** A worker for the kill test: the dispatcher of conversions alone, with short leases. Bundled and forked by server/modules/offers/pixels/dispatcher-kill.test.ts. */
import { loadSettings } from '@/server/platform/env';
import { startDispatcher } from '@/server/modules/offers/pixels/dispatcher';
import { createServices } from '@/server/assembly/services';

const services = createServices(loadSettings(process.env), { name: 'kill test', poolSize: 4 });
process.once('message', () => {
  // What takes minutes in production.
  startDispatcher(services, { everyMs: 20, leaseMs: 1_000, retryMs: 50 });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
