/** A worker for the kill tests: runs of shops alone, with short leases. Bundled and forked by server/modules/shops/connections/worker/kill.test.ts. */
import { loadSettings } from '@/server/platform/env';
import { createServices } from '@/server/assembly/services';
import { startShops } from '@/server/modules/shops/connections/worker/dispatcher';

const services = createServices(loadSettings(process.env), { name: 'kill test', poolSize: 6 });
process.once('message', () => {
  // What takes a minute in production.
  startShops(services, { everyMs: 30, leaseMs: 1_000 });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
