/** A worker for the kill test: the watch over endpoints that take nothing. Bundled and forked by failing-kill.test.ts. */
import { loadSettings } from '@/server/platform/env';
import { watchEndpointsJob } from '@/server/modules/account/webhooks/jobs';
import { createServices } from '@/server/assembly/services';

const services = createServices(loadSettings(process.env), { name: 'kill test', poolSize: 3 });
process.once('message', () => {
  void watchEndpointsJob.run(services, {}).then(() => process.exit());
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
