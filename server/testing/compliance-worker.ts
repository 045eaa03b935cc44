/** A worker for the kill test: one integration's requests about people. Bundled and forked by compliance-kill.test.ts. */
import * as z from 'zod';
import { loadSettings } from '@/server/env';
import { actOnRequests } from '@/server/resources/integrations/compliance';
import { createServices } from '@/server/services';

const work = z.object({ accountId: z.string(), integrationId: z.string() });
const services = createServices(loadSettings(process.env), { name: 'kill test', poolSize: 3 });
process.once('message', (message) => {
  void actOnRequests(services, work.parse(message)).then(() => process.exit());
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
