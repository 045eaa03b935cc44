/** A worker for the kill test: one integration's requests about people. Bundled and forked by compliance-kill.test.ts. */
import * as z from 'zod';
import { loadSettings } from '@/server/platform/env';
import { actOnRequests } from '@/server/modules/shops/connections/compliance/compliance';
import { createServices } from '@/server/assembly/services';

const work = z.object({ accountId: z.string(), integrationId: z.string() });
const services = createServices(loadSettings(process.env), { name: 'kill test', poolSize: 3 });
process.once('message', (message) => {
  void actOnRequests(services, work.parse(message)).then(() => process.exit());
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
