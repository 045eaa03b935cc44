/** A worker for the inbox's kill test: the callbacks of one channel. Bundled and forked by server/modules/messaging/inbox/kill.test.ts. */
import * as z from 'zod';
import { loadSettings } from '@/server/platform/env';
import { applyCallbacks } from '@/server/modules/messaging/channels/apply-callbacks';
import { createServices } from '@/server/assembly/services';

const work = z.object({ accountId: z.string(), channelId: z.string() });
const services = createServices(loadSettings(process.env), { name: 'kill test', poolSize: 3 });
process.once('message', (message) => {
  void applyCallbacks(services, work.parse(message)).then(() => process.exit());
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
